// SPDX-License-Identifier: Apache-2.0
#include "human/body/posture.h"

#include <algorithm>

#include "human/body/shoulder.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Quat;
using math::Vec3;

math::Mat3 axis_basis(const JointInfo& joint) {
  const Vec3 a = joint.dofs[0].axis, b = joint.dofs[1].axis;
  return {a, b, joint.dof_count == 3 ? joint.dofs[2].axis : glm::cross(a, b)};
}

}  // namespace

Posture zero_posture(const Skeleton& skeleton) {
  Posture posture;
  posture.world_from_pelvis.position = skeleton.standing_pelvis();
  return posture;
}

Quat joint_rotation(Joint joint, const double* angles) {
  const JointInfo& joint_info = info(joint);
  Quat rotation = math::kIdentity;
  for (std::size_t k = 0; k < joint_info.dof_count; ++k) {
    rotation = rotation * math::from_axis_angle(joint_info.dofs[k].axis, angles[k]);
  }
  return rotation;
}

void joint_angles(Joint joint, const Quat& rotation, double* angles) {
  const JointInfo& joint_info = info(joint);
  if (joint_info.dof_count == 0) return;
  if (joint_info.dof_count == 1) {
    angles[0] = math::swing_twist(rotation, joint_info.dofs[0].axis).twist;
    return;
  }
  // In the basis of its axes the rotation is Rx Ry Rz; in a left-handed basis all angles change sign.
  const math::Mat3 basis = axis_basis(joint_info);
  const double sign = glm::dot(glm::cross(basis[0], basis[1]), basis[2]) < 0.0 ? -1.0 : 1.0;
  const math::Mat3 r = glm::transpose(basis) * math::to_matrix(rotation) * basis;  // r[column][row]
  const double second = math::asin(r[2][0]);
  double first = 0.0, third = 0.0;
  if (std::abs(r[2][0]) < 1.0 - 1e-12) {
    first = math::atan2(-r[2][1], r[2][2]);
    third = math::atan2(-r[1][0], r[0][0]);
  } else {
    first = math::atan2(r[1][2], r[1][1]);
  }
  angles[0] = sign * first;
  angles[1] = sign * second;
  if (joint_info.dof_count == 3) angles[2] = sign * third;
}

Angles angles_of(const Posture& posture) {
  Angles angles{};
  for (std::size_t i = 1; i < kJointCount; ++i) {
    joint_angles(joint_at(i), posture.rotations[i], &angles[info(joint_at(i)).first_dof]);
  }
  return angles;
}

void set_angles(Posture& posture, const Angles& angles) {
  for (std::size_t i = 1; i < kJointCount; ++i) {
    posture.rotations[i] = joint_rotation(joint_at(i), &angles[info(joint_at(i)).first_dof]);
  }
}

math::Quat within_limits(const Skeleton& skeleton, Joint joint, const math::Quat& rotation) {
  const JointInfo& joint_info = info(joint);
  std::array<double, 3> angles{};
  joint_angles(joint, rotation, angles.data());
  for (std::size_t k = 0; k < joint_info.dof_count; ++k) {
    const Limit& limit = skeleton.limits[joint_info.first_dof + k];
    angles[k] = math::clamp(angles[k], limit.lower, limit.upper);
  }
  return joint_rotation(joint, angles.data());
}

bool clamp_to_limits(const Skeleton& skeleton, Posture& posture) {
  bool changed = false;
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const Joint joint = joint_at(i);
    if (joint == Joint::LeftUpperArm || joint == Joint::RightUpperArm) continue;
    const JointInfo& joint_info = info(joint);
    std::array<double, 3> angles{};
    joint_angles(joint, posture.rotations[i], angles.data());
    bool outside = false;
    for (std::size_t k = 0; k < joint_info.dof_count; ++k) {
      const Limit& limit = skeleton.limits[joint_info.first_dof + k];
      const double kept = math::clamp(angles[k], limit.lower, limit.upper);
      outside |= std::abs(kept - angles[k]) > 1e-12;
      angles[k] = kept;
    }
    if (outside) posture.rotations[i] = joint_rotation(joint, angles.data());
    changed |= outside;
  }
  for (const Side side : {Side::Left, Side::Right}) changed |= clamp_shoulder(posture, side);
  return changed;
}

double limit_excess(const Skeleton& skeleton, const Posture& posture) {
  double worst = 0.0;
  const Angles angles = angles_of(posture);
  for (std::size_t dof = 0; dof < kDofCount; ++dof) {
    const Joint joint = place_of_dof(dof).joint;
    if (joint == Joint::LeftUpperArm || joint == Joint::RightUpperArm) continue;
    worst = std::max({worst, skeleton.limits[dof].lower - angles[dof], angles[dof] - skeleton.limits[dof].upper});
  }
  for (const Side side : {Side::Left, Side::Right}) worst = std::max(worst, shoulder_excess(posture, side));
  return worst;
}

Posture interpolate(const Posture& a, const Posture& b, double t) {
  Posture result;
  result.world_from_pelvis = math::interpolate(a.world_from_pelvis, b.world_from_pelvis, t);
  for (std::size_t i = 1; i < kJointCount; ++i) {
    result.rotations[i] = math::slerp(a.rotations[i], b.rotations[i], t);
  }
  return result;
}

}  // namespace fh::human
