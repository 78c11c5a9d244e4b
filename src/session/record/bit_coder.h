// SPDX-License-Identifier: Apache-2.0
#pragma once
// Adaptive binary arithmetic coding for the motion track: a bit costs as much as it surprises. Private to
// session/record. The writer and the reader take the same calls, so that one traversal of the data serves both.
// The reader is safe on any bytes: beyond the end it reads zeros and says so (is_past_end).
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fh::session {

/// The probability that the next bit in this place is one, learnt from the bits before.
struct BitModel {
  std::uint16_t one = 32768;

  void learn(bool bit) {
    constexpr int kRate = 5;
    if (bit)
      one = static_cast<std::uint16_t>(one + ((65535 - one) >> kRate));
    else
      one = static_cast<std::uint16_t>(one - (one >> kRate));
  }
};

/// Whole numbers that are mostly zero or small: zero flag, sign, length in bits, bits.
struct NumberModel {
  BitModel zero, sign;
};

/// How large numbers of one kind are that are not zero; many share one.
struct SizeModel {
  static constexpr std::size_t kLengths = 48;
  std::array<BitModel, kLengths> longer;
  std::array<BitModel, kLengths> second;  // the bit below the leading one, by length
};

class BitWriter {
 public:
  static constexpr bool kReads = false;

  void start(std::vector<std::byte>& out) {
    out_ = &out;
    low_ = 0;
    high_ = 0xffffffffu;
  }
  bool bit(BitModel& model, bool value) {
    split(static_cast<std::uint32_t>((static_cast<std::uint64_t>(high_ - low_) * model.one) >> 16), value);
    model.learn(value);
    return value;
  }
  bool plain_bit(bool value) {
    split((high_ - low_) >> 1, value);
    return value;
  }
  void finish() {
    for (int i = 0; i < 4; ++i) out_->push_back(std::byte(low_ >> (24 - 8 * i)));
  }
  bool is_past_end() const { return false; }

 private:
  void split(std::uint32_t share, bool value) {
    const std::uint32_t middle = low_ + share;
    if (value)
      high_ = middle;
    else
      low_ = middle + 1;
    while (((low_ ^ high_) >> 24) == 0) {
      out_->push_back(std::byte(high_ >> 24));
      low_ <<= 8;
      high_ = (high_ << 8) | 255u;
    }
  }

  std::vector<std::byte>* out_ = nullptr;
  std::uint32_t low_ = 0, high_ = 0xffffffffu;
};

class BitReader {
 public:
  static constexpr bool kReads = true;

  void start(std::span<const std::byte> bytes) {
    bytes_ = bytes;
    at_ = 0;
    low_ = code_ = 0;
    high_ = 0xffffffffu;
    for (int i = 0; i < 4; ++i) code_ = (code_ << 8) | next_byte();
  }
  /// The argument is ignored: it is what a writer would be given.
  bool bit(BitModel& model, bool = false) {
    const bool value = split(static_cast<std::uint32_t>((static_cast<std::uint64_t>(high_ - low_) * model.one) >> 16));
    model.learn(value);
    return value;
  }
  bool plain_bit(bool = false) { return split((high_ - low_) >> 1); }
  bool is_past_end() const { return at_ > bytes_.size(); }

 private:
  bool split(std::uint32_t share) {
    const std::uint32_t middle = low_ + share;
    const bool value = code_ <= middle;
    if (value)
      high_ = middle;
    else
      low_ = middle + 1;
    while (((low_ ^ high_) >> 24) == 0) {
      low_ <<= 8;
      high_ = (high_ << 8) | 255u;
      code_ = (code_ << 8) | next_byte();
    }
    return value;
  }
  std::uint32_t next_byte() {
    const std::uint32_t byte = at_ < bytes_.size() ? std::to_integer<std::uint32_t>(bytes_[at_]) : 0u;
    ++at_;
    return byte;
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  std::uint32_t low_ = 0, high_ = 0xffffffffu, code_ = 0;
};

/// Writes `value` and returns it, or reads and returns one. Magnitudes from 2^47 on are not representable; writers keep
/// below.
template <class Coder>
std::int64_t code_number(Coder& coder, NumberModel& model, SizeModel& sizes, std::int64_t value) {
  if (coder.bit(model.zero, value == 0)) return 0;
  const bool negative = coder.bit(model.sign, value < 0);
  const std::uint64_t size = static_cast<std::uint64_t>(value < 0 ? -value : value);
  std::size_t length = 0;  // of the number without its leading one
  while (length + 1 < SizeModel::kLengths && coder.bit(sizes.longer[length], (size >> (length + 1)) != 0)) ++length;
  std::uint64_t bits = 1;
  for (std::size_t i = length; i-- > 0;) {
    const bool set = ((size >> i) & 1u) != 0;
    bits = 2 * bits + (i + 1 == length ? coder.bit(sizes.second[length], set) : coder.plain_bit(set));
  }
  return negative ? -static_cast<std::int64_t>(bits) : static_cast<std::int64_t>(bits);
}

}  // namespace fh::session
