// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tile against everything of a scene, or against one item alone. Private to vision.
#include "senses/retina/retina_scene.h"
#include "senses/retina/tile_cast.h"

namespace fh::senses {

/// `viewer`: the body that is not seen; none: everybody is. `limit`: as cast_tile().
void cast_everything(const RetinaScene& scene, ItemId viewer, const TileRays& rays, const float* limit, TileHits& hits);

constexpr bool is_mirror(std::uint32_t label) {
  return (label & (ItemId::kBodyBit | kMirrorBit)) == kMirrorBit;
}
/// Mirrors that were not looked into are seen as the object they belong to.
void name_mirrors(const RetinaScene& scene, TileHits& hits);

/// An item's surfaces: triangles or a body; neither when it is not there.
struct Surfaces {
  const TriTree* tree = nullptr;
  const BodyShape* body = nullptr;

  bool empty() const { return (tree == nullptr || tree->empty()) && (body == nullptr || body->empty()); }
  const math::Aabb& bounds() const { return tree != nullptr ? tree->bounds : body->bounds; }
  const TreeNode& root() const { return tree != nullptr ? tree->nodes[0] : body->nodes[0]; }
  void cast(const TileRays& rays, const float* limit, TileHits& hits, std::uint32_t within = kAllBlocks) const {
    if (tree != nullptr) {
      cast_tile(*tree, rays, limit, hits, within);
    } else {
      cast_tile(*body, rays, limit, hits, within);
    }
  }
};
/// Where the item truly is, world.
Surfaces true_surfaces(const RetinaScene& scene, ItemId item);

}  // namespace fh::senses
