// SPDX-License-Identifier: Apache-2.0
#pragma once
// 1000 falling boxes, a step with 1 and 2 workers, against plain Jolt.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_physics(const core::BenchSettings& settings);

}  // namespace fh::bench
