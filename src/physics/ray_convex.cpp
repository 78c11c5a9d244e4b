// SPDX-License-Identifier: Apache-2.0
#include "physics/ray_convex.h"

#include <cmath>

namespace fh::physics {
namespace {

using math::Vec3;

/// The stretch of a ray inside something convex.
struct Stretch {
  double enter = 0.0, leave = std::numeric_limits<double>::infinity();

  bool empty() const { return enter > leave; }
  /// Keeps what lies on the inner side of a plane: start + t * speed <= 0.
  void cut(double start, double speed) {
    if (speed == 0.0) {
      if (start > 0.0) leave = -1.0;
    } else if (speed > 0.0) {
      leave = std::fmin(leave, -start / speed);
    } else {
      enter = std::fmax(enter, -start / speed);
    }
  }
  std::optional<double> result() const { return empty() ? std::nullopt : std::optional(enter); }
};

void cut_slab(Stretch& s, double start, double speed, double half) {
  s.cut(start - half, speed);
  s.cut(-start - half, -speed);
}

/// Keeps what satisfies a t² + 2 b t + c <= 0, a >= 0: the inside of a sphere or an endless cylinder.
void cut_round(Stretch& s, double a, double b, double c) {
  if (a < 1e-18) {
    if (c > 0.0) s.leave = -1.0;
    return;
  }
  const double discriminant = b * b - a * c;
  if (discriminant < 0.0) {
    s.leave = -1.0;
    return;
  }
  const double root = std::sqrt(discriminant);
  s.enter = std::fmax(s.enter, (-b - root) / a);
  s.leave = std::fmin(s.leave, (-b + root) / a);
}

Stretch in_ball(const Vec3& origin, const Vec3& direction, const Vec3& centre, double radius) {
  Stretch s;
  const Vec3 o = origin - centre;
  cut_round(s, glm::dot(direction, direction), glm::dot(o, direction), glm::dot(o, o) - radius * radius);
  return s;
}

Stretch in_cylinder(const Vec3& o, const Vec3& d, double radius, double half_length) {
  Stretch s;
  cut_round(s, d.x * d.x + d.z * d.z, o.x * d.x + o.z * d.z, o.x * o.x + o.z * o.z - radius * radius);
  cut_slab(s, o.y, d.y, half_length);
  return s;
}

}  // namespace

std::optional<double> entry(const math::Ray& ray, const ConvexPart& part, std::span<const math::Plane> planes) {
  const math::Pose part_from_world = math::inverse(part.world_from_part);
  const Vec3 o = part_from_world.point(ray.origin), d = part_from_world.direction(ray.direction);
  Stretch s;
  switch (part.kind) {
    case ConvexKind::Sphere:
      return in_ball(o, d, Vec3(0.0), part.radius).result();
    case ConvexKind::Cylinder:
      return in_cylinder(o, d, part.radius, part.half.y).result();
    case ConvexKind::Box:
      for (int axis = 0; axis < 3; ++axis) cut_slab(s, o[axis], d[axis], part.half[axis]);
      return s.result();
    case ConvexKind::Hull:
      if (planes.empty()) return std::nullopt;
      for (const math::Plane& plane : planes) s.cut(plane.signed_distance(o), glm::dot(plane.normal, d));
      return s.result();
    case ConvexKind::Capsule:
      break;
  }
  // A capsule is the union of a cylinder and two balls: it is entered where the first of them is.
  std::optional<double> first;
  for (const Stretch& piece :
       {in_cylinder(o, d, part.radius, part.half.y), in_ball(o, d, {0.0, part.half.y, 0.0}, part.radius),
        in_ball(o, d, {0.0, -part.half.y, 0.0}, part.radius)}) {
    if (!piece.empty() && (!first || piece.enter < *first)) first = piece.enter;
  }
  return first;
}

}  // namespace fh::physics
