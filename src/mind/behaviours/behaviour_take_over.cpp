// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// The hand goes to where the thing is seen; nothing is pulled from somebody who does not let go.
void behave_take_over(const BehaviourStep& step) {
  constexpr double kPatience = 20.0, kBelowShoulder = 0.25;  // s, m
  constexpr double kFresh = 1.0, kAtHand = 0.9;              // s, m: where it is held out
  TaskState& task = step.task;
  const scene::Errand& errand = errand_of(step);
  const HandFeel& feel = step.beliefs.hands;
  if (step.beliefs.holds(errand.what) && (!task.acts || feel.together == HandStatus::Done)) return end_with(step);
  if (task.acts && feel.together == HandStatus::Failed) return end_with(step, feel.apart);
  if (!meets_person(step)) return;
  if (!task.acts) step.wish.say.push_back({"May I have it, please?", step.plan.whom});
  task.acts = 1;
  task.reached_for += step.dt;
  if (task.reached_for > (errand.seconds > 0.0 ? errand.seconds : kPatience)) return end_with(step, Failure::NotGiven);
  step.wish.together = Together::Receive;
  step.wish.gesture_at = step.plan.whom;
  step.wish.thing = errand.what;
  step.wish.place = meeting_place(step, kBelowShoulder);
  const auto thing = step.beliefs.believed(errand.what);
  if (!thing || thing->age > kFresh) return;
  const math::Vec3 off(thing->middle.x - step.beliefs.position.x, 0.0, thing->middle.z - step.beliefs.position.z);
  if (glm::length(off) < kAtHand) step.wish.place = thing->middle;
}

}  // namespace fh::mind
