// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

void behave_stand(const BehaviourStep& step) {
  step.task.stage = Stage::Done;
}

}  // namespace fh::mind
