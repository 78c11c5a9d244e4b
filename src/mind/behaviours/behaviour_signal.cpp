// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

void behave_signal(const BehaviourStep& step) {
  step.wish.signal.push_back(errand_of(step).text);
  end_with(step);
}

}  // namespace fh::mind
