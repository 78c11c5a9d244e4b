#pragma once
// Triangles in a shallow tree of boxes, eight children wide, eight triangles per leaf: what the casting kernel walks.
// One form for the whole static place (world space) and for an object (its own space, or placed in the world).
#include <array>
#include <cstdint>
#include <vector>

#include "math/pose.h"
#include "vision/tree_node.h"

namespace fh::vision {

/// Up to eight triangles, coordinate by coordinate. Empty places hold a triangle without area, which is never hit.
struct alignas(32) TriBlock {
  std::array<std::array<float, 8>, 9> v{};  // a.x a.y a.z b.x b.y b.z c.x c.y c.z
  std::array<std::uint32_t, 8> label{};     // what a hit writes (retina.h)
  std::uint32_t two_sided = 0;              // bit per triangle: seen from behind too
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

/// Binned surface-area splits (Wald 2007), then collapsed to eight children; the same triangles give the same tree.
TriTree build_tree(std::vector<SourceTriangle> triangles);

/// Puts the triangles of `rest` where the pose says and fits the boxes again. `placed` is a copy of `rest` to begin
/// with; no allocation.
void place_tree(const TriTree& rest, const math::Pose& world_from_rest, TriTree& placed);

}  // namespace fh::vision
