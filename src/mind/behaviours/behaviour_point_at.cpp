// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// The arm is stretched out from the shoulder towards where the thing is believed to be (CA-19).
void behave_point_at(const BehaviourStep& step) {
  constexpr double kRaise = 1.0, kShow = 1.5;  // s to bring the arm up; that it stays up at least
  const scene::Errand& errand = errand_of(step);
  if (!step.beliefs.believed(errand.what)) return end_with(step, Failure::Unknown);
  step.wish.look_at = errand.what;
  step.wish.gesture = Gesture::Point;
  step.wish.gesture_at = errand.what;
  if (step.task.elapsed >= kRaise + std::max(kShow, errand.seconds)) end_with(step);
}

}  // namespace fh::mind
