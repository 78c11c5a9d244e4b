// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr double kFarEnough = 6.0;    // m
constexpr int kFleeTries = 48;        // places that are thought of at a time
constexpr double kStride = 6.0;       // m: farther places are gone to by steps
constexpr double kFleeRethink = 0.4;  // s

double level_distance(const Vec3& a, const Vec3& b) {
  return glm::length(math::Vec2(a.x - b.x, a.z - b.z));
}

/// How good a place is: far from the pursuer, and nearer to the agent than to the pursuer.
double worth(const Vec3& place, const Vec3& here, const Vec3& pursuer) {
  return level_distance(place, pursuer) - 0.7 * level_distance(place, here);
}

}  // namespace

/// Away from the person, as far as it knows where they are; stays when they are far enough away.
void behave_flee(const BehaviourStep& step) {
  TaskState& task = step.task;
  const TaskBeliefs& beliefs = step.beliefs;
  const scene::Errand& errand = errand_of(step);
  const double enough = errand.within > 0.0 ? errand.within : kFarEnough;
  task.rethink -= step.dt;
  step.wish.look_at = step.plan.whom;
  const auto pursuer = beliefs.where_is(step.catalogue.person_named(step.plan.whom));
  if (!pursuer || level_distance(pursuer->position, beliefs.position) > enough) {
    task.goal = {};
    return;
  }
  const bool there = beliefs.way == planning::NavStatus::Arrived || beliefs.way == planning::NavStatus::GaveUp ||
                     beliefs.way == planning::NavStatus::Blocked;
  if (!task.goal.points.empty() && task.rethink > 0.0 && !there) return;
  task.rethink = kFleeRethink;
  std::optional<Vec3> best;
  double best_worth = -1e9;
  if (!task.goal.points.empty() && !there) {  // a plan that is as good is kept
    best = task.goal.points[0];
    best_worth = worth(*best, beliefs.position, pursuer->position) + 0.5;
  }
  const auto& frame = beliefs.map->frame();
  for (int i = 0; i < kFleeTries; ++i) {
    const auto cell = static_cast<planning::CellIndex>(task.chance.below(static_cast<std::uint32_t>(frame.size())));
    if (!beliefs.map->is_free(cell) || beliefs.map->is_narrow(cell)) continue;
    const Vec3 place = beliefs.map->point(cell, beliefs.position.y);
    const double value = worth(place, beliefs.position, pursuer->position);
    if (level_distance(place, beliefs.position) > 2.0 * kStride || value <= best_worth) continue;
    best = place;
    best_worth = value;
  }
  if (!best) return;
  task.goal = {};
  task.goal.points = {*best};
  task.goal.radius = 0.4;
  task.goal.speed = errand.speed;
}

}  // namespace fh::mind
