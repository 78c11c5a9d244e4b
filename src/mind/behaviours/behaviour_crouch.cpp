// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

void behave_crouch(const BehaviourStep& step) {
  constexpr double kDown = 1.5;  // s to get down
  step.wish.stance = Stance::Crouch;
  if (step.task.elapsed >= kDown + errand_of(step).seconds) end_with(step);
}

}  // namespace fh::mind
