// SPDX-License-Identifier: Apache-2.0
#pragma once
// Places made in code for the physics benchmarks: the same on every machine.
#include <cstdint>
#include <vector>

#include "core/rng.h"
#include "math/shapes.h"
#include "scene/place/scene.h"

namespace fh::bench {

/// Boxes of mixed sizes above a floor, about to fall into a heap.
scene::Scene heap_of_boxes(std::uint32_t count);

/// A hall of 12 × 10 m: a wavy ground of 51 200 triangles, 200 boxes and 56 hulls, all immovable.
scene::Scene furnished_hall();

math::Vec3 random_point(core::Rng& rng, const math::Vec3& low, const math::Vec3& high);
/// Rays between random points of the hall.
std::vector<math::Ray> random_rays(std::size_t count);
/// Forearms (capsules of 0.25 m) at random places of the hall.
std::vector<math::Capsule> random_forearms(std::size_t count);

}  // namespace fh::bench
