// SPDX-License-Identifier: Apache-2.0
#include "math/distances.h"

#include <cmath>

namespace fh::math {
namespace {

Nearest from_points(const Vec3& a, const Vec3& b) {
  return {a, b, glm::length(b - a)};
}

/// 0 for NaN, which is what points too far apart to subtract give.
double within_unit(double t) {
  if (!(t >= 0.0)) return 0.0;
  return t > 1.0 ? 1.0 : t;
}

Nearest swapped(const Nearest& n) {
  return {n.on_second, n.on_first, n.distance};
}

void keep_nearer(Nearest& best, const Nearest& candidate) {
  if (candidate.distance < best.distance) best = candidate;
}

/// The crossing of a segment with a triangle's face, if any.
std::optional<Vec3> crossing(const Segment& segment, const Triangle& triangle) {
  const Vec3 along = segment.b - segment.a;
  const double length = glm::length(along);
  if (length < 1e-15) return std::nullopt;
  const auto distance = hit(Ray{segment.a, along / length}, triangle);
  if (!distance || *distance > length) return std::nullopt;
  return segment.a + along * (*distance / length);
}

Nearest shrunk(const Nearest& centres, double radius_first, double radius_second) {
  const Vec3 apart = centres.on_second - centres.on_first;
  const Vec3 direction = normalized_or(apart, kUp);
  const double gap = centres.distance - radius_first - radius_second;
  if (gap <= 0.0) {
    const Vec3 middle = centres.on_first + direction * std::fmin(radius_first, centres.distance);
    return {middle, middle, 0.0};
  }
  return {centres.on_first + direction * radius_first, centres.on_second - direction * radius_second, gap};
}

}  // namespace

Aabb transformed(const Pose& world_from_local, const Aabb& local) {
  if (local.empty()) return local;
  const Mat3 m = to_matrix(world_from_local.rotation);
  const Vec3 half = 0.5 * local.size();
  const Vec3 centre = world_from_local.point(local.centre());
  const Vec3 extent = glm::abs(m[0]) * half.x + glm::abs(m[1]) * half.y + glm::abs(m[2]) * half.z;
  return {centre - extent, centre + extent};
}

double nearest_parameter(const Segment& segment, const Vec3& p) {
  const Vec3 along = segment.b - segment.a;
  const double squared = glm::dot(along, along);
  if (squared < 1e-30) return 0.0;
  return within_unit(glm::dot(p - segment.a, along) / squared);
}

Vec3 nearest_point(const Segment& segment, const Vec3& p) {
  return segment.at(nearest_parameter(segment, p));
}

namespace {

/// For triangles without an area, whose inside has no coordinates.
Vec3 nearest_on_edges(const Triangle& t, const Vec3& p) {
  Nearest best = from_points(p, nearest_point(Segment{t.a, t.b}, p));
  keep_nearer(best, from_points(p, nearest_point(Segment{t.b, t.c}, p)));
  keep_nearer(best, from_points(p, nearest_point(Segment{t.c, t.a}, p)));
  return best.on_second;
}

}  // namespace

Vec3 nearest_point(const Triangle& t, const Vec3& p) {
  // By Voronoi region of the triangle (Ericson 2005, 5.1.5).
  const Vec3 ab = t.b - t.a, ac = t.c - t.a, ap = p - t.a;
  const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
  if (d1 <= 0.0 && d2 <= 0.0) return t.a;
  const Vec3 bp = p - t.b;
  const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
  if (d3 >= 0.0 && d4 <= d3) return t.b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return nearest_point(Segment{t.a, t.b}, p);
  const Vec3 cp = p - t.c;
  const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
  if (d6 >= 0.0 && d5 <= d6) return t.c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return nearest_point(Segment{t.a, t.c}, p);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) return nearest_point(Segment{t.b, t.c}, p);
  const double sum = va + vb + vc;
  if (!(sum > 0.0)) return nearest_on_edges(t, p);
  return t.a + ab * (vb / sum) + ac * (vc / sum);
}

Vec3 nearest_point(const Aabb& box, const Vec3& p) {
  return glm::min(glm::max(p, box.low), box.high);
}

Vec3 nearest_point(const Box& box, const Vec3& p) {
  const Vec3 local = inverse(box.world_from_box).point(p);
  return box.world_from_box.point(glm::min(glm::max(local, -box.half), box.half));
}

