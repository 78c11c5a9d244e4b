// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a ray enters a convex solid, in double precision. Jolt finds what is hit; in single precision a ray along a
// surface would be millimetres off, so the distance is computed again from the exact geometry.
#include <optional>
#include <span>

#include "math/shapes.h"
#include "physics/convex.h"

namespace fh::physics {

/// Distance to the entry point, 0 when the ray starts inside, nothing when it misses. `planes` bound a hull (part
/// space, outward normals); other kinds do not look at them.
std::optional<double> entry(const math::Ray& ray, const ConvexPart& part, std::span<const math::Plane> planes);

}  // namespace fh::physics
