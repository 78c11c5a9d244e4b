// SPDX-License-Identifier: Apache-2.0
#pragma once
// Places out of boxes and people in them, for the tests of walking.
#include <memory>
#include <vector>

#include "bench/sandbox/crowd_sandbox.h"
#include "core/rng.h"

namespace fh::test {

using namespace fh::planning;

inline constexpr double kDt = 1.0 / 30.0;

class Stage {
 public:
  Stage(const Vec2& low, const Vec2& high) : floor(FloorPlan::flat(low, high)) {}

  /// A box from floor plan corners and heights; returns its place in `obstacles`.
  std::size_t box(const Vec2& low, const Vec2& high, double bottom = 0.0, double top = 2.5) {
    Obstacle obstacle;
    obstacle.id = {static_cast<std::uint32_t>(obstacles.size()) + 1};
    obstacle.world_from_object.position = {0.5 * (low.x + high.x), 0.5 * (bottom + top), 0.5 * (low.y + high.y)};
    solids.put(obstacle.id, make_box_solids({0.5 * (high.x - low.x), 0.5 * (top - bottom), 0.5 * (high.y - low.y)}));
    obstacles.push_back(obstacle);
    return obstacles.size() - 1;
  }
  /// It is gone, and everybody knows.
  void take_away(std::size_t obstacle) {
    obstacles.erase(obstacles.begin() + static_cast<std::ptrdiff_t>(obstacle));
    for (SandboxWalker& one : rehearsal.walkers()) {
      if (one.navigator) one.navigator->set_obstacles(obstacles, scratch);
    }
  }
  /// A wall across the place at x = 0 with an opening of the given width around z = middle.
  void wall_with_gap(double width, double thickness = 0.2, double middle = 0.0, double reach = 8.0) {
    box({-0.5 * thickness, -reach}, {0.5 * thickness, middle - 0.5 * width});
    box({-0.5 * thickness, middle + 0.5 * width}, {0.5 * thickness, reach});
  }
  SandboxWalker& walker(const Vec2& from, const Goal& goal, const NavigatorSettings& settings = {}) {
    auto navigator = std::make_unique<Navigator>(floor, solids, settings);
    navigator->set_obstacles(obstacles, scratch);
    navigator->go_to(goal);
    const Vec2 way = goal.points.empty() ? Vec2(0, -1) : Vec2(goal.points[0].x, goal.points[0].z) - from;
    return rehearsal.add({from.x, 0, from.y}, planning::yaw_of(way), std::move(navigator));
  }
  SandboxWalker& walker(const Vec2& from, const Vec2& to, double radius = 0.15) {
    return walker(from, Goal{.points = {{to.x, 0, to.y}}, .radius = radius, .facing = {}, .person = {}, .speed = 0});
  }
  /// Somebody who does as they please, like a user.
  SandboxWalker& user(const Vec2& at, double personal_space = 1.2) {
    SandboxWalker& user = rehearsal.add({at.x, 0, at.y}, 0.0, nullptr);
    user.personal_space = personal_space;
    return user;
  }
  int agents() const {
    int count = 0;
    for (const SandboxWalker& one : rehearsal.walkers()) count += one.navigator != nullptr;
    return count;
  }
  /// Until all have arrived; returns the time.
  double run(double seconds, double dt = kDt) {
    while (rehearsal.time() < seconds && rehearsal.arrived() < agents()) rehearsal.step(dt);
    return rehearsal.time();
  }
  bool everybody_arrived() const { return rehearsal.arrived() == agents(); }

  FloorPlan floor;
  SolidLibrary solids;
  std::vector<Obstacle> obstacles;
  NavigatorScratch scratch;
  Rehearsal rehearsal;
};

}  // namespace fh::test
