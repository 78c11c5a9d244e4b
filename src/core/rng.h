// SPDX-License-Identifier: Apache-2.0
#pragma once
// Deterministic random streams keyed by (seed, body, purpose): adding a consumer never shifts another's numbers.
// Generator: splitmix64 (Steele, Lea, Flood 2014). No std distributions: their results differ between libraries.
#include <cstdint>
#include <string_view>

namespace fh::core {

class Archive;

class Rng {
 public:
  explicit Rng(std::uint64_t seed = 0) : state_(seed) {}
  /// The stream of one body for one purpose ("gaze", "gait-variation"), independent of all others.
  Rng(std::uint64_t seed, std::uint32_t body, std::string_view purpose);

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ull;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, 1) with 53 random bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Uniform in [0, count); count > 0. Multiply-shift on the upper 32 bits: bias below count / 2^32.
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(((next() >> 32) * count) >> 32); }

  void visit(Archive& archive);

 private:
  std::uint64_t state_;
};

}  // namespace fh::core
