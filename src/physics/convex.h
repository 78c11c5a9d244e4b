// SPDX-License-Identifier: Apache-2.0
#pragma once
// Convex solids as plain values: body segments, probes and the pieces objects are made of.
#include <cstdint>
#include <span>

#include "math/shapes.h"

namespace fh::physics {

enum class ConvexKind : std::uint8_t { Sphere, Capsule, Cylinder, Box, Hull };

/// A convex solid at its place. Capsules and cylinders lie along the part's Y axis. Hull points are not owned and must
/// outlive the part.
struct ConvexPart {
  ConvexKind kind = ConvexKind::Sphere;
  math::Pose world_from_part;          // or whatever space the part is used in
  math::Vec3 half{0.0};                // Box; Capsule and Cylinder: y is half the length of the axis (without caps)
  double radius = 0.0;                 // Sphere, Capsule, Cylinder
  std::span<const math::Vec3> points;  // Hull, part space
};

ConvexPart make_sphere(const math::Sphere& sphere);
ConvexPart make_capsule(const math::Capsule& capsule);
ConvexPart make_hull(const math::Pose& world_from_part, std::span<const math::Vec3> points);

/// The same part moved: pose * part.world_from_part.
ConvexPart moved(const math::Pose& pose, const ConvexPart& part);

/// World-space bounds.
math::Aabb bounds(const ConvexPart& part);

/// The part's point farthest along `direction` (any length, not zero), without the rounding radius of spheres and
/// capsules: their core is a point or a segment.
math::Vec3 core_support(const ConvexPart& part, const math::Vec3& direction);
/// How far the solid reaches around its core: the radius of spheres and capsules, else 0.
double core_radius(const ConvexPart& part);

}  // namespace fh::physics
