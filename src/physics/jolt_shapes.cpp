// SPDX-License-Identifier: Apache-2.0
#include "physics/jolt_shapes.h"

#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>
#include <Jolt/Physics/Collision/Shape/RotatedTranslatedShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/StaticCompoundShape.h>

#include <algorithm>
#include <cmath>

#include "physics/jolt_convert.h"

namespace fh::physics {
namespace {

using core::fail;
using core::Result;
using ShapeRef = JPH::Ref<JPH::Shape>;

constexpr double kSmallest = 1e-4;   // metres: thinner solids are no use to a solver
constexpr double kLargest = 1e4;     // metres
constexpr float kRoundness = 0.02f;  // of the edges inside Jolt: contacts of rounded solids are cheaper and calmer
constexpr float kHullError = 1e-5f;  // metres a point may stand out of its hull

float roundness(double smallest_half) {
  return std::min(kRoundness, static_cast<float>(0.2 * smallest_half));
}

bool usable(double length) {
  return std::isfinite(length) && length >= kSmallest && length <= kLargest;
}

Result<ShapeRef> made(const JPH::ShapeSettings& settings) {
  JPH::ShapeSettings::ShapeResult result = settings.Create();
  if (result.HasError()) return fail("{}", result.GetError().c_str());
  return ShapeRef(result.Get().GetPtr());
}

Result<ShapeRef> hull_of(const std::vector<math::Vec3>& points, float edge_radius) {
  JPH::Array<JPH::Vec3> corners;
  for (const math::Vec3& p : points) corners.push_back(to_jolt(p));
  JPH::ConvexHullShapeSettings settings(corners, edge_radius);
  settings.mHullTolerance = kHullError;
  Result<ShapeRef> shape = made(settings);
  if (!shape) {  // round things may have too many faces at that tolerance
    settings.mHullTolerance = 1e-3f;
    shape = made(settings);
  }
  return shape;
}

/// Corners and faces in double precision. A face's plane is taken from the corners that span it best.
std::unique_ptr<HullGeometry> geometry_of(const JPH::ConvexHullShape& hull) {
  auto geometry = std::make_unique<HullGeometry>();
  for (JPH::uint i = 0; i < hull.GetNumPoints(); ++i) {
    geometry->points.push_back(from_jolt(hull.GetPoint(i)) + from_jolt(hull.GetCenterOfMass()));
  }
  for (JPH::uint face = 0; face < hull.GetNumFaces(); ++face) {
    std::vector<JPH::uint> corners(hull.GetNumVerticesInFace(face));
    hull.GetFaceVertices(face, static_cast<JPH::uint>(corners.size()), corners.data());
    math::Vec3 normal(0.0);
    for (std::size_t i = 0; i < corners.size(); ++i) {  // Newell's sum
      normal += glm::cross(geometry->points[corners[i]], geometry->points[corners[(i + 1) % corners.size()]]);
    }
    normal = math::normalized_or(normal, math::kUp);
    double offset = -std::numeric_limits<double>::infinity();
    for (const JPH::uint corner : corners) offset = std::max(offset, glm::dot(normal, geometry->points[corner]));
    geometry->planes.push_back({normal, offset});
  }
  return geometry;
}

/// The shape without its pose. Capsules shorter than rounding become spheres, which Jolt insists on.
Result<ShapeRef> primitive(ConvexKind kind, const math::Vec3& half, double radius, std::span<const math::Vec3> points,
                           bool sharp) {
  const auto r = static_cast<float>(radius), h = static_cast<float>(half.y);
  switch (kind) {
    case ConvexKind::Sphere:
      if (!usable(radius)) return fail("its sphere has radius {} m", radius);
      return ShapeRef(new JPH::SphereShape(r));
    case ConvexKind::Capsule:
      if (!usable(radius) || !(half.y >= 0.0)) return fail("its capsule has radius {} m", radius);
      if (half.y < kSmallest) return ShapeRef(new JPH::SphereShape(r));
      return ShapeRef(new JPH::CapsuleShape(h, r));
    case ConvexKind::Cylinder:
      if (!usable(radius) || !usable(half.y)) return fail("its cylinder is {} m by {} m", radius, half.y);
      return ShapeRef(new JPH::CylinderShape(h, r, sharp ? 0.0f : roundness(std::min(radius, half.y))));
    case ConvexKind::Box: {
      const double smallest = std::min({half.x, half.y, half.z});
      if (!usable(half.x) || !usable(half.y) || !usable(half.z)) {
        return fail("its box has half sizes {} x {} x {} m", half.x, half.y, half.z);
      }
      return ShapeRef(new JPH::BoxShape(to_jolt(half), sharp ? 0.0f : roundness(smallest)));
    }
    case ConvexKind::Hull: {
      math::Aabb box;
      for (const math::Vec3& p : points) box.add(p);
      const math::Vec3 size = box.size();
      return hull_of({points.begin(), points.end()}, sharp ? 0.0f : roundness(std::min({size.x, size.y, size.z}) / 2));
    }
  }
  return fail("its kind of shape is unknown");
}

ConvexKind convex_kind(scene::ShapeKind kind) {
  switch (kind) {
    case scene::ShapeKind::Sphere:
      return ConvexKind::Sphere;
    case scene::ShapeKind::Capsule:
      return ConvexKind::Capsule;
    case scene::ShapeKind::Cylinder:
      return ConvexKind::Cylinder;
    case scene::ShapeKind::Box:
      return ConvexKind::Box;
    case scene::ShapeKind::ConvexHull:
    case scene::ShapeKind::TriangleMesh:
      break;
  }
  return ConvexKind::Hull;
}

bool is_glass(const scene::Scene& scene, const scene::Object& object, const scene::CollisionShape& shape) {
  const auto glass_mesh = [&](std::uint32_t mesh) {
    return mesh < scene.meshes.size() && scene.meshes[mesh].material < scene.materials.size() &&
           scene.materials[scene.meshes[mesh].material].glass;
  };
  if (shape.kind == scene::ShapeKind::ConvexHull || shape.kind == scene::ShapeKind::TriangleMesh) {
    return glass_mesh(shape.mesh);
  }
  return !object.parts.empty() && std::all_of(object.parts.begin(), object.parts.end(),
                                              [&](const scene::Part& part) { return glass_mesh(part.mesh); });
}

}  // namespace

Result<ShapeRef> ShapeBuilder::hull_shape(const scene::CollisionShape& shape, Piece& piece) {
  const math::TriMesh& mesh = scene_->meshes[shape.mesh].geometry;
  std::vector<math::Vec3> points;
  math::Aabb box;
  for (const math::Vec3f& p : mesh.positions) {
    points.push_back(math::Vec3(p) * shape.mesh_scale);
    box.add(points.back());
  }
  const math::Vec3 size = box.size();
  if (points.size() < 4 || !usable(size.x + size.y + size.z)) {
    return fail("mesh '{}' is too small or has too few points for a hull", scene_->meshes[shape.mesh].name);
  }
  Result<ShapeRef> hull = hull_of(points, roundness(std::min({size.x, size.y, size.z}) / 2));
  if (!hull) return hull;
  const MeshKey key{shape.mesh, shape.mesh_scale.x, shape.mesh_scale.y, shape.mesh_scale.z};
  auto& known = hull_of_[key];
  if (known == nullptr) {
    hulls_.push_back(geometry_of(static_cast<const JPH::ConvexHullShape&>(**hull)));
    known = hulls_.back().get();
  }
  piece.hull = known;
  piece.convex = make_hull(piece.convex.world_from_part, known->points);
  return hull;
}

Result<ShapeRef> ShapeBuilder::mesh_shape(const scene::CollisionShape& shape, Piece& piece) {
  const math::TriMesh& mesh = scene_->meshes[shape.mesh].geometry;
  JPH::VertexList corners;
  for (const math::Vec3f& p : mesh.positions) {
    const JPH::Vec3 v = to_jolt(math::Vec3(p) * shape.mesh_scale);
    corners.push_back(JPH::Float3(v.GetX(), v.GetY(), v.GetZ()));
  }
  // A mirrored mesh turns its triangles inside out: turn them back, simulated contacts are one-sided.
  const bool mirrored = shape.mesh_scale.x * shape.mesh_scale.y * shape.mesh_scale.z < 0.0;
  JPH::IndexedTriangleList triangles;
  for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
    const std::uint32_t a = mesh.indices[3 * i], b = mesh.indices[3 * i + 1], c = mesh.indices[3 * i + 2];
    if (a >= corners.size() || b >= corners.size() || c >= corners.size()) return fail("a triangle lacks its corner");
    triangles.push_back(JPH::IndexedTriangle(a, mirrored ? c : b, mirrored ? b : c, 0, i));
  }
  JPH::MeshShapeSettings settings(std::move(corners), std::move(triangles));
  settings.mPerTriangleUserData = true;
  settings.mMaxTrianglesPerLeaf = 4;
  Result<ShapeRef> made_shape = made(settings);
  if (!made_shape) return fail("mesh '{}': {}", scene_->meshes[shape.mesh].name, made_shape.error().message);
  const MeshKey key{shape.mesh, shape.mesh_scale.x, shape.mesh_scale.y, shape.mesh_scale.z};
  auto& known = tree_of_[key];
  if (known == nullptr) {
    trees_.push_back(std::make_unique<MeshTree>(mesh, shape.mesh_scale));
    known = trees_.back().get();
  }
  piece.tree = known;
  return made_shape;
}

