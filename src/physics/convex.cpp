// SPDX-License-Identifier: Apache-2.0
#include "physics/convex.h"

#include <cmath>

namespace fh::physics {

ConvexPart make_sphere(const math::Sphere& sphere) {
  ConvexPart part;
  part.kind = ConvexKind::Sphere;
  part.world_from_part.position = sphere.centre;
  part.radius = sphere.radius;
  return part;
}

ConvexPart make_capsule(const math::Capsule& capsule) {
  ConvexPart part;
  part.kind = ConvexKind::Capsule;
  const math::Vec3 along = capsule.axis.b - capsule.axis.a;
  part.world_from_part.position = 0.5 * (capsule.axis.a + capsule.axis.b);
  part.world_from_part.rotation = math::from_to(math::kUp, math::normalized_or(along, math::kUp));
  part.half.y = 0.5 * glm::length(along);
  part.radius = capsule.radius;
  return part;
}

ConvexPart make_hull(const math::Pose& world_from_part, std::span<const math::Vec3> points) {
  ConvexPart part;
  part.kind = ConvexKind::Hull;
  part.world_from_part = world_from_part;
  part.points = points;
  return part;
}

ConvexPart moved(const math::Pose& pose, const ConvexPart& part) {
  ConvexPart result = part;
  result.world_from_part = pose * part.world_from_part;
  return result;
}

double core_radius(const ConvexPart& part) {
  return part.kind == ConvexKind::Sphere || part.kind == ConvexKind::Capsule ? part.radius : 0.0;
}

math::Vec3 core_support(const ConvexPart& part, const math::Vec3& direction) {
  const math::Pose& pose = part.world_from_part;
  if (part.kind == ConvexKind::Sphere) return pose.position;
  const math::Vec3 d = math::rotate(math::conjugate(pose.rotation), direction);
  math::Vec3 local(0.0);
  switch (part.kind) {
    case ConvexKind::Sphere:
      break;
    case ConvexKind::Capsule:
      local.y = std::copysign(part.half.y, d.y);
      break;
    case ConvexKind::Cylinder: {
      const double across = std::sqrt(d.x * d.x + d.z * d.z);
      if (across > 0.0) local = {part.radius * d.x / across, 0.0, part.radius * d.z / across};
      local.y = std::copysign(part.half.y, d.y);
      break;
    }
    case ConvexKind::Box:
      local = {std::copysign(part.half.x, d.x), std::copysign(part.half.y, d.y), std::copysign(part.half.z, d.z)};
      break;
    case ConvexKind::Hull: {
      double best = -std::numeric_limits<double>::infinity();
      for (const math::Vec3& p : part.points) {
        const double along = glm::dot(p, d);
        if (along > best) {
          best = along;
          local = p;
        }
      }
      break;
    }
  }
  return pose.point(local);
}

math::Aabb bounds(const ConvexPart& part) {
  math::Aabb box;
  if (part.kind == ConvexKind::Hull) {
    for (const math::Vec3& p : part.points) box.add(part.world_from_part.point(p));
    return box;
  }
  math::Vec3 half = part.half;
  if (part.kind == ConvexKind::Cylinder) half = {part.radius, part.half.y, part.radius};
  if (part.kind == ConvexKind::Sphere) half = math::Vec3(0.0);
  if (part.kind == ConvexKind::Capsule) half = {0.0, part.half.y, 0.0};
  return math::transformed(part.world_from_part, {-half, half}).grown(core_radius(part));
}

}  // namespace fh::physics
