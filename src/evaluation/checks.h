// SPDX-License-Identifier: Apache-2.0
#pragma once
// The checks of a scenario, judged by the figures of a visit.
#include <span>

#include "core/json.h"
#include "scene/scenario/checks.h"

namespace fh::evaluation {

/// One row per check: name, body, result ("pass", "fail" or "cannot_tell"), value, low, high, limit, unit, at_s,
/// source; null where there is nothing to tell. A value whose band reaches across its limit cannot be told, and neither
/// can what was not measured. `measures`: Observers::report() of everything, with the users' names.
core::Json judge_checks(std::span<const scene::Check> checks, const core::Json& measures, const std::string& body);

}  // namespace fh::evaluation
