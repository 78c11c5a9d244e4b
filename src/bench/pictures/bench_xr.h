// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a headset frame costs the CPU between xrWaitFrame and xrEndFrame: input, ticks, snapshot, eyes, recording of the
// picture. Waiting for the runtime and the graphics device is left out. Needs a runtime: tools/openxr-sandbox.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_xr(const core::BenchSettings& settings);

}  // namespace fh::bench
