// SPDX-License-Identifier: Apache-2.0
#pragma once
// Nearest distance of a forearm to a furnished hall, against Jolt's CollideShape.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_distance(const core::BenchSettings& settings);

}  // namespace fh::bench
