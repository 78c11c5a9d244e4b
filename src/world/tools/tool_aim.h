// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a user points with tools.
#include "math/shapes.h"
#include "world/users/users.h"

namespace fh::world {

inline constexpr double kToolRange = 50.0;  // m: farthest point of a ray

/// The hand that holds tools, or the other one where that is the only one.
inline std::size_t tool_hand_of(const User& user) {
  const std::size_t tool = user.moving.tool_hand(), other = tool == frame::kRight ? frame::kLeft : frame::kRight;
  const auto is_there = [&](std::size_t hand) {
    return user.state.hands[hand].tracking != human::HandTracking::Absent;
  };
  return !is_there(tool) && is_there(other) ? other : tool;
}

/// -Z is the ray: of the hand that holds tools, or of the head without hands.
inline math::Pose aim_of(const User& user) {
  const HandState& hand = user.state.hands[tool_hand_of(user)];
  const bool aims = user.avatar.present() && hand.tracking != human::HandTracking::Absent;
  return aims ? hand.world_from_aim : user.state.head.world_from_point;
}

inline math::Ray ray_of(const math::Pose& aim) {
  return {aim.position, aim.direction(math::kForward)};
}

}  // namespace fh::world
