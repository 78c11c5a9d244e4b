// SPDX-License-Identifier: Apache-2.0
#pragma once
// What bodies had to bear in a visit, for the page: lifts, what was carried and pushed, the low back, joints as bars.
#include <string>

#include "core/json.h"

namespace fh::report {

/// `number`: of the visit in the page, which times lead to.
std::string load_tables(const core::Json& measures, std::size_t number);

}  // namespace fh::report
