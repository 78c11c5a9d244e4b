#pragma once
// One agent's walking: what it believes stands where, where it wants to go, and each tick the velocity and facing to
// take. The entry point of the module. Knows nothing but what it is told: believed obstacles and perceived people.
//
//   planning::SolidLibrary solids(scene);                                    // once per place
//   planning::FloorPlan floor = planning::FloorPlan::from_scene(scene, solids, {});
//   planning::Navigator navigator(floor, solids, planning::settings_for(body.dimensions));
//   navigator.set_obstacles(believed);                                       // whenever memory changed
//   navigator.go_to({.points = {goal}, .radius = 0.2});
//   planning::NavigatorOutput out = navigator.step(input, scratch);          // every tick; scratch: one per thread
//
// step() reads last tick's people and writes only its own state, so agents may be stepped in any order and in parallel.
#include <optional>
#include <vector>

#include "planning/navigation/navigator_io.h"
#include "planning/navigation/refuge.h"
#include "planning/navigation/replan.h"

namespace fh::planning {

struct NavigatorCounters {
  std::int64_t searches = 0;  // fresh searches
  std::int64_t kept = 0;      // changes of memory that provably left the route optimal
  std::int64_t attempts = 0;  // escalations
};

/// Buffers for step() and set_obstacles(); one per thread. Not part of any state.
struct NavigatorScratch {
  SearchScratch search;
  SearchResult found;
  FootprintScratch footprint;
  RefugeScratch refuge;
  std::vector<FootprintCell> cells;
  std::vector<WalkChanges> changes;
  std::vector<PerceivedPerson> people;  // for callers that gather people per agent
};

class Navigator {
 public:
  /// `floor` and `solids` must outlive the navigator.
  Navigator(const FloorPlan& floor, const SolidLibrary& solids, const NavigatorSettings& settings);

  /// The whole list of believed obstacles; only what differs from the last list is worked on. Any order; ids unique.
  void set_obstacles(std::span<const Obstacle> obstacles, NavigatorScratch& scratch);
  /// One of them, when only this changed.
  void put_obstacle(const Obstacle& obstacle, NavigatorScratch& scratch);
  void remove_obstacle(core::ObjectId id, NavigatorScratch& scratch);

  /// A new goal; the same goal again is ignored.
  void go_to(const Goal& goal);
  void stop();

  NavigatorOutput step(const NavigatorInput& input, NavigatorScratch& scratch);

  const Path& path() const { return path_; }  // empty when there is none
  std::vector<Vec3> path_points() const;      // for display, on the floor
  /// A door or other narrow place that the way leads through within 3 m; null when there is none.
  const Neck* neck_ahead() const;
  /// Whom it makes way for; invalid when nobody.
  core::BodyId makes_way_for() const { return retreat_from_; }
  const Goal& goal() const { return goal_; }
  const WalkMap& map() const { return map_; }
  const NavigatorSettings& settings() const { return settings_; }
  const NavigatorCounters& counters() const { return counters_; }

  /// Saves beliefs, goal, path and progress; loading rebuilds the map.
  void visit(core::Archive& archive);

 private:
  static constexpr double kTurnRound = 1.0;  // m: a longer way is not walked backwards

  struct Known {
    Obstacle obstacle;
    std::vector<FootprintCell> cells;
    std::uint8_t in_vain = 0;  // tried to open or clear it: solid until it is seen elsewhere
  };
  struct Blocker {  // a person who counts as an obstacle for a while
    core::BodyId id;
    Vec2 at{0.0};
    std::int32_t layer = 0;
    double radius = 0.25;  // m
    double time_left = 0.0;
    std::vector<FootprintCell> cells;

    void visit(core::Archive& archive);
  };
  struct Spot {  // where the body is, in planar terms
    Vec2 at{0.0};
    std::int32_t layer = 0;
  };

