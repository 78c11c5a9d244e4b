// SPDX-License-Identifier: Apache-2.0
// Stands in for src/bench in the program that tests/lint/dead_code.py examines: code that only a benchmark calls is
// dead.
#include "bench/benchmarks.h"

namespace fh::bench {

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> kNone;
  return kNone;
}

}  // namespace fh::bench
