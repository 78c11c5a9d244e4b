// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exact distances and intersections between plain shapes; the oracles of the physics and vision tests.
// All functions are total. Coordinates up to 1e70 m give finite results, degenerate shapes included; beyond that, and
// for what is not finite, distances and points may be NaN. A ray with a NaN hits nothing.
#include <optional>

#include "math/shapes.h"

namespace fh::math {

/// The nearest points of two shapes. Touching or overlapping shapes have distance 0.
struct Nearest {
  Vec3 on_first{0.0}, on_second{0.0};
  double distance = 0.0;
};

/// Parameter in [0, 1] of the segment's point nearest to p.
double nearest_parameter(const Segment& segment, const Vec3& p);
Vec3 nearest_point(const Segment& segment, const Vec3& p);
Vec3 nearest_point(const Triangle& triangle, const Vec3& p);
/// The point itself when it is inside.
Vec3 nearest_point(const Box& box, const Vec3& p);
Vec3 nearest_point(const Aabb& box, const Vec3& p);

Nearest nearest(const Segment& a, const Segment& b);
Nearest nearest(const Segment& segment, const Triangle& triangle);
Nearest nearest(const Triangle& a, const Triangle& b);
Nearest nearest(const Capsule& a, const Capsule& b);
Nearest nearest(const Capsule& capsule, const Triangle& triangle);

/// Distance along the ray to the triangle, from either side (Möller and Trumbore 1997).
std::optional<double> hit(const Ray& ray, const Triangle& triangle);
/// Entry distance (0 when the origin is inside).
std::optional<double> hit(const Ray& ray, const Aabb& box);
std::optional<double> hit(const Ray& ray, const Plane& plane);

}  // namespace fh::math
