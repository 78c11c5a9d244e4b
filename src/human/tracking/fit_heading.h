// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which way the body faces, from what is tracked: the head looks about, the hands hang and work before the body, the
// way leads where people mostly go. Yaw as in math::yaw_of (0 along -Z, positive to the left).
#include "human/motion/smooth.h"
#include "human/tracking/fit_input.h"

namespace fh::human {

struct FitHeading {
  Follower yaw;               // of the pelvis, before the swing of walking
  Follower chest;             // yaw of the shoulders
  math::Vec3 hand_line{0.0};  // left hand to right hand over the floor, smoothed, m
  std::uint8_t started = 0;

  void visit(core::Archive& archive);
};

/// `velocity`: of the head over the floor, smoothed, m/s. `feet_yaw`: mean of the planted feet.
void advance_heading(FitHeading& heading, const math::Pose& world_from_head, const std::array<Tracker, 2>& wrists,
                     const math::Vec3& velocity, double feet_yaw, double dt);

}  // namespace fh::human
