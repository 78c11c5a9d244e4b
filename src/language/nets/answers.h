// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an agent answers to a question: from where it believes people and things to be, and from what it does and holds
// itself. What it does not know it says so.
#include <string>

#include "language/plan.h"
#include "language/setting.h"

namespace fh::language {

/// To a step with a question; ends with a full stop.
std::string answer_to(const Setting& setting, const Step& step);

}  // namespace fh::language
