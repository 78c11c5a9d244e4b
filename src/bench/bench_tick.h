// SPDX-License-Identifier: Apache-2.0
#pragma once
// Benchmark "tick": one whole simulation tick of the default visit, sensing included.
#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_tick(const core::BenchSettings& settings);

}  // namespace fh::bench