  void stamp(Known& known, NavigatorScratch& scratch);
  void stamp(Blocker& blocker);
  void take_changes(NavigatorScratch& scratch);
  void rebuild();
  CellIndex free_cell_near(CellIndex cell, double reach) const;
  void choose_goal_cells();
  void plan(const Spot& here, std::uint64_t tick, NavigatorScratch& scratch);
  bool needs_plan(const Spot& here, std::uint64_t tick) const;
  void block_people(const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch);
  void age_blockers(double dt, NavigatorScratch& scratch);
  bool is_there(const Spot& here) const;
  /// What lies on the next half metre of the path.
  void look_ahead(NavHints& hints) const;
  core::ObjectId obstacle_in(CellIndex cell, Hindrance kind) const;
  void give_up_thing(core::ObjectId id, NavigatorScratch& scratch);
  NavReason no_way_reason() const;
  void wait_for_things(const NavigatorInput& input, NavHints& hints, Vec2& wanted, NavigatorScratch& scratch);
  /// True when others have the right of way; `wanted` then leads out of it.
  bool gives_precedence(const NavigatorInput& input, const Spot& here, Vec2& wanted);
  /// Whether who is in the way goes there too.
  bool queues(const NavigatorInput& input, const Vec2& way) const;
  bool leaves_place(const PerceivedPerson& person, const Spot& here, double keep) const;
  /// The way of somebody who needs the place for themselves, when the body is in it or about to be.
  std::optional<OtherWay> way_to_leave(const PerceivedPerson& person, const Spot& here) const;
  /// Whether to leave the way to somebody with personal space; plans the retreat.
  bool makes_way(const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch);
  /// Out of the way of one who is in the own; backing off when there is no such place.
  void plan_retreat(const NavigatorInput& input, const Spot& here, core::BodyId other, NavigatorScratch& scratch);
  NavigatorOutput step_aside(const NavigatorInput& input, const Spot& here);
  /// Begins a new attempt against a jam.
  void escalate(const NavigatorInput& input, const Spot& here, core::BodyId ahead, NavigatorScratch& scratch);
  NavigatorOutput move(const NavigatorInput& input, const Spot& here, const FollowWish& wish, double facing,
                       NavHints hints, bool gives);
  NavigatorOutput stand(const NavigatorInput& input, const Spot& here);
  /// Within the goal's radius: stands, and turns as asked.
  NavigatorOutput arrive(const NavigatorInput& input, const Spot& here);
  /// Along the path.
  NavigatorOutput walk(const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch);
  /// Both return the facing and change what is wanted.
  double side_step(const NavigatorInput& input, const Vec2& way, Vec2& wanted) const;
  double back_off(const NavigatorInput& input, const Spot& here, const FollowSettings& pace, const Vec2& way,
                  Vec2& wanted);

  const FloorPlan* floor_;
  const SolidLibrary* solids_;
  NavigatorSettings settings_;
  WalkMap map_;
  std::vector<Known> known_;  // sorted by id
  std::vector<Blocker> blockers_;
  Goal goal_;
  bool has_goal_ = false;
  bool goal_occupied_ = false;
  Route route_;
  Path path_;
  PathPlace place_;
  std::vector<Neck> necks_;    // of the path
  std::vector<Neck> straits_;  // of the path: also where somebody's personal space leaves no room
  Path retreat_;               // out of somebody's way
  PathPlace retreat_place_;
  core::BodyId retreat_from_;  // whose; none: not retreating
  Vec2 retreat_heading_{0.0};
  double retreat_time_ = 0.0;  // s left of it
  ProgressState progress_;
  NavStatus status_ = NavStatus::Idle;
  NavReason reason_ = NavReason::None;
  double turn_rate_ = 0.0;
  bool must_plan_ = false;
  std::uint64_t next_plan_ = 0;  // tick before which no search is made that is not urgent
  core::ObjectId waiting_for_;   // a door or movable thing
  double waiting_time_ = 0.0;    // s
  core::BodyId ahead_;           // who was in the way last tick
  NavigatorCounters counters_;
};

}  // namespace fh::planning
