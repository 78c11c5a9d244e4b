// SPDX-License-Identifier: Apache-2.0
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

#include "planning/navigation/navigator_state.h"

namespace fh::planning {

class Navigator {
 public:
  /// `floor` and `solids` must outlive the navigator.
  Navigator(const FloorPlan& floor, const SolidLibrary& solids, const NavigatorSettings& settings);

  /// The whole list of believed obstacles; only what differs from the last list is worked on. Any order; ids unique.
  void set_obstacles(std::span<const Obstacle> obstacles, NavigatorScratch& scratch);

  /// Takes away all knowledge of floors, stairs and edges but for what lies under the feet at `start`. Before anything
  /// else.
  void forget_ground(const Vec3& start);
  bool knows_ground() const { return data_.state.ground_seen.empty(); }
  /// What was seen of the ground, and what the feet at `position` feel. Without effect where all of it is known.
  void learn_ground(const SeenGround& seen, const Vec3& position, NavigatorScratch& scratch);

  /// A new goal; the same goal again is ignored.
  void go_to(const Goal& goal);
  void stop();

  /// One tick, as a list of stages over plain data (navigator_stages.h).
  NavigatorOutput step(const NavigatorInput& input, NavigatorScratch& scratch);

  const Path& path() const { return data_.state.path; }  // empty when there is none
  std::vector<Vec3> path_points() const;                 // for display, on the floor
  /// A door or other narrow place that the way leads through within 3 m; null when there is none.
  const Neck* neck_ahead() const;
  /// The first place on the way whose ground was never seen, within 2.5 m; none where all of it is known.
  std::optional<Vec3> unseen_ahead() const;
  /// Whom it makes way for; invalid when nobody.
  core::BodyId makes_way_for() const { return data_.state.retreat_from; }
  /// The thing that it wants pushed out of its way; invalid: none.
  core::ObjectId pushes() const {
    return data_.state.push_way == Vec2(0.0) ? core::ObjectId{} : data_.state.waiting_for;
  }
  const Goal& goal() const { return data_.state.goal; }
  const WalkMap& map() const { return data_.map; }
  const NavigatorSettings& settings() const { return data_.settings; }
  const NavigatorCounters& counters() const { return data_.state.counters; }

  /// Saves beliefs, goal, path and progress; loading rebuilds the map.
  void visit(core::Archive& archive);

 private:
  NavigatorData data_;
};

}  // namespace fh::planning
