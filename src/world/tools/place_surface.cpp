// SPDX-License-Identifier: Apache-2.0
#include "world/tools/place_surface.h"

#include <algorithm>
#include <cmath>

#include "math/distances.h"
#include "scene/place/solid_shells.h"

namespace fh::world {
namespace {

using math::Aabb;
using math::Pose;
using math::Segment;
using math::Triangle;
using math::Vec3;

constexpr double kLeastWay = 1e-4;             // m that a ray goes before it meets something
constexpr double kOnSurface = 1e-5;            // m: meshes are in single precision
constexpr double kSamePoint = 1e-5;            // m between ends of one edge in two triangles
constexpr double kFlat = 0.90630778703664996;  // cosine of 25 degrees: a round of 15 sides and more is no edge
constexpr double kUprightNormal = 0.70710678118654752;
constexpr std::size_t kMostAround = 2000;
constexpr double kAround = kSnapDistance + kBevel;
constexpr double kFaceWidth = 0.01;      // m: triangles that are narrower may be of a bevel
constexpr std::size_t kMostFaces = 8;    // of a corner
constexpr double kLeastAngle = 0.17364;  // sine of 10 degrees: faces that meet at less have no certain edge

Triangle scaled(const Triangle& t, const Vec3& scale) {
  return {scale * t.a, scale * t.b, scale * t.c};
}

Aabb scaled(const Aabb& box, const Vec3& scale) {
  Aabb out;
  if (box.empty()) return out;
  out.add(scale * box.low);
  out.add(scale * box.high);
  return out;
}

/// Null for triangles without an area.
std::optional<Vec3> unit_normal(const Triangle& triangle) {
  const Vec3 normal = triangle.normal();
  const double length = std::sqrt(glm::dot(normal, normal));
  if (!(length > 0.0)) return std::nullopt;
  return normal / length;
}

double squared(const Vec3& v) {
  return glm::dot(v, v);
}

Triangle moved(const Pose& pose, const Triangle& t) {
  return {pose.point(t.a), pose.point(t.b), pose.point(t.c)};
}

std::optional<Vec3> nearest_of(const CutPolygon& polygon, const Vec3& p) {
  std::optional<Vec3> best;
  for (std::size_t k = 2; k < polygon.count; ++k) {
    const Vec3 at = math::nearest_point(Triangle{polygon.corners[0], polygon.corners[k - 1], polygon.corners[k]}, p);
    if (!best || squared(at - p) < squared(*best - p)) best = at;
  }
  return best;
}

/// The least of its altitudes.
double width_of(const Triangle& t) {
  const double longest = std::max({squared(t.b - t.a), squared(t.c - t.b), squared(t.a - t.c)});
  return std::sqrt(squared(t.normal()) / longest);
}

/// Where three planes meet.
std::optional<Vec3> corner_of(const math::Plane& a, const math::Plane& b, const math::Plane& c) {
  const Vec3 ab = glm::cross(a.normal, b.normal);
  const double volume = glm::dot(ab, c.normal);
  if (std::fabs(volume) < kLeastAngle * kLeastAngle) return std::nullopt;
  return (a.offset * glm::cross(b.normal, c.normal) + b.offset * glm::cross(c.normal, a.normal) + c.offset * ab) /
         volume;
}

/// The point of the line in which two planes meet that is nearest to `p`.
std::optional<Vec3> edge_point(const math::Plane& a, const math::Plane& b, const Vec3& p) {
  const Vec3 along = glm::cross(a.normal, b.normal);
  const double length = std::sqrt(squared(along));
  if (length < kLeastAngle) return std::nullopt;
  return corner_of(a, b, {along / length, glm::dot(along / length, p)});
}

}  // namespace

const char* word_of(SnapTo snap) {
  switch (snap) {
    case SnapTo::Face:
      return "face";
    case SnapTo::Edge:
      return "edge";
    case SnapTo::Vertex:
      return "vertex";
    case SnapTo::Nothing:
      break;
  }
  return "nothing";
}

bool faces(const Vec3& normal, Facing facing) {
  if (facing == Facing::Any) return true;
  return (std::fabs(normal.y) < kUprightNormal) == (facing == Facing::Upright);
}

/// `visit(object, mesh, scale, world_from_mesh)`; the scale comes before the pose.
template <class Visit>
void PlaceSurface::for_each_part(Visit visit) const {
  for (const scene::Object& object : scene_.objects) {
    if (looks_ && (bits_of(*looks_, object.id) & kLookHidden) != 0) continue;
    const Pose world_from_object = physics_.pose(object.id);
    for (const scene::Part& part : object.parts)
      visit(object.id, scene_.meshes[part.mesh], part.scale, world_from_object * part.object_from_mesh);
  }
}

std::optional<SurfacePoint> PlaceSurface::along(const math::Ray& ray, double range) const {
  const auto stretch = kept_.along(ray, range);
  if (!stretch) return std::nullopt;
  if (auto cap = cap_along(ray, *stretch)) return cap;
  std::optional<SurfacePoint> found;
  double nearest = stretch->last;
  for_each_part([&](core::ObjectId object, const scene::Mesh& mesh, const Vec3& scale, const Pose& world_from_mesh) {
    const Pose mesh_from_world = math::inverse(world_from_mesh);
    const math::Ray local{mesh_from_world.point(ray.origin), mesh_from_world.direction(ray.direction)};
    const auto entry = math::hit(local, scaled(mesh.bounds, scale).grown(kOnSurface));
    if (!entry || *entry > nearest) return;
    for (std::size_t i = 0; i < mesh.geometry.triangle_count(); ++i) {
      const Triangle triangle = scaled(mesh.geometry.triangle(i), scale);
      const auto distance = math::hit(local, triangle);
      if (!distance || *distance < std::max(kLeastWay, stretch->first) || *distance >= nearest) continue;
      const auto normal = unit_normal(triangle);
      if (!normal) continue;
      nearest = *distance;
      const Vec3 out = world_from_mesh.direction(*normal);
      found = SurfacePoint{ray.origin + nearest * ray.direction, glm::dot(out, ray.direction) > 0.0 ? -out : out,
                           SnapTo::Face, object};
    }
  });
  return found;
}

core::ObjectId PlaceSurface::solid_at(const math::Ray& from) const {
  for (const scene::Object& object : scene_.objects) {
    if (looks_ && (bits_of(*looks_, object.id) & kLookHidden) != 0) continue;
    const Pose object_from_world = math::inverse(physics_.pose(object.id));
    if (object.bounds.empty() || !object.bounds.grown(kOnSurface).contains(object_from_world.point(from.origin)))
      continue;
    // As the renderer counts: as many entered as left, unless the ray begins inside. Some files have fronts inside.
    const std::vector<scene::SolidShell> shells = scene::solid_shells(scene_, std::span(&object, 1));
    int left = 0;
    for (const scene::Part& part : object.parts) {
      const scene::SolidShell& shell = shells[part.mesh];
      if (!shell.solid) continue;
      const Pose mesh_from_world = math::inverse(part.object_from_mesh) * object_from_world;
      const math::Ray local{mesh_from_world.point(from.origin), mesh_from_world.direction(from.direction)};
      const auto count = [&](const Triangle& triangle) {
        if (math::hit(local, triangle)) left += glm::dot(triangle.normal(), local.direction) > 0.0 ? 1 : -1;
      };
      const math::TriMesh& mesh = scene_.meshes[part.mesh].geometry;
      for (std::size_t i = 0; i < mesh.triangle_count(); ++i) count(scaled(mesh.triangle(i), part.scale));
      for (const Triangle& patch : shell.patches) count(scaled(patch, part.scale));
    }
    if (left != 0) return object.id;
  }
  return {};
}

std::optional<SurfacePoint> PlaceSurface::cap_along(const math::Ray& ray, const KeptStretch& stretch) const {
  if (!stretch.entered) return std::nullopt;
  const Vec3 at = ray.origin + stretch.first * ray.direction;
  const core::ObjectId object = solid_at({at, ray.direction});
  if (!object.valid()) return std::nullopt;
  return SurfacePoint{at, kept_.plane(*stretch.entered).normal, SnapTo::Face, object};
}

std::optional<SurfacePoint> PlaceSurface::cap_near(const Vec3& p, double radius, Facing facing) const {
  std::optional<SurfacePoint> found;
  double nearest = radius;
  for (std::size_t i = 0; i < kept_.plane_count(); ++i) {
    const math::Plane& plane = kept_.plane(i);
    const double distance = plane.signed_distance(p);
    const Vec3 at = p - distance * plane.normal;
    if (!(std::fabs(distance) < nearest) || !faces(plane.normal, facing) || !kept_.contains(at, kOnSurface)) continue;
    // A little aslant: rays along an axis would run along faces and through edges.
    const Vec3 aside = math::any_orthogonal(plane.normal);
    const Vec3 inward = -plane.normal + 0.0137 * aside + 0.0071 * glm::cross(plane.normal, aside);
    const core::ObjectId object = solid_at({at, inward / std::sqrt(squared(inward))});
    if (!object.valid()) continue;
    nearest = std::fabs(distance);
    found = SurfacePoint{at, plane.normal, SnapTo::Face, object};
  }
  return found;
}

std::optional<SurfacePoint> PlaceSurface::near(const Vec3& p, double radius, Facing facing) const {
  std::optional<SurfacePoint> found = cap_near(p, radius, facing);
  double nearest = found ? squared(found->at - p) : radius * radius;
  for_each_part([&](core::ObjectId object, const scene::Mesh& mesh, const Vec3& scale, const Pose& world_from_mesh) {
    const Vec3 local = math::inverse(world_from_mesh).point(p);
    if (!scaled(mesh.bounds, scale).grown(radius).contains(local)) return;
    for (std::size_t i = 0; i < mesh.geometry.triangle_count(); ++i) {
      const Triangle triangle = scaled(mesh.geometry.triangle(i), scale);
      Vec3 on_it = math::nearest_point(triangle, local);
      if (!(squared(on_it - local) < nearest)) continue;
      if (!kept_.contains(world_from_mesh.point(on_it), 0.0)) {
        const auto rest = nearest_of(kept_.clipped(moved(world_from_mesh, triangle)), p);
        if (!rest) continue;
        on_it = math::inverse(world_from_mesh).point(*rest);
      }
      const double distance = squared(on_it - local);
      if (!(distance < nearest)) continue;
      const auto normal = unit_normal(triangle);
      if (!normal) continue;
      const Vec3 out = world_from_mesh.direction(*normal);
      if (!faces(out, facing)) continue;
      nearest = distance;
      const bool behind = distance > kOnSurface * kOnSurface && glm::dot(local - on_it, *normal) < 0.0;
      found = SurfacePoint{world_from_mesh.point(on_it), behind ? -out : out, SnapTo::Face, object};
    }
  });
  return found;
}

std::vector<PlaceSurface::Near> PlaceSurface::triangles_near(const Vec3& p) const {
  std::vector<Near> around;
  for_each_part([&](core::ObjectId object, const scene::Mesh& mesh, const Vec3& scale, const Pose& world_from_mesh) {
    const Vec3 local = math::inverse(world_from_mesh).point(p);
    if (!scaled(mesh.bounds, scale).grown(kAround).contains(local)) return;
    for (std::size_t i = 0; i < mesh.geometry.triangle_count() && around.size() <= kMostAround; ++i) {
      const Triangle t = scaled(mesh.geometry.triangle(i), scale);
      if (squared(math::nearest_point(t, local) - local) > kAround * kAround) continue;
      const auto normal = unit_normal(t);
      if (!normal) continue;
      const Vec3 out = world_from_mesh.direction(*normal);
      const Triangle placed = moved(world_from_mesh, t);
      if (kept_.is_all()) {
        around.push_back({placed, out, object});
        continue;
      }
      const CutPolygon rest = kept_.clipped(placed);
      for (std::size_t k = 2; k < rest.count; ++k) {
        const Triangle piece{rest.corners[0], rest.corners[k - 1], rest.corners[k]};
        if (unit_normal(piece)) around.push_back({piece, out, object});
      }
    }
  });
  return around;
}

/// A triangle that shares a side near the point is near the point itself: those around are all there are.
bool PlaceSurface::is_edge(const std::vector<Near>& around, const Near& of, const Segment& side) {
  const auto same = [](const Vec3& a, const Vec3& b) { return squared(a - b) <= kSamePoint * kSamePoint; };
  for (const Near& other : around) {
    if (&other == &of || other.object != of.object || glm::dot(other.normal, of.normal) < kFlat) continue;
    const Triangle& t = other.triangle;
    const bool has_a = same(side.a, t.a) || same(side.a, t.b) || same(side.a, t.c);
    if (has_a && (same(side.b, t.a) || same(side.b, t.b) || same(side.b, t.c))) return false;
  }
  return true;
}

bool PlaceSurface::goes_on(const std::vector<Near>& around, const Near& of, const Segment& side,
                           const Vec3& end) const {
  if (!kept_.is_cut(side.a, side.b)) return false;
  const auto same = [](const Vec3& a, const Vec3& b) { return squared(a - b) <= kSamePoint * kSamePoint; };
  const Vec3 way = side.b - side.a;
  for (const Near& other : around) {
    if (&other == &of || other.object != of.object || glm::dot(other.normal, of.normal) < kFlat) continue;
    const Triangle& t = other.triangle;
    for (const Segment& next : {Segment{t.a, t.b}, Segment{t.b, t.c}, Segment{t.c, t.a}}) {
      if (!same(next.a, end) && !same(next.b, end)) continue;
      const Vec3 along = next.b - next.a;
      if (!kept_.is_cut(next.a, next.b) || squared(along) <= kSamePoint * kSamePoint) continue;
      if (squared(glm::cross(way, along)) < 1e-6 * squared(way) * squared(along)) return true;
    }
  }
  return false;
}

void PlaceSurface::sharpen(const std::vector<Near>& around, const Vec3& wanted, SurfacePoint& point) {
  std::vector<math::Plane> planes;
  for (const Near& near : around) {
    if (near.object != point.object || width_of(near.triangle) < kFaceWidth || planes.size() >= kMostFaces) continue;
    const math::Plane plane{near.normal, glm::dot(near.normal, near.triangle.a)};
    const bool known = std::any_of(planes.begin(), planes.end(), [&](const math::Plane& other) {
      return glm::dot(other.normal, plane.normal) > kFlat && std::fabs(other.offset - plane.offset) < kOnSurface;
    });
    if (!known) planes.push_back(plane);
  }
  const Vec3 from = point.at;
  double nearest = kBevel * kBevel;
  const auto consider = [&](const std::optional<Vec3>& at) {
    if (!at || !(squared(*at - from) < nearest)) return;
    nearest = squared(*at - from);
    point.at = *at;
  };
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::size_t j = i + 1; j < planes.size(); ++j) {
      if (point.snapped == SnapTo::Edge) consider(edge_point(planes[i], planes[j], wanted));
      for (std::size_t k = j + 1; k < planes.size() && point.snapped == SnapTo::Vertex; ++k)
        consider(corner_of(planes[i], planes[j], planes[k]));
    }
  }
}

