// SPDX-License-Identifier: Apache-2.0
#pragma once
// Simulated time is counted in ticks; the wall clock is only for pacing and benchmarks, never inside the tick.
#include <chrono>
#include <cstdint>

namespace fh::core {

inline constexpr std::int64_t kTicksPerSecond = 90;
inline constexpr double kTickSeconds = 1.0 / 90.0;
using Tick = std::int64_t;

inline double seconds_of(Tick tick) {
  return static_cast<double>(tick) / static_cast<double>(kTicksPerSecond);
}

/// The nearest tick to a non-negative time.
inline Tick ticks_of(double seconds) {
  return static_cast<Tick>(seconds * static_cast<double>(kTicksPerSecond) + 0.5);
}

/// Wall-clock stopwatch for benchmarks and reports.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace fh::core
