// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/retina.h"

#include <cstring>

#include "core/assert.h"
#include "senses/retina/scene_cast.h"

namespace fh::senses {
namespace {

// Looks into each mirror the tile shows, for the samples that show it. What the reflected rays meet is beyond the
// mirror's surface as measured along the whole way.
void look_into_mirrors(const RetinaScene& scene, float least_nearness, const TileRays& rays, TileHits& hits,
                       std::array<std::uint16_t, kTileSamples>& through) {
  TileRays reflected;
  TileHits behind;
  alignas(32) std::array<float, kTileSamples> limit;
  for (std::size_t first = 0; first < kTileSamples; ++first) {
    if (through[first] != 0 || !is_mirror(hits.label[first])) continue;
    const std::uint32_t label = hits.label[first];
    const std::size_t mirror = label & ~kMirrorBit;
    for (std::size_t i = 0; i < kTileSamples; ++i) limit[i] = hits.label[i] == label ? hits.nearness[i] : 0.0f;
    reflect_tile(rays, scene.world_mirror(mirror), reflected);
    behind.clear(least_nearness);
    cast_everything(scene, {}, reflected, limit.data(), behind);  // the viewer's own body is seen in mirrors
    for (std::size_t i = first; i < kTileSamples; ++i) {
      if (hits.label[i] != label) continue;
      through[i] = static_cast<std::uint16_t>(mirror + 1);
      hits.label[i] = behind.label[i];
      hits.nearness[i] = behind.nearness[i];
    }
  }
}

// Block order to rows: a block is 4 wide and 2 high.
template <class T>
void store_tile(const std::array<T, kTileSamples>& lanes, std::size_t tile, const Field& field, std::vector<T>& image) {
  T* to = &image[field.first_sample(tile)];
  for (std::size_t row = 0; row < kTileSamples; row += 2 * kTileWide, to += 2 * std::size_t{field.columns()}) {
    for (std::size_t x = 0; x < kTileWide; x += 4) {  // the blocks of a row
      std::memcpy(to + x, &lanes[row + 2 * x], 4 * sizeof(T));
      std::memcpy(to + field.columns() + x, &lanes[row + 2 * x + 4], 4 * sizeof(T));
    }
  }
}

}  // namespace

void see(const RetinaScene& scene, const Field& field, const math::Pose& world_from_eye, const SeeSettings& settings,
         Retina& retina) {
  FH_ASSERT(settings.range > 0.0, "range in metres");
  const bool reflect = settings.mirrors && !scene.mirrors().empty();
  retina.field = &field;
  retina.world_from_eye = world_from_eye;
  retina.labels.resize(field.size());
  retina.nearness.resize(field.size());
  retina.mirrors.resize(reflect ? field.size() : 0);
  const ItemId viewer = settings.viewer.valid() ? ItemId::of(settings.viewer) : ItemId{};
  const auto least = static_cast<float>(1.0 / settings.range);
  TileRays rays;
  TileHits hits;
  for (std::size_t tile = 0; tile < field.tiles().size(); ++tile) {
    turn_tile(field.tiles()[tile], world_from_eye, rays);
    hits.clear(least);
    cast_everything(scene, viewer, rays, nullptr, hits);
    if (reflect) {
      std::array<std::uint16_t, kTileSamples> through{};
      look_into_mirrors(scene, least, rays, hits, through);
      store_tile(through, tile, field, retina.mirrors);
    }
    name_mirrors(scene, hits);
    store_tile(hits.label, tile, field, retina.labels);
    store_tile(hits.nearness, tile, field, retina.nearness);
  }
}

math::Vec3 seen_point(const RetinaScene& scene, const Retina& retina, std::size_t sample) {
  const math::Vec3 apparent =
      retina.world_from_eye.position + retina.direction(sample) / static_cast<double>(retina.nearness[sample]);
  if (retina.mirrors.empty() || retina.mirrors[sample] == 0) return apparent;
  const math::Plane plane = scene.world_mirror(retina.mirrors[sample] - 1u);
  return apparent - 2.0 * plane.signed_distance(apparent) * plane.normal;
}

}  // namespace fh::senses
