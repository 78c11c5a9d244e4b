// SPDX-License-Identifier: Apache-2.0
#pragma once
// `firsthand bench grid`: projecting obstacles, growing them and searching ways (K, table 3.1; OFFICE-40), fresh and
// after local changes, against plain A* and Dijkstra of the same code.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_grid(const core::BenchSettings& settings);

}  // namespace fh::bench