SurfacePoint PlaceSurface::snapped(const SurfacePoint& point) const {
  const std::vector<Near> around = triangles_near(point.at);
  SurfacePoint best = point;
  if (around.size() > kMostAround) return best;
  double nearest = kSnapDistance * kSnapDistance;
  const auto consider = [&](const Vec3& at, SnapTo snap, core::ObjectId object) {
    const double distance = squared(at - point.at);
    // A vertex wins over every edge.
    if (distance > nearest || snap < best.snapped || (snap == best.snapped && distance == nearest)) return;
    nearest = distance;
    best.at = at;
    best.snapped = snap;
    best.object = object;
  };
  for (const SnapTo snap : {SnapTo::Edge, SnapTo::Vertex}) {
    nearest = kSnapDistance * kSnapDistance;
    for (const Near& near : around) {
      const Triangle& t = near.triangle;
      for (const Segment& side : {Segment{t.a, t.b}, Segment{t.b, t.c}, Segment{t.c, t.a}}) {
        if (squared(math::nearest_point(side, point.at) - point.at) > nearest) continue;
        if (!is_edge(around, near, side)) continue;
        if (snap == SnapTo::Edge) {
          consider(math::nearest_point(side, point.at), snap, near.object);
        } else {
          if (!goes_on(around, near, side, side.a)) consider(side.a, snap, near.object);
          if (!goes_on(around, near, side, side.b)) consider(side.b, snap, near.object);
        }
      }
    }
  }
  // Cuts are exact: what lies on one is not led elsewhere.
  if (best.snapped != point.snapped && !kept_.is_cut(best.at, best.at)) sharpen(around, point.at, best);
  return best;
}

}  // namespace fh::world
