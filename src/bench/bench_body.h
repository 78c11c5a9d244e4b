// SPDX-License-Identifier: Apache-2.0
#pragma once
// `firsthand bench body`: forward kinematics, centre of mass and skinning matrices of one body on one core.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_body(const core::BenchSettings& settings);

}  // namespace fh::bench