Result<> ShapeBuilder::add(const scene::Object& object, std::uint32_t part, const math::Pose& body_from_object,
                           bool moving) {
  const scene::CollisionShape& shape = object.collision[part];
  Piece piece;
  piece.tag = {object.id, part, is_glass(*scene_, object, shape)};
  piece.convex.kind = convex_kind(shape.kind);
  piece.convex.world_from_part = body_from_object * shape.object_from_shape;
  piece.convex.half = shape.half;
  piece.convex.radius = shape.radius;
  const bool of_mesh = shape.kind == scene::ShapeKind::ConvexHull || shape.kind == scene::ShapeKind::TriangleMesh;
  if (of_mesh && shape.mesh >= scene_->meshes.size()) return fail("collision shape {} names no mesh", part);
  Result<ShapeRef> leaf = !of_mesh ? primitive(piece.convex.kind, shape.half, shape.radius, {}, false)
                          : shape.kind == scene::ShapeKind::TriangleMesh && !moving ? mesh_shape(shape, piece)
                                                                                    : hull_shape(shape, piece);
  if (!leaf) return fail("collision shape {}: {}", part, leaf.error().message);
  (*leaf)->SetUserData(piece.tag.packed());
  if (piece.tree != nullptr) {
    const JPH::AABox local = (*leaf)->GetLocalBounds();
    piece.bounds = math::transformed(piece.convex.world_from_part, {from_jolt(local.mMin), from_jolt(local.mMax)});
    piece.bounds = piece.bounds.grown(1e-3);  // Jolt's mesh is rounded to its grid
  } else {
    piece.bounds = physics::bounds(piece.convex);
  }
  pending_.push_back({*leaf, piece.convex.world_from_part});
  pieces_.push_back(piece);
  return {};
}

