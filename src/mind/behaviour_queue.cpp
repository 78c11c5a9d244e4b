// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr double kQueueSpacing = 0.9;  // m from one waiting person to the next
constexpr int kQueuePlaces = 12;       // farther back nobody queues

/// A place in the row of those who wait for the errand's place: the first that nobody stands in.
Vec3 queue_place(const scene::Errand& errand, const TaskBeliefs& beliefs) {
  const auto back = -planning::direction_of(errand.yaw.value_or(0.0));
  for (int i = 0; i < kQueuePlaces; ++i) {
    const Vec3 place = errand.at + kQueueSpacing * i * Vec3(back.x, 0.0, back.y);
    if (!beliefs.somebody_stands_at(place, 0.5 * kQueueSpacing)) return place;
  }
  return errand.at + kQueueSpacing * kQueuePlaces * Vec3(back.x, 0.0, back.y);
}

bool join_queue(const BehaviourStep& step, const scene::Errand& errand) {
  TaskState& task = step.task;
  // An agent in the row does not take its own place for somebody else's: beliefs never contain the agent itself.
  if (task.rethink <= 0.0 || task.goal.points.empty()) {
    task.goal = goal_of(errand, step.beliefs);
    if (!task.goal.points.empty()) task.goal.points = {queue_place(errand, step.beliefs)};
    task.goal.facing = errand.yaw;
    task.rethink = kRethink;
  }
  return !task.goal.points.empty() && glm::length(task.goal.points[0] - errand.at) < 0.5 * kQueueSpacing;
}

}  // namespace

void behave_queue(const BehaviourStep& step) {
  do_errands(step, {.set_goal = join_queue});
}

}  // namespace fh::mind
