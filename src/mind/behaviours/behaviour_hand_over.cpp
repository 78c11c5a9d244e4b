// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// Culminates by the feeling that the hand is empty, because the other one has pulled (CA-37).
void behave_hand_over(const BehaviourStep& step) {
  constexpr double kPatience = 20.0, kBelowShoulder = 0.25;  // s, m
  TaskState& task = step.task;
  const scene::Errand& errand = errand_of(step);
  const HandFeel& feel = step.beliefs.hands;
  if (!step.beliefs.holds(errand.what)) {
    const bool given = task.acts && feel.together == HandStatus::Done;
    return end_with(step, given ? Failure::None : Failure::NotHeld);
  }
  if (!meets_person(step)) return;
  if (!task.acts) step.wish.say.push_back({"Here you are.", step.plan.whom});
  task.acts = 1;
  task.reached_for += step.dt;
  if (task.reached_for > (errand.seconds > 0.0 ? errand.seconds : kPatience)) return end_with(step, Failure::NotTaken);
  step.wish.together = Together::Give;
  step.wish.gesture_at = step.plan.whom;
  step.wish.thing = errand.what;
  step.wish.place = meeting_place(step, kBelowShoulder);
}

}  // namespace fh::mind