Result<JPH::RefConst<JPH::Shape>> ShapeBuilder::finish(std::vector<Piece>& pieces) {
  pieces = std::move(pieces_);
  const std::vector<Pending> pending = std::move(pending_);
  pieces_.clear();
  pending_.clear();
  if (pending.empty()) return JPH::RefConst<JPH::Shape>();
  JPH::StaticCompoundShapeSettings compound;
  for (const Pending& p : pending) {
    compound.AddShape(to_jolt(p.body_from_shape.position), to_jolt(p.body_from_shape.rotation), p.shape.GetPtr());
  }
  JPH::ShapeSettings::ShapeResult result = compound.Create();  // a single child comes back alone
  if (result.HasError()) return fail("{}", result.GetError().c_str());
  return JPH::RefConst<JPH::Shape>(result.Get().GetPtr());
}

Result<JPH::RefConst<JPH::Shape>> ShapeBuilder::convex_shape(const ConvexPart& part, std::uint64_t tag) {
  Result<ShapeRef> leaf = primitive(part.kind, part.half, part.radius, part.points, false);
  if (!leaf) return tl::make_unexpected(leaf.error());
  (*leaf)->SetUserData(tag);
  return JPH::RefConst<JPH::Shape>(new JPH::RotatedTranslatedShape(
      to_jolt(part.world_from_part.position), to_jolt(part.world_from_part.rotation), leaf->GetPtr()));
}

Result<JPH::RefConst<JPH::Shape>> ShapeBuilder::query_shape(const ConvexPart& part) {
  Result<ShapeRef> leaf = primitive(part.kind, part.half, part.radius, part.points, true);
  if (!leaf) return tl::make_unexpected(leaf.error());
  return JPH::RefConst<JPH::Shape>(leaf->GetPtr());
}

}  // namespace fh::physics
