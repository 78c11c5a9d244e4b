// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// Ahead and aside are those of the body as it stands when it begins.
void behave_move(const BehaviourStep& step) {
  TaskState& task = step.task;
  const TaskBeliefs& beliefs = step.beliefs;
  if (task.goal.points.empty()) {
    const scene::Errand& errand = errand_of(step);
    const planning::Vec2 ahead = planning::direction_of(beliefs.facing);
    const math::Vec3 forward(ahead.x, 0.0, ahead.y), right(-ahead.y, 0.0, ahead.x);
    task.goal.points = {beliefs.position + errand.ahead * forward + errand.aside * right};
    task.goal.radius = 0.15;
    task.goal.facing = beliefs.facing;
    return;
  }
  if (beliefs.way == planning::NavStatus::Arrived) {
    const math::Vec3 off = task.goal.points[0] - beliefs.position;
    const bool there = glm::length(math::Vec2(off.x, off.z)) < 0.35;
    return end_with(step, there ? Failure::None : Failure::TooFar);
  }
  if (beliefs.way == planning::NavStatus::GaveUp || task.elapsed > 60.0) end_with(step, Failure::NoWay);
}

}  // namespace fh::mind
