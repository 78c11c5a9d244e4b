// SPDX-License-Identifier: Apache-2.0
#pragma once
// `firsthand bench crowd`: what 50 to 400 agents cost to decide, plan and move per tick, whether SQUARE 100 and 250
// jam, and how many encounters of a stress run end in an unresolved jam.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_crowd(const core::BenchSettings& settings);

}  // namespace fh::bench
