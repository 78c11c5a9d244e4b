// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

void behave_wave(const BehaviourStep& step) {
  constexpr double kWave = 2.5;  // s, at least
  step.wish.look_at = step.plan.whom;
  step.wish.gesture = Gesture::Wave;
  step.wish.gesture_at = step.plan.whom;
  if (step.task.elapsed >= std::max(kWave, errand_of(step).seconds)) end_with(step);
}

}  // namespace fh::mind
