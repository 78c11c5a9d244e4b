// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// What the other one makes of it, they say themselves.
void behave_tell(const BehaviourStep& step) {
  const scene::Errand& errand = errand_of(step);
  if (step.task.elapsed == 0.0) step.wish.say.push_back({errand.text, step.plan.whom, 1});
  step.wish.look_at = step.plan.whom;
  if (step.task.elapsed >= seconds_to_say(errand.text)) end_with(step);
}

}  // namespace fh::mind
