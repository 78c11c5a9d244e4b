// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the elbow likes to be, and where it may be at all. Poles and axes are in the thorax frame of a right arm (+X
// right, +Y up, -Z forward).
#include <vector>

#include "human/ik/limb.h"
#include "math/pose.h"

namespace fh::human {

struct Arm;

/// Swivels from `from` to `to`, counter-clockwise, radians in [-pi, pi]; `to` may lie beyond pi by up to a turn. The
/// same: a single one.
struct SwivelInterval {
  double from = 0.0, to = 0.0;
};
/// Every swivel of the elbow (ArmSolution::swivel) with which all limits hold and the hand has this pose, for an arm
/// that hangs at this clavicle (K-05): none, single ones, intervals, or the whole circle. Exact, in order.
std::vector<SwivelInterval> allowed_swivels(const Arm& arm, const math::Pose& frame_from_thorax,
                                            const math::Pose& frame_from_hand, const math::Quat& clavicle);

/// Unit vector at right angles to the unit vector `axis` (shoulder -> wrist) that counts as swivel 0. A field with a
/// single singularity (CA-08), at a direction the arm cannot take: back, up and inward. Its rate of turning is at most
/// 1.8 times that of the axis over all directions an arm can take.
inline math::Vec3 elbow_pole(const math::Vec3& axis) {
  // Unit vectors along (0.45, -0.45, -0.77) and, at right angles to it, towards (0.35, -0.80, 0.45).
  constexpr math::Vec3 kMiddle{0.45047324549222567, -0.45047324549222567, -0.77080977562003061};
  constexpr math::Vec3 kPole{0.28210891807639399, -0.74731436106262361, 0.60161100728903627};
  const math::Vec3 k = glm::cross(kMiddle, axis), turned = glm::cross(k, kPole);
  const double open = 1.0 + glm::dot(kMiddle, axis);
  return open > 1e-9 ? kPole + turned + (1.0 / open) * glm::cross(k, turned) : math::any_orthogonal(axis);
}

/// The natural elbow: Soechting and Flanders' sensorimotor map (K-40) gives a direction of the upper arm, of which only
/// the swivel is used; it fades into the pole field outside of where it was measured. `distance`: shoulder - wrist as a
/// share of the arm's length. Continuous.
Swivel natural_swivel(const math::Vec3& axis, const math::Vec3& pole, double distance);

}  // namespace fh::human
