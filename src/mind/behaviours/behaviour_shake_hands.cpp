// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// CA-28: attention, the hand goes out, contact, the hands move together, release.
void behave_shake_hands(const BehaviourStep& step) {
  constexpr double kPatience = 15.0, kBelowShoulder = 0.30;  // s, m
  TaskState& task = step.task;
  const scene::Errand& errand = errand_of(step);
  const HandFeel& feel = step.beliefs.hands;
  if (task.acts && feel.together == HandStatus::Done) return end_with(step);
  if (task.acts && feel.together == HandStatus::Failed) return end_with(step, feel.apart);
  if (!meets_person(step)) return;
  task.acts = 1;
  task.reached_for += step.dt;
  if (task.reached_for > (errand.seconds > 0.0 ? errand.seconds : kPatience)) return end_with(step, Failure::NoAnswer);
  step.wish.together = Together::Shake;
  step.wish.gesture_at = step.plan.whom;
  step.wish.place = meeting_place(step, kBelowShoulder);
}

}  // namespace fh::mind
