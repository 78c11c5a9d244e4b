// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

constexpr double kFacesIt = math::radians(6.0);
constexpr double kLongestTurn = 8.0;  // s

std::optional<double> wanted_heading(const BehaviourStep& step) {
  const scene::Errand& errand = errand_of(step);
  if (errand.turn) return math::wrap_angle(step.beliefs.facing + *errand.turn);
  if (errand.yaw) return errand.yaw;
  const auto item = step.beliefs.believed(errand.what);
  if (!item) return {};
  return planning::yaw_of({item->middle.x - step.beliefs.position.x, item->middle.z - step.beliefs.position.z});
}

}  // namespace

void behave_turn(const BehaviourStep& step) {
  TaskState& task = step.task;
  if (task.goal.points.empty()) {
    const auto heading = wanted_heading(step);
    if (!heading) return end_with(step, Failure::Unknown);
    task.goal.points = {step.beliefs.position};
    task.goal.radius = 0.4;
    task.goal.facing = heading;
  }
  step.wish.look_at = errand_of(step).what;
  if (std::abs(math::wrap_angle(*task.goal.facing - step.beliefs.facing)) < kFacesIt) return end_with(step);
  if (task.elapsed > kLongestTurn) end_with(step, Failure::Late);
}

}  // namespace fh::mind
