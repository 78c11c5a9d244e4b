// SPDX-License-Identifier: Apache-2.0
#pragma once
// Triangles in a shallow tree of boxes, eight children wide, eight faces per leaf: what the casting kernel walks. A
// face is a triangle, or two that make a flat convex quadrilateral: places are mostly made of those, and one costs
// little more than a triangle. One form for the whole static place (world space) and for an object (its own space, or
// placed in the world).
#include <array>
#include <cstdint>
#include <vector>

#include "math/pose.h"
#include "senses/retina/tree_node.h"

namespace fh::senses {

/// Up to eight faces, coordinate by coordinate. A triangle has d = c. Empty places hold a face without area, which is
/// never hit.
struct alignas(32) TriBlock {
  std::array<std::array<float, 8>, 12> v{};  // a.x a.y a.z b.x b.y b.z c.x c.y c.z d.x d.y d.z, around the face
  std::array<std::uint32_t, 8> label{};      // what a hit writes (retina.h); 0: empty
  std::uint32_t two_sided = 0;               // bit per face: seen from behind too

  math::Vec3f corner(std::size_t face, std::size_t at) const {
    return {v[3 * at][face], v[3 * at + 1][face], v[3 * at + 2][face]};
  }
  bool is_quad(std::size_t face) const { return corner(face, 2) != corner(face, 3); }
};

struct SourceTriangle {
  std::array<math::Vec3f, 3> corners;
  std::uint32_t label = 0;
  bool two_sided = false;
};

struct TriTree {
  std::vector<TreeNode> nodes;  // [0] is the root; children come after their parent. Empty: nothing there
  std::vector<TriBlock> blocks;
  math::Aabb bounds;

  bool empty() const { return nodes.empty(); }
};

/// Neighbours in the list that share an edge and lie in a plane become one face.
/// Binned surface-area splits (Wald 2007), then collapsed to eight children; the same triangles give the same tree.
TriTree build_tree(const std::vector<SourceTriangle>& triangles);

/// Puts the triangles of `rest` where the pose says and fits the boxes again. `placed` is a copy of `rest` to begin
/// with; no allocation.
void place_tree(const TriTree& rest, const math::Pose& world_from_rest, TriTree& placed);

}  // namespace fh::senses
