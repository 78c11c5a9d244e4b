// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// What cannot be done in this round is left out, and tried again in the next.
void behave_patrol(const BehaviourStep& step) {
  do_errands(step, {.again = true, .skips_failed = true});
}

}  // namespace fh::mind
