// SPDX-License-Identifier: Apache-2.0
#pragma once
// From feet, root and phase to the posture: the part of the gait without history, shared by the walker in the world
// and the straight walker.
#include <array>

#include "human/motion/upper_body.h"

namespace fh::human {

struct GaitPose {
  math::Vec3 root{0.0};
  double yaw = 0.0;
  double speed = 0.0;  // m/s forward, negative backwards
  Stride stride;
  double phase = 0.0;
  double stir = 1.0;
  double lean_forward = 0.0;  // radians: speeding up
  double lean_right = 0.0;    // radians: banking (JB-26)
  double duck = 0.0;          // m the head is lowered
  std::array<RolledFoot, 2> feet;
  std::array<bool, 2> planted{true, true};
  std::array<double, 2> arm_swing{1.0, 1.0};
};

/// Share of the leaning of a curve that the pelvis goes in, and that the feet go out; the trunk does the rest.
inline constexpr double kBankShare = 0.35;

/// How a lowered head is shared between knees and trunk.
struct DuckShape {
  double pelvis_drop = 0.0;  // m
  double bow = 0.0;          // radians
};
DuckShape duck_shape(const Walker& walker, double duck);

/// What the upper body is to follow.
UpperBodyMotion upper_body_motion(const Walker& walker, const GaitStyle& style, const GaitPose& pose);
/// Writes all of `out`.
HeadPlace pose_gait(const Walker& walker, const GaitStyle& style, const GaitPose& pose, const UpperBodyState& upper,
                    human::Posture& out);

}  // namespace fh::human