Nearest nearest(const Segment& first, const Segment& second) {
  const Vec3 u = first.b - first.a, v = second.b - second.a, w = first.a - second.a;
  const double a = glm::dot(u, u), e = glm::dot(v, v), f = glm::dot(v, w);
  if (a < 1e-30) return from_points(first.a, nearest_point(second, first.a));
  if (e < 1e-30) return from_points(nearest_point(first, second.a), second.a);
  const double b = glm::dot(u, v), c = glm::dot(u, w), denominator = a * e - b * b;
  double s = denominator > 1e-14 * a * e ? within_unit((b * f - c * e) / denominator) : 0.0;
  double t = (b * s + f) / e;
  if (t < 0.0) {
    t = 0.0;
    s = within_unit(-c / a);
  } else if (t > 1.0) {
    t = 1.0;
    s = within_unit((b - c) / a);
  }
  return from_points(first.at(s), second.at(t));
}

Nearest nearest(const Segment& segment, const Triangle& triangle) {
  if (const auto crossed = crossing(segment, triangle)) return {*crossed, *crossed, 0.0};
  Nearest best = from_points(segment.a, nearest_point(triangle, segment.a));
  keep_nearer(best, from_points(segment.b, nearest_point(triangle, segment.b)));
  keep_nearer(best, nearest(segment, Segment{triangle.a, triangle.b}));
  keep_nearer(best, nearest(segment, Segment{triangle.b, triangle.c}));
  keep_nearer(best, nearest(segment, Segment{triangle.c, triangle.a}));
  return best;
}

Nearest nearest(const Triangle& a, const Triangle& b) {
  Nearest best = nearest(Segment{a.a, a.b}, b);
  keep_nearer(best, nearest(Segment{a.b, a.c}, b));
  keep_nearer(best, nearest(Segment{a.c, a.a}, b));
  keep_nearer(best, swapped(nearest(Segment{b.a, b.b}, a)));
  keep_nearer(best, swapped(nearest(Segment{b.b, b.c}, a)));
  keep_nearer(best, swapped(nearest(Segment{b.c, b.a}, a)));
  return best;
}

Nearest nearest(const Capsule& a, const Capsule& b) {
  return shrunk(nearest(a.axis, b.axis), a.radius, b.radius);
}

Nearest nearest(const Capsule& capsule, const Triangle& triangle) {
  return shrunk(nearest(capsule.axis, triangle), capsule.radius, 0.0);
}

std::optional<double> hit(const Ray& ray, const Triangle& t) {
  const Vec3 ab = t.b - t.a, ac = t.c - t.a;
  const Vec3 p = glm::cross(ray.direction, ac);
  const double determinant = glm::dot(ab, p);
  if (!(std::fabs(determinant) >= 1e-18)) return std::nullopt;
  const Vec3 s = ray.origin - t.a;
  const double u = glm::dot(s, p) / determinant;
  if (!(u >= 0.0 && u <= 1.0)) return std::nullopt;
  const Vec3 q = glm::cross(s, ab);
  const double v = glm::dot(ray.direction, q) / determinant;
  if (!(v >= 0.0 && u + v <= 1.0)) return std::nullopt;
  const double distance = glm::dot(ac, q) / determinant;
  if (!(distance >= 0.0)) return std::nullopt;
  return distance;
}

std::optional<double> hit(const Ray& ray, const Aabb& box) {
  double enter = 0.0, leave = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    if (ray.direction[axis] == 0.0) {
      if (!(ray.origin[axis] >= box.low[axis] && ray.origin[axis] <= box.high[axis])) return std::nullopt;
      continue;
    }
    double near = (box.low[axis] - ray.origin[axis]) / ray.direction[axis];
    double far = (box.high[axis] - ray.origin[axis]) / ray.direction[axis];
    if (near != near || far != far) return std::nullopt;
    if (near > far) std::swap(near, far);
    enter = near > enter ? near : enter;
    leave = far < leave ? far : leave;
  }
  if (enter > leave) return std::nullopt;
  return enter;
}

std::optional<double> hit(const Ray& ray, const Plane& plane) {
  const double speed = glm::dot(plane.normal, ray.direction);
  if (speed == 0.0) return std::nullopt;
  const double distance = -plane.signed_distance(ray.origin) / speed;
  if (!(distance >= 0.0)) return std::nullopt;
  return distance;
}

}  // namespace fh::math
