// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of benchmarks that `firsthand bench` offers. A benchmark is added by one row in benchmarks.cpp.
#include <vector>

#include "core/bench.h"

namespace fh::bench {

struct Benchmark {
  const char* name;   // as typed on the command line
  const char* about;  // one line for `bench --list`
  std::vector<core::BenchRow> (*run)(const core::BenchSettings&);
};

/// In the order in which they run.
const std::vector<Benchmark>& benchmarks();

}  // namespace fh::bench
