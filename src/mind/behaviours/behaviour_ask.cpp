// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// Whatever the person says after the question is an answer; what it says, edges find out by `heard`.
void behave_ask(const BehaviourStep& step) {
  constexpr double kPatience = 10.0;  // s
  TaskState& task = step.task;
  const scene::Errand& errand = errand_of(step);
  if (task.elapsed == 0.0) step.wish.say.push_back({errand.text, step.plan.whom});
  step.wish.look_at = step.plan.whom;
  const core::BodyId whom = step.catalogue.person_named(step.plan.whom);
  for (const Heard& heard : step.beliefs.heard) {
    if (heard.from == whom && heard.at >= step.beliefs.seconds - task.elapsed && task.elapsed > 0.0)
      return end_with(step);
  }
  if (task.elapsed >= seconds_to_say(errand.text) + (errand.seconds > 0.0 ? errand.seconds : kPatience))
    end_with(step, Failure::NoAnswer);
}

}  // namespace fh::mind
