// SPDX-License-Identifier: Apache-2.0
#include "human/body/kinematics.h"

#include "math/lanes.h"

namespace fh::human {
using namespace math::lanes;
namespace {

using math::Vec3;

const std::array<std::uint8_t, kJointCount>& parents() {
  static const std::array<std::uint8_t, kJointCount> kParents = [] {
    std::array<std::uint8_t, kJointCount> table{};
    for (std::size_t i = 0; i < kJointCount; ++i)
      table[i] = static_cast<std::uint8_t>(index_of(parent_of(joint_at(i))));
    return table;
  }();
  return kParents;
}

template <class T>
void run(const Skeleton& skeleton, const Posture& posture, Frames<T>& frames) {
  V<T>* const rotations = reinterpret_cast<V<T>*>(frames.rotations.data());
  V<T>* const positions = reinterpret_cast<V<T>*>(frames.positions.data());
  const std::uint8_t* const parent = parents().data();
  rotations[0] = load<T>(posture.world_from_pelvis.rotation);
  positions[0] = load<T>(posture.world_from_pelvis.position);
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const V<T> q = rotations[parent[i]];
    rotations[i] = multiply<T>(q, load<T>(posture.rotations[i]));
    positions[i] = positions[parent[i]] + rotated<T>(q, load<T>(skeleton.offsets[i]));
  }
}

}  // namespace

void forward_kinematics(const Skeleton& skeleton, const Posture& posture, Frames<double>& frames) {
  run<double>(skeleton, posture, frames);
}

void forward_kinematics(const Skeleton& skeleton, const Posture& posture, Frames<float>& frames) {
  run<float>(skeleton, posture, frames);
}

math::Pose pelvis_for(const Skeleton& skeleton, const Posture& posture, Joint joint,
                      const math::Pose& world_from_joint) {
  math::Pose pelvis_from_joint;
  for (Joint j = joint; j != Joint::Pelvis; j = parent_of(j)) {
    pelvis_from_joint = math::Pose{posture[j], skeleton.offsets[index_of(j)]} * pelvis_from_joint;
  }
  return world_from_joint * math::inverse(pelvis_from_joint);
}

void dof_axes(const Frames<double>& frames, std::array<Vec3, kDofCount>& axes) {
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const JointInfo& joint = info(joint_at(i));
    const std::size_t first = joint.first_dof;
    // The first axis turns with the parent, the last with the segment, a middle one is at right angles to both.
    axes[first] = math::rotate(frames.rotation(joint.parent), joint.dofs[0].axis);
    if (joint.dof_count == 1) continue;
    const std::size_t last = joint.dof_count - 1u;
    axes[first + last] = math::rotate(frames.rotation(joint_at(i)), joint.dofs[last].axis);
    if (joint.dof_count < 3) continue;
    const Vec3 expected = glm::cross(joint.dofs[2].axis, joint.dofs[0].axis);
    const double sense = glm::dot(expected, joint.dofs[1].axis);  // ±1: handedness of the axes
    const Vec3 fallback = math::rotate(frames.rotation(joint.parent), joint.dofs[1].axis);
    axes[first + 1] = math::normalized_or(sense * glm::cross(axes[first + 2], axes[first]), fallback);
  }
}

void point_jacobian(const Frames<double>& frames, const std::array<Vec3, kDofCount>& axes, Joint joint,
                    const Vec3& point, std::array<Vec3, kDofCount>& columns) {
  columns.fill(Vec3(0.0));
  for (Joint j = joint; j != Joint::Pelvis; j = parent_of(j)) {
    const JointInfo& joint_info = info(j);
    for (std::size_t k = 0; k < joint_info.dof_count; ++k) {
      columns[joint_info.first_dof + k] = glm::cross(axes[joint_info.first_dof + k], point - frames.position(j));
    }
  }
}

}  // namespace fh::human
