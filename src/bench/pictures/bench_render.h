// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a picture costs: the CPU's part (culling, recording, submitting) and the whole frame.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

/// Empty with a note row when there is no Vulkan device.
std::vector<core::BenchRow> bench_render(const core::BenchSettings& settings);

}  // namespace fh::bench
