// SPDX-License-Identifier: Apache-2.0
#pragma once
// The joints of the body, the same for everybody: topology, names, axes, limits (J-12, J-14, J-19, J-29, K-03).
// A joint is also the segment it moves. Joint frames have their origin in the joint centre and, in the zero posture
// (upright, arms hanging, palms inward, everything straight), the axes of the world: +X to the body's right, +Y up,
// -Z forward. Parents come before children.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "math/vector.h"

namespace fh::human {

enum class Joint : std::uint8_t {
  Pelvis,
  L5,
  L4,
  L3,
  L2,
  L1,
  T12,
  T11,
  T10,
  T9,
  T8,
  T7,
  T6,
  T5,
  T4,
  T3,
  T2,
  T1,
  Neck,
  Head,
  LeftEye,
  RightEye,
  LeftClavicle,
  LeftUpperArm,
  LeftForearm,
  LeftForearmTwist,
  LeftHand,
  LeftThumb1,
  LeftThumb2,
  LeftThumb3,
  LeftIndex1,
  LeftIndex2,
  LeftIndex3,
  LeftMiddle1,
  LeftMiddle2,
  LeftMiddle3,
  LeftRing1,
  LeftRing2,
  LeftRing3,
  LeftLittle1,
  LeftLittle2,
  LeftLittle3,
  RightClavicle,
  RightUpperArm,
  RightForearm,
  RightForearmTwist,
  RightHand,
  RightThumb1,
  RightThumb2,
  RightThumb3,
  RightIndex1,
  RightIndex2,
  RightIndex3,
  RightMiddle1,
  RightMiddle2,
  RightMiddle3,
  RightRing1,
  RightRing2,
  RightRing3,
  RightLittle1,
  RightLittle2,
  RightLittle3,
  LeftThigh,
  LeftShank,
  LeftFoot,
  LeftToes,
  RightThigh,
  RightShank,
  RightFoot,
  RightToes,
};

inline constexpr std::size_t kJointCount = 70;
inline constexpr std::size_t kVertebraCount = 17;  // L5 … T1
inline constexpr std::size_t kDofCount = 135;      // without the six of the root

constexpr std::size_t index_of(Joint joint) {
  return static_cast<std::size_t>(joint);
}
constexpr Joint joint_at(std::size_t index) {
  return static_cast<Joint>(index);
}

enum class Side : std::uint8_t { Left, Right };
/// on_side(Joint::LeftHand, Side::Right) == Joint::RightHand; joints of the middle stay.
Joint on_side(Joint joint, Side side);
/// The same joint of the other side; joints of the middle stay.
Joint mirrored(Joint joint);

/// One axis a joint turns about. `axis` is a unit vector of the joint frame in the zero posture.
struct Dof {
  std::string_view name;  // "flexion": the positive sense
  math::Vec3 axis{0.0};
  double lower = 0.0, upper = 0.0;  // radians
};

struct JointInfo {
  std::string_view name;  // "left_upper_arm"
  std::string_view vrm;   // humanoid bone of VRM 1.0, or empty
  Joint parent = Joint::Pelvis;
  std::uint8_t first_dof = 0, dof_count = 0;
  /// Rotation = R(axis 0) * R(axis 1) * R(axis 2): the first axis is fixed to the parent, the last to the segment. The
  /// axes are at right angles to each other.
  std::array<Dof, 3> dofs;
  std::string_view source;  // of the limits
};

const JointInfo& info(Joint joint);
inline Joint parent_of(Joint joint) {
  return info(joint).parent;
}
/// The joint and axis of a degree of freedom, 0 … kDofCount - 1.
struct DofPlace {
  Joint joint;
  std::uint8_t axis;
};
DofPlace place_of_dof(std::size_t dof);

/// Joints driven as one (J-18), as index ranges [first, end).
struct JointRange {
  std::size_t first, end;
};
inline constexpr JointRange kSpine{index_of(Joint::L5), index_of(Joint::T1) + 1};
inline constexpr JointRange kNeckAndHead{index_of(Joint::Neck), index_of(Joint::Head) + 1};
constexpr JointRange shoulder_complex(Side side) {
  const std::size_t first = index_of(side == Side::Left ? Joint::LeftClavicle : Joint::RightClavicle);
  return {first, first + 2};
}
constexpr JointRange arm(Side side) {  // shoulder … wrist, without clavicle
  const std::size_t first = index_of(side == Side::Left ? Joint::LeftUpperArm : Joint::RightUpperArm);
  return {first, first + 4};
}
constexpr JointRange fingers(Side side) {
  const std::size_t first = index_of(side == Side::Left ? Joint::LeftThumb1 : Joint::RightThumb1);
  return {first, first + 15};
}
constexpr JointRange leg(Side side) {
  const std::size_t first = index_of(side == Side::Left ? Joint::LeftThigh : Joint::RightThigh);
  return {first, first + 4};
}

}  // namespace fh::human
