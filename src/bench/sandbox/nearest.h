// SPDX-License-Identifier: Apache-2.0
#pragma once
// The nearest few of many, without branches on how near they are: nobody can predict those.
#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace fh::planning {

/// Keeps the kMost numbers with the least squared distances. Distances are compared as floats; equal ones by number.
template <std::size_t kMost>
class Nearest {
 public:
  void add(double squared, std::uint32_t number) {
    if (count_ == kRoom) sort();
    // Bits of floats that are not negative have the order of the floats.
    keys_[count_++] =
        static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(static_cast<float>(squared))) << 32 | number;
  }
  /// Nearest first; ends the use of this.
  std::span<const std::uint32_t> take() {
    sort();
    for (std::size_t i = 0; i < count_; ++i) numbers_[i] = static_cast<std::uint32_t>(keys_[i]);
    return std::span(numbers_).first(count_);
  }

 private:
  static constexpr std::size_t kRoom = 4 * kMost;

  /// Each goes to the place that the number of nearer ones tells: quadratic, but the compiler compares four at a time.
  void sort() {
    const std::array<std::int64_t, kRoom> keys = keys_;
    const std::size_t count = count_;
    for (std::size_t i = 0; i < count; ++i) {
      std::int64_t rank = 0;
      for (std::size_t k = 0; k < count; ++k) rank += keys[k] < keys[i];
      keys_[static_cast<std::size_t>(rank)] = keys[i];
    }
    count_ = count < kMost ? count : kMost;
  }

  std::array<std::int64_t, kRoom> keys_;
  std::array<std::uint32_t, kMost> numbers_;
  std::size_t count_ = 0;
};

}  // namespace fh::planning
