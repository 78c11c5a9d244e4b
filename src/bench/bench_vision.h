// SPDX-License-Identifier: Apache-2.0
#pragma once
// `firsthand bench vision`: one look at the workshop against Embree and the GPU id pass, percepts and memory, fifty
// agents, growth with the number of triangles.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_vision(const core::BenchSettings& settings);

}  // namespace fh::bench
