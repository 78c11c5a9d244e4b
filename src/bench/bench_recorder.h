// SPDX-License-Identifier: Apache-2.0
#pragma once
// What recording costs: a recorded tick against the same tick unrecorded.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_recorder(const core::BenchSettings& settings);

}  // namespace fh::bench
