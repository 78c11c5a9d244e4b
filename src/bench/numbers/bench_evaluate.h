// SPDX-License-Identifier: Apache-2.0
#pragma once
// Benchmark "evaluate": what measuring costs, in processor time. The place is the workshop with the people and the tour
// of its default visit.
#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_evaluate(const core::BenchSettings& settings);

}  // namespace fh::bench
