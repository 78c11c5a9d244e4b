// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether all that was said is in the plan. Grammar skips no word, so every word is in some part of a reading; a part
// without which the plan would be just the same was not understood, and is asked back.
#include <optional>
#include <vector>

#include "language/grounding/ground.h"

namespace fh::language {

/// The question about a part of `reading` that leaves no trace in its plan. Parts that only describe what is meant
/// anyway ("the hammer that is on the bench", "the door of the locker") and favours ("open it for jonas") may.
std::optional<Problem> unheeded(const Setting& setting, const std::vector<Clause>& reading);

}  // namespace fh::language
