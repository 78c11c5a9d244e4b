// SPDX-License-Identifier: Apache-2.0
#pragma once
// Nearest triangle of a mesh to a convex solid: a tree of boxes searched nearest first, so that far triangles are never
// looked at. Built once per static mesh.
#include <cstdint>
#include <vector>

#include "math/mesh.h"
#include "physics/convex_distance.h"

namespace fh::physics {

struct NearestTriangle {
  math::Nearest nearest;       // on_first on the part, on_second on the triangle
  std::uint32_t triangle = 0;  // index in the mesh
  bool found = false;
};

class MeshTree {
 public:
  /// Copies the triangles, scaled; degenerate ones keep their index and take part.
  MeshTree(const math::TriMesh& mesh, const math::Vec3& scale);

  /// The triangle nearest to `part` (mesh space) among those nearer than `limit` (metres, exclusive), or not found. Of
  /// equally near ones the smallest index wins.
  NearestTriangle nearest(const ConvexPart& part, double limit) const;

  std::size_t triangle_count() const { return triangles_.size(); }
  /// By its index in the mesh.
  const math::Triangle& triangle(std::uint32_t index) const { return triangles_[place_[index]]; }

 private:
  struct Node {
    math::Vec3f low, high;
    std::uint32_t first = 0;  // leaf: first triangle; inner: left child, the right one follows it
    std::uint32_t count = 0;  // triangles; 0 for inner nodes
  };

  void build(std::uint32_t node, std::uint32_t first, std::uint32_t count, std::vector<math::Vec3>& centres);

  std::vector<Node> nodes_;
  std::vector<math::Triangle> triangles_;  // in tree order
  std::vector<std::uint32_t> original_;    // index in the mesh, same order
  std::vector<std::uint32_t> place_;       // the other way round
};

}  // namespace fh::physics
