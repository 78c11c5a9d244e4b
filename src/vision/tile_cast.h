#pragma once
// The casting kernel: the 64 samples of a tile against a tree of triangles. All samples start in one eye, so a triangle
// covers a sample when three planes through the eye and its edges say so (Davidovič et al. 2012, "3D rasterization"):
// no projection, any field of view. The walk of a packet tracer, the inner loop of a rasteriser. Private to vision.
#include "vision/field.h"
#include "vision/tri_tree.h"

namespace fh::vision {

/// A tile's samples in the space of a tree.
struct alignas(32) TileRays {
  std::array<float, 64> x, y, z;
  std::array<float, 8> block_x, block_y, block_z, block_reach;
  std::array<math::Vec3f, 4> sides;
  std::array<float, 4> side_offset;                         // dot(side, eye)
  std::array<std::array<std::uint32_t, 3>, 4> side_corner;  // which bound of a box is farthest inside: 0 low, 24 high
  math::Vec3f eye{0.0f};
};

/// What the samples met so far.
struct alignas(32) TileHits {
  std::array<float, 64> nearness;  // 1 / distance, 1/m; begins with the reciprocal of the range
  std::array<std::uint32_t, 64> label;
  float farthest = 0.0f;  // the smallest nearness

  void clear(float least_nearness);
};

/// tree_from_eye: where the eye is in the tree's space; `reflect` mirrors the eye's frame left to right (x = -x).
void turn_tile(const FieldTile& tile, const math::Pose& tree_from_eye, TileRays& rays);
/// The same directions as seen in a mirror: eye and directions reflected at a plane of the same space.
void reflect_tile(const TileRays& rays, const math::Plane& plane, TileRays& reflected);

/// Nearer hits replace what `hits` holds. With `limit`, only surfaces beyond 1 / limit[lane] count (what is in front of
/// a mirror is not behind it); null: no limit.
void cast_tile(const TriTree& tree, const TileRays& rays, const float* limit, TileHits& hits);

/// Calls visit(index) for the boxes a tile touches that are not hidden, nearest first as far as the tree tells.
template <class Visit>
void walk_boxes(const BoxTree& tree, const TileRays& rays, const TileHits& hits, Visit&& visit);

/// Children of a node that the tile touches nearer than what it sees: one bit each; distances squared in `squared`.
unsigned touched_children(const TreeNode& node, const TileRays& rays, float farthest, float* squared);

template <class Visit>
void walk_boxes(const BoxTree& tree, const TileRays& rays, const TileHits& hits, Visit&& visit) {
  if (tree.nodes.empty()) return;
  std::array<std::uint32_t, 256> stack;
  std::size_t depth = 0;
  stack[depth++] = 0;
  alignas(32) float squared[8];
  while (depth > 0) {
    const std::uint32_t at = stack[--depth];
    if ((at & kLeafBit) != 0) {
      visit(at & ~kLeafBit);
      continue;
    }
    const TreeNode& node = tree.nodes[at];
    for (unsigned mask = touched_children(node, rays, hits.farthest, squared); mask != 0; mask &= mask - 1) {
      stack[depth++] = node.child[static_cast<std::size_t>(__builtin_ctz(mask))];
    }
  }
}

}  // namespace fh::vision
