// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a user points with tools.
#include "math/shapes.h"
#include "world/users/users.h"

namespace fh::world {

inline constexpr double kToolRange = 50.0;  // m: farthest point of a ray

/// -Z is the ray: of the hand that holds tools, or of the head without it.
inline math::Pose aim_of(const User& user) {
  const HandState& hand = user.state.hands[user.moving.tool_hand()];
  const bool aims = user.avatar.present() && hand.tracking != human::HandTracking::Absent;
  return aims ? hand.world_from_aim : user.state.head.world_from_point;
}

inline math::Ray ray_of(const math::Pose& aim) {
  return {aim.position, aim.direction(math::kForward)};
}

}  // namespace fh::world
