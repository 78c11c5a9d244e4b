// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where in a user's field of view things were when they were seen best, as a polar map (J-04): the angle from the gaze
// outwards, the meridian around, the boundaries of both eyes' fields over it.
#include <string>

#include "core/json.h"

namespace fh::report {

/// One figure for each user that saw anything. `measures`: of a visit.
std::string retina_figures(const core::Json& measures);

}  // namespace fh::report
