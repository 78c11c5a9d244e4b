// SPDX-License-Identifier: Apache-2.0
#pragma once
// A navigator's plain data: what it believes, wants and has planned. The stages of a step (navigator_stages.h) are free
// functions over it; Navigator owns it and saves the NavigatorState part.
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

/// A believed obstacle and the cells of the map that it covers.
struct KnownObstacle {
  Obstacle obstacle;
  std::vector<FootprintCell> cells;
  std::uint8_t in_vain = 0;  // tried to open or clear it: solid until it is seen elsewhere
};

/// A person who counts as an obstacle for a while.
struct BlockingPerson {
  core::BodyId id;
  Vec2 at{0.0};
  std::int32_t layer = 0;
  double radius = 0.25;              // m
  double time_left = 0.0;            // s
  std::vector<FootprintCell> cells;  // follow from the rest; not saved

  void visit(core::Archive& archive);
};

/// Everything that lasts from one step to the next. Saved and hashed in this order.
struct NavigatorState {
  // Beliefs
  std::vector<KnownObstacle> known;  // sorted by id
  std::vector<BlockingPerson> blockers;
  /// Cells whose ground was seen or felt, as bits by cell; empty: all of it is known. Unseen ground is taken for level
  /// and free in the layer `home`, and for not there in all other layers.
  std::vector<std::uint64_t> ground_seen;
  std::int32_t home = 0;
  bool exploring = false;  // the goal's ground was never seen: the route leads to the rim of what was
  bool saw_more = false;   // of the ground, since the last plan
  // Goal and plan
  Goal goal;
  bool has_goal = false;
  bool goal_occupied = false;  // the goal lies in an obstacle; the plan leads to the nearest free place
  Route route;                 // cells, optimal on the map
  Path path;                   // the route pulled tight
  PathPlace place;             // of the body on the path
  std::vector<Neck> necks;     // of the path
  std::vector<Neck> straits;   // of the path: also where somebody's personal space leaves no room
  // Retreat out of somebody's way
  Path retreat;
  PathPlace retreat_place;
  core::BodyId retreat_from;  // whose; none: not retreating
  Vec2 retreat_heading{0.0};
  double retreat_time = 0.0;  // s that remain of it
  // Progress
  ProgressState progress;
  NavStatus status = NavStatus::Idle;
  NavReason reason = NavReason::None;
  double turn_rate = 0.0;  // rad/s
  double turn_left = 1e9;  // rad at the goal: the least that was left of the turn to its facing
  double turn_held = 0.0;  // s since that became less
  bool must_plan = false;
  std::uint64_t next_plan = 0;  // tick before which no search is made that is not urgent
  core::ObjectId waiting_for;   // a door or movable thing
  double waiting_time = 0.0;    // s
  Vec2 leaf_before{0.0};        // of a door: unit, from the hinge to the edge, when it was first in the way
  Vec2 push_way{0.0};           // of a movable thing: unit, which way it is pushed; none: it is not
  Vec3 push_from{0.0};          // and where it was then
  core::BodyId ahead;           // the person in the way last tick
  NavigatorCounters counters;

  /// Loading leaves the cells of obstacles and blockers empty: the map must be rebuilt.
  void visit(core::Archive& archive);

 private:
  /// Of agents that did not know the place: what they have seen of its ground; `obstacles` get what was not seen of
  /// them.
  void visit_ground(core::Archive& archive, std::vector<Obstacle>& obstacles);
};

/// The state with what it is read against. `map` follows from floor, settings, known obstacles and blockers.
struct NavigatorData {
  const FloorPlan* floor;
  const SolidLibrary* solids;
  NavigatorSettings settings;
  WalkMap map;
  NavigatorState state;
};

}  // namespace fh::planning
