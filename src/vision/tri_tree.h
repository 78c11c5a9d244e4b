#pragma once
// Triangles in a shallow tree of boxes, eight children wide, eight triangles per leaf: what the casting kernel walks.
// One form for the whole static place (world space), for an object (its own space) and for a body (many rigid pieces).
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/pose.h"
#include "math/shapes.h"

namespace fh::vision {

inline constexpr std::uint32_t kEmptyChild = 0xffffffffu;
inline constexpr std::uint32_t kLeafBit = 0x80000000u;

/// Up to eight triangles, coordinate by coordinate. Empty places hold a triangle without area, which is never hit.
struct alignas(32) TriBlock {
  std::array<std::array<float, 8>, 9> v{};  // a.x a.y a.z b.x b.y b.z c.x c.y c.z
  std::array<std::uint32_t, 8> label{};     // what a hit writes (retina.h)
  std::uint32_t two_sided = 0;              // bit per triangle: seen from behind too
};

struct alignas(32) TreeNode {
  std::array<std::array<float, 8>, 3> low, high;  // boxes of the children; empty: low > high
  std::array<std::uint32_t, 8> child;             // node, block | kLeafBit, or kEmptyChild
};

struct SourceTriangle {
  std::array<math::Vec3f, 3> corners;
  std::uint32_t label = 0;
  bool two_sided = false;
  std::uint32_t piece = 0;  // triangles of different pieces never share a block
};

struct TriTree {
  std::vector<TreeNode> nodes;  // [0] is the root; children come after their parent. Empty: nothing there
  std::vector<TriBlock> blocks;
  std::vector<std::uint32_t> piece;  // of each block
  math::Aabb bounds;

  bool empty() const { return nodes.empty(); }
};

/// Binned surface-area splits (Wald 2007), then collapsed to eight children; the same triangles give the same tree.
TriTree build_tree(std::vector<SourceTriangle> triangles);

/// A tree over boxes alone: leaves are indices of `boxes` (child = index | kLeafBit). Reuses memory.
struct BoxTree {
  std::vector<TreeNode> nodes;
  std::vector<std::uint32_t> order;  // scratch
};
void build_box_tree(std::span<const math::Aabb> boxes, BoxTree& tree);

/// Puts the blocks of `rest` (pieces in their own spaces) where `world_from_piece` says and fits the boxes again.
/// `placed` is a copy of `rest` to begin with; no allocation.
void place_tree(const TriTree& rest, std::span<const math::Pose> world_from_piece, TriTree& placed);

}  // namespace fh::vision
