// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exact distances between convex solids and triangles: GJK in double precision (Gilbert, Johnson, Keerthi 1988).
// Jolt's own GJK works in floats with a tolerance of 1e-4 m and rounds edges; clearances for reports need better.
#include "math/distances.h"
#include "physics/convex.h"

namespace fh::physics {

/// Nearest points of two solids; distance 0 when they touch or overlap. Error below 1e-9 m for all kinds but cylinders
/// (1e-6 m) at room scale.
math::Nearest nearest(const ConvexPart& first, const ConvexPart& second);
/// `on_first` lies on the part, `on_second` on the triangle.
math::Nearest nearest(const ConvexPart& part, const math::Triangle& triangle);

}  // namespace fh::physics
