// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a body reaches straight ahead, seen from its right, as SVG.
#include <string>

#include "evaluation/reach/reach_field.h"

namespace fh::report {

std::string reach_figure(const evaluation::ReachField& field);

}  // namespace fh::report
