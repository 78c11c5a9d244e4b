// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

void behave_get_up(const BehaviourStep& step) {
  const StanceFeel& feel = step.beliefs.stance;
  step.wish.stance = Stance::Upright;
  if (feel.stance == Stance::Upright && feel.status == HandStatus::Done) return end_with(step);
  if (step.task.elapsed > kStancePatience) end_with(step, Failure::Stuck);
}

}  // namespace fh::mind
