// SPDX-License-Identifier: Apache-2.0
#pragma once
// Benchmark "minds": what deciding costs agents that run action nets.
#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_minds(const core::BenchSettings& settings);

}  // namespace fh::bench
