// SPDX-License-Identifier: Apache-2.0
#pragma once
// `firsthand bench posture`: postures of the whole body for goals of hands and gaze, on one core.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_posture(const core::BenchSettings& settings);

}  // namespace fh::bench
