// SPDX-License-Identifier: Apache-2.0
#pragma once
// A posture: where the pelvis is and how every joint is turned; independent of the person's size. Two forms: rotations
// (for kinematics, blending) and angles about the joints' anatomical axes (for limits, torques, reports).
#include <array>

#include "human/body/joints.h"
#include "human/body/skeleton.h"
#include "math/pose.h"

namespace fh::human {

struct Posture {
  math::Pose world_from_pelvis;
  /// parent_from_joint; the pelvis' entry is unused and the identity.
  std::array<math::Quat, kJointCount> rotations;

  Posture() { rotations.fill(math::kIdentity); }
  math::Quat& operator[](Joint joint) { return rotations[index_of(joint)]; }
  const math::Quat& operator[](Joint joint) const { return rotations[index_of(joint)]; }

  void visit(core::Archive& archive) {
    archive.field("world_from_pelvis", world_from_pelvis);
    archive.field("rotations", rotations);
  }
};

/// Radians, by degree of freedom.
using Angles = std::array<double, kDofCount>;

/// The zero posture (upright, arms hanging, palms inward) on the floor at the origin, looking along -Z.
Posture zero_posture(const Skeleton& skeleton);

/// angles[0 … dof_count) in the order of the joint's axes.
math::Quat joint_rotation(Joint joint, const double* angles);
/// The angles of a rotation (Tait-Bryan about the joint's axes); for joints with fewer than three axes the nearest
/// rotation they can make. At a gimbal pole (second angle at 90 deg) the third angle is 0.
void joint_angles(Joint joint, const math::Quat& rotation, double* angles);

Angles angles_of(const Posture& posture);
/// Sets all joint rotations, not the pelvis pose.
void set_angles(Posture& posture, const Angles& angles);

/// One joint's rotation with every angle within its limits.
math::Quat within_limits(const Skeleton& skeleton, Joint joint, const math::Quat& rotation);
/// Brings every joint within its limits: the shoulders within the reach cone and twist range (J-24), all others angle
/// by angle. True if something changed.
bool clamp_to_limits(const Skeleton& skeleton, Posture& posture);
/// The largest excess over any limit, radians; 0 when all are kept.
double limit_excess(const Skeleton& skeleton, const Posture& posture);

/// Every joint on its shortest arc, the pelvis linearly; t in [0, 1].
Posture interpolate(const Posture& a, const Posture& b, double t);

}  // namespace fh::human
