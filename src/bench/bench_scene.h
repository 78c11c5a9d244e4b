// SPDX-License-Identifier: Apache-2.0
#pragma once
// `firsthand bench scene`: reading places: the bundled workshop, and a glTF of 500 000 triangles (under 3 s).
#include <vector>

#include "core/bench.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_scene(const core::BenchSettings& settings);

}  // namespace fh::bench
