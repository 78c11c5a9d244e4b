// SPDX-License-Identifier: Apache-2.0
#pragma once
// The casting kernel: the samples of a tile against a tree of triangles. All samples start in one eye, so a triangle
// covers a sample when three planes through the eye and its edges say so (Davidovič et al. 2012, "3D rasterization"):
// no projection, any field of view. The walk is a packet tracer's: boxes are tested against the tile, then against its
// blocks, then against eight samples at a time. Private to vision.
#include "senses/retina/body_shape.h"
#include "senses/retina/sample_field.h"
#include "senses/retina/tri_tree.h"

namespace fh::senses {

/// A tile's samples in the space of a tree.
struct alignas(32) TileRays {
  using Lanes = FieldTile::Lanes;
  std::array<float, kTileSamples> x, y, z;              // directions
  std::array<float, kTileSamples> per_x, per_y, per_z;  // their reciprocals, finite
  std::array<std::array<Lanes, 3>, kTileEights> middle;
  std::array<Lanes, kTileEights> reach;
  std::array<std::array<Lanes, 3>, 3> strips, strip_sizes;  // planes of FieldTile::strips; absolute values
  std::array<math::Vec3f, 4> sides;
  std::array<float, 4> side_offset;                         // dot(side, eye)
  std::array<std::array<std::uint32_t, 3>, 4> side_corner;  // which bound of a box is farthest inside: 0 low, 24 high
  math::Vec3f eye{0.0f};
};

/// What the samples met so far.
struct alignas(32) TileHits {
  std::array<float, kTileSamples> nearness;  // 1 / distance, 1/m; begins with the reciprocal of the range
  std::array<std::uint32_t, kTileSamples> label;
  std::array<float, kTileBlocks> farthest;  // the smallest nearness of each block

  void clear(float least_nearness);
};

/// tree_from_eye: where the eye is in the tree's space.
void turn_tile(const FieldTile& tile, const math::Pose& tree_from_eye, TileRays& rays);
/// The same directions as seen in a mirror: eye and directions reflected at a plane of the same space.
void reflect_tile(const TileRays& rays, const math::Plane& plane, TileRays& reflected);

/// Nearer hits replace what `hits` holds. With `limit`, only surfaces beyond 1 / limit[lane] count (what is in front of
/// a mirror is not behind it); null: no limit.
/// `within`: the tile's blocks to look at.
void cast_tile(const TriTree& tree, const TileRays& rays, const float* limit, TileHits& hits,
               std::uint32_t within = kAllBlocks);
void cast_tile(const BodyShape& body, const TileRays& rays, const float* limit, TileHits& hits,
               std::uint32_t within = kAllBlocks);

/// Something of a tree that waits to be looked at.
struct Waiting {
  std::uint32_t child;   // as TreeNode::child
  std::uint32_t blocks;  // bit per block of the tile it touches
  float squared;         // distance from the eye
};
inline constexpr std::size_t kStackSize = 256;  // eight wide and at most 30 deep

/// Puts the children of a node that the blocks `within` can see onto the stack, nearest last; returns the new depth.
std::size_t push_children(const TreeNode& node, std::uint32_t within, const TileRays& rays, const TileHits& hits,
                          Waiting* stack, std::size_t depth);

/// Calls visit(index, blocks) for the boxes a tile touches that are not hidden, nearest first as far as the tree tells.
template <class Visit>
void walk_boxes(const BoxTree& tree, const TileRays& rays, const TileHits& hits, Visit&& visit) {
  if (tree.nodes.empty()) return;
  std::array<Waiting, kStackSize> stack;
  std::size_t depth = push_children(tree.nodes[0], kAllBlocks, rays, hits, stack.data(), 0);
  while (depth > 0) {
    const auto [at, blocks, squared] = stack[--depth];
    if ((at & kLeafBit) != 0) {
      visit(at & ~kLeafBit, blocks);
    } else {
      depth = push_children(tree.nodes[at], blocks, rays, hits, stack.data(), depth);
    }
  }
}

}  // namespace fh::senses
