// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/bench.h"

namespace fh::bench {

/// One tick of the gait per body: standing, walking, curves, jogging, stairs; and of a captured clip.
std::vector<core::BenchRow> bench_gait(const core::BenchSettings& settings);

}  // namespace fh::bench
