// SPDX-License-Identifier: Apache-2.0
#pragma once
// `firsthand bench arm_plan`: ways of a seven-axis arm between a table and a shelf, against OMPL's RRT-Connect with
// FCL.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_arm_plan(const core::BenchSettings& settings);

}  // namespace fh::bench
