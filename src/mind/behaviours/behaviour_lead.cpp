// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

constexpr double kTooFarBehind = 3.5;   // m: the agent stops and waits
constexpr double kCaughtUp = 2.5;       // m: it goes on
constexpr double kUnseen = 4.0;         // s without a sight of them: it turns round
constexpr double kLeadPatience = 30.0;  // s of waiting before it gives up

}  // namespace

/// `blocked` counts the seconds of waiting, `still` is 1 while it waits.
void behave_lead(const BehaviourStep& step) {
  TaskState& task = step.task;
  const TaskBeliefs& beliefs = step.beliefs;
  const auto follower = beliefs.believed(step.plan.whom);
  const bool lost = !follower || follower->age > kUnseen;
  double distance = 1e9;
  if (follower)
    distance =
        glm::length(math::Vec2(follower->middle.x - beliefs.position.x, follower->middle.z - beliefs.position.z));
  const bool waited = task.still > 0.0;
  const bool waits = lost || distance > (waited ? kCaughtUp : kTooFarBehind);
  task.still = waits ? 1.0 : 0.0;
  task.blocked = waits ? task.blocked + step.dt : 0.0;
  step.wish.look_at = step.plan.whom;
  if (task.blocked > kLeadPatience) return end_with(step, Failure::NotSeen);
  if (waits) {
    task.goal = {};
    if (!follower) return;
    task.goal.points = {beliefs.position};
    task.goal.radius = 0.4;
    task.goal.facing =
        planning::yaw_of({follower->middle.x - beliefs.position.x, follower->middle.z - beliefs.position.z});
    return;
  }
  if (task.goal.points.empty() || waited) {
    task.goal = goal_of(errand_of(step), beliefs);
    if (task.goal.points.empty()) return end_with(step, Failure::Unknown);
    return;
  }
  if (beliefs.way == planning::NavStatus::Arrived) end_with(step);
  if (beliefs.way == planning::NavStatus::GaveUp) end_with(step, Failure::NoWay);
}

}  // namespace fh::mind
