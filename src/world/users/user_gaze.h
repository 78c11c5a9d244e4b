// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a user's eyes are taken to look at. A headset tells where the head is turned, not the eyes: near the middle of
// the face people look at faces, then at their own hands at work, else at what is straight ahead.
#include <span>

#include "core/archive.h"
#include "physics/queries.h"

namespace fh::world {

struct UserGaze {
  std::uint8_t kind = 0;  // of the last tick: 0 the place ahead, 1 a face, 2 a hand
  std::int64_t left = 0;  // ticks it is kept at least

  void visit(core::Archive& archive);
};

/// A point of the world. `world_from_eyes`: -Z ahead; `faces`: of others, between the eyes; `hands`: the user's own,
/// where they are at work (hold something or are stretched out).
math::Vec3 gaze_point(const physics::World& physics, const math::Pose& world_from_eyes,
                      std::span<const math::Vec3> faces, std::span<const math::Vec3> hands, UserGaze& state);

}  // namespace fh::world
