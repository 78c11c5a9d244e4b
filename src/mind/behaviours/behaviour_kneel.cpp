// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// Culminates by the feeling of the ground under the knees.
void behave_kneel(const BehaviourStep& step) {
  TaskState& task = step.task;
  const StanceFeel& feel = step.beliefs.stance;
  step.wish.stance = Stance::Kneel;
  if (feel.stance != Stance::Kneel || feel.status == HandStatus::Busy) {
    if (task.elapsed > kStancePatience) end_with(step, Failure::NoRoom);
    return;
  }
  if (feel.status == HandStatus::Failed) return end_with(step, Failure::NoRoom);
  task.reached_for += step.dt;
  if (task.reached_for >= errand_of(step).seconds) end_with(step);
}

}  // namespace fh::mind
