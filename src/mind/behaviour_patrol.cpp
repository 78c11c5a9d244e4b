// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviour.h"

namespace fh::mind {

void behave_patrol(const BehaviourStep& step) {
  do_errands(step, {.again = true});
}

}  // namespace fh::mind
