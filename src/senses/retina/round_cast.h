// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rounded boxes of a body against the samples of a tile: the nearest hit without any mesh. Private to vision.
#include "math/lanes.h"
#include "senses/retina/body_shape.h"
#include "senses/retina/tile_cast.h"

namespace fh::senses {
using math::lanes::F8, math::lanes::V8;

/// Where `inside` is set, eight samples show `label` at `nearness`; `before` is what they held.
inline void write_hits(F8 inside, F8 nearness, F8 before, std::uint32_t label, std::size_t block, TileHits& hits) {
  select(inside, nearness, before).store(&hits.nearness[8 * block]);
  auto* labels = reinterpret_cast<float*>(&hits.label[8 * block]);
  const F8 mine{_mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int>(label)))};
  select(inside, mine, F8::load(labels)).store(labels);
}

/// As cast_tile(), for one piece. Seen from inside it is not there. Surfaces are exact to 0.2 mm.
template <bool kLimited>
void cast_piece(const RoundPiece& piece, const TileRays& rays, std::uint32_t blocks, const float* limit,
                TileHits& hits);

}  // namespace fh::senses
