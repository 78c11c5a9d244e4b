// SPDX-License-Identifier: Apache-2.0
#pragma once
// The map of where a thing can be seen from, as SVG.
#include <string>

#include "evaluation/sight/sight_map.h"

namespace fh::report {

std::string sight_figure(const evaluation::SightMap& map);

}  // namespace fh::report
