// SPDX-License-Identifier: Apache-2.0
#pragma once
// Items cast alone over the samples of a look: what would be seen of a thing if nothing were in front of it, or if it
// stood where it is believed to stand (K-32, K-38). Private to vision.
#include <span>

#include "senses/retina/retina.h"

namespace fh::senses {

/// For every item the solid angle (steradians) of its hidden part within the field: where something nearer is seen.
/// Samples that look into a mirror are left out. `hidden` is as long as `items`.
void hidden_parts(const RetinaScene& scene, const Retina& retina, std::span<const ItemId> items,
                  std::span<float> hidden);

/// How a look speaks against an object standing at `world_from_item`: samples it should cover, and of these the ones
/// that saw farther (metres: more than 0.01 + 0.2 % beyond it). Tiles that see nothing beyond the object are not cast:
/// what would be hidden there says nothing. Mirrored samples neither. Only for objects that move.
struct Through {
  std::uint32_t covered = 0, through = 0;
};
Through looked_through(const RetinaScene& scene, const Retina& retina, core::ObjectId object,
                       const math::Pose& world_from_item);

}  // namespace fh::senses
