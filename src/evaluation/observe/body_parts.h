// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of a body that figures are told of: which joint's segment belongs to which.
#include <array>
#include <cstddef>

#include "human/body/joints.h"

namespace fh::evaluation {

inline constexpr std::size_t kBodyParts = 8;
inline constexpr std::array<const char*, kBodyParts> kBodyPartNames = {
    "head", "trunk", "left_arm", "left_hand", "right_arm", "right_hand", "left_leg", "right_leg"};

/// Index of kBodyPartNames. Clavicles belong to the trunk.
constexpr std::size_t part_of(human::Joint joint) {
  using human::Joint;
  const auto within = [joint](Joint first, Joint last) { return joint >= first && joint <= last; };
  if (within(Joint::Neck, Joint::RightEye)) return 0;
  if (within(Joint::LeftHand, Joint::LeftLittle3)) return 3;
  if (within(Joint::LeftUpperArm, Joint::LeftForearmTwist)) return 2;
  if (within(Joint::RightHand, Joint::RightLittle3)) return 5;
  if (within(Joint::RightUpperArm, Joint::RightForearmTwist)) return 4;
  if (within(Joint::LeftThigh, Joint::LeftToes)) return 6;
  return within(Joint::RightThigh, Joint::RightToes) ? 7 : 1;
}

}  // namespace fh::evaluation
