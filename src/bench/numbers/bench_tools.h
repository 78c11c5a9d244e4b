// SPDX-License-Identifier: Apache-2.0
#pragma once
// Benchmark "hands": what holding things costs. A user in a small place, with empty hands and with a thing in each.
#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_tools(const core::BenchSettings& settings);

}  // namespace fh::bench
