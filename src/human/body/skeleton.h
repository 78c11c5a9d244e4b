// SPDX-License-Identifier: Apache-2.0
#pragma once
// A person's skeleton: where the joint centres are and how far each joint goes. Constant after building; postures and
// results live elsewhere (Pinocchio's split of model and data).
#include <array>

#include "human/body/dimensions.h"
#include "human/body/joints.h"
#include "math/pose.h"

namespace fh::human {

struct Limit {
  double lower = 0.0, upper = 0.0;  // radians
};

struct Skeleton {
  /// Joint centre in its parent's frame; for the pelvis (mid-point of the hip centres) its place above the floor when
  /// standing in the zero posture.
  std::array<math::Vec3, kJointCount> offsets;
  std::array<Limit, kDofCount> limits;
  math::Vec3 eye_forward{0.0, 0.0, -1.0};

  math::Vec3 standing_pelvis() const { return offsets[0]; }
  double upper_arm_length() const { return glm::length(offsets[index_of(Joint::RightForearm)]); }
  double forearm_length() const {
    return glm::length(offsets[index_of(Joint::RightForearmTwist)]) + glm::length(offsets[index_of(Joint::RightHand)]);
  }
  double thigh_length() const { return glm::length(offsets[index_of(Joint::RightShank)]); }
  double shank_length() const { return glm::length(offsets[index_of(Joint::RightFoot)]); }
};

/// Joint centres from surface dimensions. Regressions: docs/human-model.md lists each with its source.
Skeleton build_skeleton(const Dimensions& dimensions);

/// Joint centres of the zero posture, standing on the floor at the origin (metres).
std::array<math::Vec3, kJointCount> zero_positions(const Skeleton& skeleton);

}  // namespace fh::human
