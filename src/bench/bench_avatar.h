// SPDX-License-Identifier: Apache-2.0
#pragma once
// The user's whole body per frame (at most 40 us wanted), and 20 of them at 90 Hz as a share of one core.
#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_avatar(const core::BenchSettings& settings);

}  // namespace fh::bench
