// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an agent makes of a sentence. A sentence is understood as a whole or not at all: unknown words are named, what
// fits several things is asked, what cannot be done is refused with the reason.
#include <string_view>

#include "language/plan.h"
#include "language/setting.h"

namespace fh::language {

Answer understand(const Setting& setting, std::string_view sentence);

}  // namespace fh::language
