// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one rule for poses and numbers that come from outside, whoever sends them: a runtime, a window, a tour. What is
// not finite, out of range or moves faster than anything tracked can is refused: the pose counts as lost (not valid,
// not tracked), a number as its resting value. What is left is a row that is_plausible() accepts, so that every
// recording can be read again.
#include <array>
#include <cstdint>

#include "frame/frame_input.h"

namespace fh::frame {

/// Of one user. Give it every frame, in order.
class InputGuard {
 public:
  /// Mends `input` in place; returns how many of its values were refused. Rows that have passed once pass unchanged.
  /// `ticks`: of the frame.
  std::uint32_t admit(FrameInput& input, std::uint32_t ticks = 1);
  /// Since the start.
  std::uint64_t refused() const { return refused_; }

 private:
  /// Where a tracked thing was when it was last believed.
  struct Known {
    math::Pose pose;
    std::uint32_t ticks_ago = 0;
    bool seen = false;
  };

  bool admit(TrackedPose& tracked, Known& known);
  bool admit_numbers(HandInput& hand);
  bool admit_space(SpaceChange& change);

  std::array<Known, 1 + 2 * kHands + kExtraTrackers> known_;
  std::uint64_t refused_ = 0;
};

}  // namespace fh::frame
