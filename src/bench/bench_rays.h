// SPDX-License-Identifier: Apache-2.0
#pragma once
// Nearest hits in a furnished hall, one by one and in batches, against plain Jolt.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_rays(const core::BenchSettings& settings);

}  // namespace fh::bench
