// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

double seconds_to_say(const std::string& text) {
  constexpr double kBreath = 0.6, kPerLetter = 0.065;  // s: about 160 words in a minute
  return kBreath + kPerLetter * static_cast<double>(text.size());
}

void behave_say(const BehaviourStep& step) {
  const scene::Errand& errand = errand_of(step);
  if (step.task.elapsed == 0.0) step.wish.say.push_back({errand.text, step.plan.whom});
  step.wish.look_at = step.plan.whom;
  if (step.task.elapsed >= seconds_to_say(errand.text)) end_with(step);
}

}  // namespace fh::mind
