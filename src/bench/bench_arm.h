// SPDX-License-Identifier: Apache-2.0
#pragma once
// `firsthand bench arm`: closed-form arms and legs on one core, the seven-axis arm against a scan of its swivel.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_arm(const core::BenchSettings& settings);

}  // namespace fh::bench
