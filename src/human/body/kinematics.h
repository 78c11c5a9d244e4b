// SPDX-License-Identifier: Apache-2.0
#pragma once
// Forward kinematics (K-04, J-17): where all joint frames are in the world. Flat arrays, no allocation.
#include <array>
#include <span>

#include "human/body/posture.h"

namespace fh::human {

/// Result of forward kinematics. `rotations` are unit quaternions in the order x, y, z, w; `positions` have a fourth,
/// unused component: both are read four at a time.
template <class T>
struct Frames {
  struct alignas(4 * sizeof(T)) Four {
    T x, y, z, w;
  };
  std::array<Four, kJointCount> rotations;
  std::array<Four, kJointCount> positions;

  math::Vec3 position(Joint joint) const {
    const Four& p = positions[index_of(joint)];
    return {p.x, p.y, p.z};
  }
  math::Quat rotation(Joint joint) const {
    const Four& q = rotations[index_of(joint)];
    return {q.w, q.x, q.y, q.z};
  }
  math::Pose pose(Joint joint) const { return {rotation(joint), position(joint)}; }
};

/// world_from_joint for all joints.
void forward_kinematics(const Skeleton& skeleton, const Posture& posture, Frames<double>& frames);
void forward_kinematics(const Skeleton& skeleton, const Posture& posture, Frames<float>& frames);

/// Re-rooting (J-16): the pelvis pose for which `joint` stands at `world_from_joint` in this posture. All other world
/// frames follow as if the figure were rooted there.
math::Pose pelvis_for(const Skeleton& skeleton, const Posture& posture, Joint joint,
                      const math::Pose& world_from_joint);

/// World directions of all axes (unit vectors), for torques and Jacobians (J-39, J-46).
void dof_axes(const Frames<double>& frames, std::array<math::Vec3, kDofCount>& axes);
/// Column k: velocity of the world point `point`, fixed to `joint`, per unit rate of degree of freedom k (J-46).
void point_jacobian(const Frames<double>& frames, const std::array<math::Vec3, kDofCount>& axes, Joint joint,
                    const math::Vec3& point, std::array<math::Vec3, kDofCount>& columns);

}  // namespace fh::human
