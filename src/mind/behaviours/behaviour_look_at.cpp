// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// `blocked`: s that it did not see the thing; it culminates by sensing (CA-37).
void behave_look_at(const BehaviourStep& step) {
  constexpr double kFresh = 0.4, kPatience = 10.0;  // s
  TaskState& task = step.task;
  const scene::Errand& errand = errand_of(step);
  const auto item = step.beliefs.believed(errand.what);
  if (!item) return end_with(step, Failure::Unknown);
  step.wish.look_at = errand.what;
  const bool sees = item->sighted && item->age < kFresh;
  task.blocked = sees ? 0.0 : task.blocked + step.dt;
  if (sees) task.reached_for += step.dt;
  if (sees && task.reached_for >= std::max(errand.seconds, 0.3)) return end_with(step);
  if (task.blocked > kPatience) end_with(step, Failure::NotSeen);
}

}  // namespace fh::mind
