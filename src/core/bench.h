// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measuring: rows of `firsthand bench`. A row carries a hash of the results it computed, so that a faster wrong answer
// is noticed, and a rival's time taken in the same run, since machines are noisy and only ratios travel.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/time.h"

namespace fh::core {

struct BenchRow {
  std::string name;       // "physics"
  std::string case_name;  // "1000 boxes, 1 worker"
  double median_us = 0.0;
  double p95_us = 0.0;
  int n = 0;               // samples
  std::uint64_t hash = 0;  // of what was computed; 0 when nothing deterministic is computed
  std::string rival;       // what it was compared with in the same run, or empty
  double rival_median_us = 0.0;
  std::string note;  // a figure that is not a time ("1.9 M rays/s")
};

struct BenchSettings {
  bool quick = false;  // few samples, for smoke tests
};

struct Timing {
  double median_us = 0.0, p95_us = 0.0;
  int n = 0;
};

/// Of samples in microseconds, at least one.
inline Timing timing_of(std::vector<double> us) {
  std::sort(us.begin(), us.end());
  return {us[us.size() / 2], us[us.size() * 95 / 100], static_cast<int>(us.size())};
}

inline BenchRow bench_row(std::string name, std::string case_name, const Timing& timing, std::uint64_t hash = 0,
                          std::string note = {}) {
  return {.name = std::move(name),
          .case_name = std::move(case_name),
          .median_us = timing.median_us,
          .p95_us = timing.p95_us,
          .n = timing.n,
          .hash = hash,
          .rival = {},
          .rival_median_us = 0.0,
          .note = std::move(note)};
}

/// Times `samples` runs of `work`, each repeated `repeats` times (the time is per repeat), after one warm-up run.
template <class Work>
Timing time_work(int samples, int repeats, Work&& work) {
  std::vector<double> us;
  work();
  for (int i = 0; i < samples; ++i) {
    const Stopwatch watch;
    for (int r = 0; r < repeats; ++r) work();
    us.push_back(watch.seconds() * 1e6 / repeats);
  }
  return timing_of(std::move(us));
}

/// Keeps the compiler from dropping a computation whose result is not used.
template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

}  // namespace fh::core
