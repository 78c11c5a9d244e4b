// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/scene_cast.h"

namespace fh::senses {

void cast_everything(const RetinaScene& scene, ItemId viewer, const TileRays& rays, const float* limit,
                     TileHits& hits) {
  cast_tile(scene.static_tree(), rays, limit, hits);
  walk_boxes(scene.mover_boxes(), rays, hits, [&](std::uint32_t index, std::uint32_t blocks) {
    const RetinaScene::Mover& mover = scene.movers()[index];
    if (!mover.item.is_body()) {
      cast_tile(mover.placed, rays, limit, hits, blocks);
    } else if (mover.item != viewer) {
      cast_tile(mover.body, rays, limit, hits, blocks);
    }
  });
}

void name_mirrors(const RetinaScene& scene, TileHits& hits) {
  std::uint32_t any = 0;
  for (const std::uint32_t label : hits.label) any |= label;
  if ((any & kMirrorBit) == 0) return;
  for (std::uint32_t& label : hits.label) {
    if (is_mirror(label)) label = label_of(scene.mirrors()[label & ~kMirrorBit].object);
  }
}

Surfaces true_surfaces(const RetinaScene& scene, ItemId item) {
  const RetinaScene::Mover* mover = scene.mover_of(item);
  if (mover != nullptr && item.is_body()) return {nullptr, &mover->body};
  if (mover != nullptr) return {&mover->placed, nullptr};
  return {scene.has(item) ? &scene.shape(item.object()).own : nullptr, nullptr};
}

}  // namespace fh::senses
