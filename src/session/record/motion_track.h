// SPDX-License-Identifier: Apache-2.0
#pragma once
// The motion track of a recording: the moments of a visit themselves (postures, tracked points, feet, object poses,
// contacts, counters), quantised and predicted, so that a visit can be shown and measured where it no longer
// re-simulates. docs/recordings.md describes the rows.
//
// Accuracy of what is read back: joints, points and objects within 1 mm and 0.1 degrees; roots, soles of planted feet
// and velocities finer by far, since measures add them up; counters and states exactly. Every tick is kept.
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "frame/moment.h"

namespace fh::session {

inline constexpr std::uint32_t kMotionRowTicks = 90;  // ticks in a full row
inline constexpr std::uint32_t kMotionKeyRows = 6;    // every so many rows can be read without those before

class MotionEncoder {
 public:
  MotionEncoder();
  ~MotionEncoder();
  MotionEncoder(MotionEncoder&&) noexcept;
  MotionEncoder& operator=(MotionEncoder&&) noexcept;

  /// The moment after one more tick. The payload of a row once it is full, else empty; valid until the next call.
  /// A moment that does not follow the one before, or has other people or objects, starts a new key row.
  std::span<const std::byte> add(const frame::Moment& moment);
  /// The payload of what is left, or empty.
  std::span<const std::byte> flush();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

class MotionDecoder {
 public:
  MotionDecoder();
  ~MotionDecoder();
  MotionDecoder(MotionDecoder&&) noexcept;
  MotionDecoder& operator=(MotionDecoder&&) noexcept;

  enum class Outcome : std::uint8_t {
    Read,
    NoKey,    // depends on rows that were not read; try the next
    Damaged,  // impossible content; moments before it were handed out
  };
  /// Hands out the moments of one row, in order. The payload is not trusted.
  Outcome read(std::span<const std::byte> payload, const std::function<void(const frame::Moment&)>& each);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fh::session
