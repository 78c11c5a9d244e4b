// SPDX-License-Identifier: Apache-2.0
#pragma once
// The seven-axis arm that robotics libraries are compared on, solved by the same closed form as
// the human arm: T(q) = Rz(q0) Ry(q1) Rx(q2) Tx(upper) Rz(q3) Tx(fore) Rx(q4) Ry(q5) Rz(q6) Tx(hand), straight along +X
// in the zero pose; +X forward, +Y left, +Z up; a right arm, whose elbow likes to be low and outside.
#include <array>

#include "human/ik/limb.h"
#include "human/ik/swivel.h"
#include "math/pose.h"

namespace fh::human {

struct Arm7 {
  TwoLink links;
  double hand = 0.0;  // m, wrist to tool point
  std::array<Limit, 7> limits;
  BoxLimits shoulder, wrist;
};
/// The middle angles of shoulder and wrist within ±90 deg, all ranges but the elbow's narrower than 180 deg, the
/// elbow's within 0 … 180 deg.
Arm7 build_arm7(double upper, double fore, double hand, const std::array<Limit, 7>& limits);
/// The lengths and limits that `bench arm` compares on.
Arm7 reference_arm7();

struct Arm7Solution {
  std::array<double, 7> angles{};  // radians, within limits
  LimbStatus status = LimbStatus::Reached;
};
/// `base_from_tool`: wanted pose of the tool point. Unless Reached, the angles are the clamped ones of the preferred
/// swivel and do not meet it.
Arm7Solution solve_arm7(const Arm7& arm, const math::Pose& base_from_tool);

math::Pose tool_pose(const Arm7& arm, const std::array<double, 7>& angles);

}  // namespace fh::human
