// SPDX-License-Identifier: Apache-2.0
#pragma once
// Collision geometry of the scene as Jolt shapes and as exact pieces. Private to physics.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Physics/Collision/Shape/Shape.h>

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "core/result.h"
#include "physics/mesh_tree.h"
#include "scene/place/scene.h"

namespace fh::physics {

/// What a leaf shape belongs to, packed into Jolt's user data of the leaf.
struct LeafTag {
  core::ObjectId object;
  std::uint32_t part = 0;
  bool glass = false;

  std::uint64_t packed() const {
    return (static_cast<std::uint64_t>(object.value) << 32) | (part << 1) | (glass ? 1u : 0u);
  }
  static LeafTag unpacked(std::uint64_t bits) {
    return {core::ObjectId{static_cast<std::uint32_t>(bits >> 32)}, static_cast<std::uint32_t>(bits) >> 1,
            (bits & 1u) != 0};
  }
};

/// A hull as its corners and its faces, in the space of its part.
struct HullGeometry {
  std::vector<math::Vec3> points;
  std::vector<math::Plane> planes;  // outward
};

/// A piece of a solid for exact distances: a convex part in the solid's frame, or a tree of triangles.
struct Piece {
  LeafTag tag;
  ConvexPart convex;               // body_from_part; for triangles only the pose counts
  const MeshTree* tree = nullptr;  // triangles
  const HullGeometry* hull = nullptr;
  math::Aabb bounds;  // in the solid's frame
};

/// Builds shapes and owns the exact geometry they share (one tree or hull per mesh and scale).
class ShapeBuilder {
 public:
  explicit ShapeBuilder(const scene::Scene& scene) : scene_(&scene) {}

  /// Adds one collision shape of an object to a solid; meshes become hulls when `moving`.
  core::Result<> add(const scene::Object& object, std::uint32_t part, const math::Pose& body_from_object, bool moving);
  /// The solid made of everything added since the last call, or null when nothing was.
  core::Result<JPH::RefConst<JPH::Shape>> finish(std::vector<Piece>& pieces);

  /// Shape of a single convex part with its pose included; for kinematic solids.
  static core::Result<JPH::RefConst<JPH::Shape>> convex_shape(const ConvexPart& part, std::uint64_t tag);
  /// The part's shape for queries: sharp edges, without its pose.
  static core::Result<JPH::RefConst<JPH::Shape>> query_shape(const ConvexPart& part);

  std::vector<std::unique_ptr<MeshTree>> take_trees() { return std::move(trees_); }
  std::vector<std::unique_ptr<HullGeometry>> take_hulls() { return std::move(hulls_); }

 private:
  using MeshKey = std::tuple<std::uint32_t, double, double, double>;  // mesh and scale
  struct Pending {
    JPH::Ref<JPH::Shape> shape;
    math::Pose body_from_shape;
  };

  core::Result<JPH::Ref<JPH::Shape>> hull_shape(const scene::CollisionShape& shape, Piece& piece);
  core::Result<JPH::Ref<JPH::Shape>> mesh_shape(const scene::CollisionShape& shape, Piece& piece);

  const scene::Scene* scene_;
  std::vector<Pending> pending_;
  std::vector<Piece> pieces_;
  std::map<MeshKey, const MeshTree*> tree_of_;
  std::map<MeshKey, const HullGeometry*> hull_of_;
  std::vector<std::unique_ptr<MeshTree>> trees_;
  std::vector<std::unique_ptr<HullGeometry>> hulls_;
};

}  // namespace fh::physics
