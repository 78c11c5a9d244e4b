// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a sound gets from its source to a pair of ears: straight through what is in between, or round it through an
// opening near the straight line, whichever is louder (K-37).
#include <vector>

#include "physics/queries.h"
#include "scene/place/scene.h"
#include "senses/perception/hearing_and_touch.h"

namespace fh::world {

inline constexpr double kWallLossDb = 30.0;   // through a wall, floor or ceiling: a light partition
inline constexpr double kDoorLossDb = 18.0;   // through a closed leaf
inline constexpr double kCornerLossDb = 5.0;  // round an edge

/// `hits` is a buffer. World coordinates; `from` and `to` outside of everything solid.
senses::SoundWay sound_way(const physics::World& physics, const scene::Scene& scene, const math::Vec3& from,
                           const math::Vec3& to, std::vector<physics::RayHit>& hits);

}  // namespace fh::world
