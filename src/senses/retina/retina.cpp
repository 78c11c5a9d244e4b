// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/retina.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "core/assert.h"
#include "senses/retina/item_coverage.h"
#include "senses/retina/tile_cast.h"

namespace fh::senses {
namespace {

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

bool is_mirror(std::uint32_t label) {
  return (label & (ItemId::kBodyBit | kMirrorBit)) == kMirrorBit;
}

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

// Mirrors that were not looked into are seen as the object they belong to.
void name_mirrors(const RetinaScene& scene, TileHits& hits) {
  std::uint32_t any = 0;
  for (const std::uint32_t label : hits.label) any |= label;
  if ((any & kMirrorBit) == 0) return;
  for (std::uint32_t& label : hits.label) {
    if (is_mirror(label)) label = label_of(scene.mirrors()[label & ~kMirrorBit].object);
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

namespace {

/// The window that just holds the corners of `bounds`; from inside or very near, a right angle must do.
WindowTangents window_around(const math::Aabb& bounds, const math::Pose& world_from_eye) {
  WindowTangents t{1e9, -1e9, -1e9, 1e9};
  const math::Pose eye_from_world = math::inverse(world_from_eye);
  bool behind = bounds.grown(0.02).contains(world_from_eye.position);
  for (int corner = 0; corner < 8; ++corner) {
    const math::Vec3 p =
        eye_from_world.point({corner & 1 ? bounds.high.x : bounds.low.x, corner & 2 ? bounds.high.y : bounds.low.y,
                              corner & 4 ? bounds.high.z : bounds.low.z});
    behind |= p.z > -1e-3;
    if (behind) break;
    t.left = std::min(t.left, p.x / -p.z);
    t.right = std::max(t.right, p.x / -p.z);
    t.bottom = std::min(t.bottom, p.y / -p.z);
    t.top = std::max(t.top, p.y / -p.z);
  }
  const double widest = 3.0;  // 143 degrees
  if (behind) t = {-widest, widest, widest, -widest};
  return {std::max(t.left, -widest) - 1e-6, std::min(t.right, widest) + 1e-6, std::min(t.top, widest) + 1e-6,
          std::max(t.bottom, -widest) - 1e-6};
}

}  // namespace

namespace {

void add_occluder(ItemId seen, double steradians, Visibility& result) {
  const auto at = std::find_if(result.occluders.begin(), result.occluders.end(),
                               [&](const Visibility::Occluder& other) { return other.item == seen; });
  if (at == result.occluders.end())
    result.occluders.push_back({seen, steradians});
  else
    at->solid_angle += steradians;
}

/// What is seen in a tile where the item alone would be. Casting begins with the item's own distances, so that only
/// what is in front of it is walked to; samples beside it need nothing.
void look_past(const RetinaScene& scene, const Retina& retina, const AloneTile& alone, ItemId item,
               const SeeSettings& settings, Visibility& result) {
  constexpr float kNothingIsNearer = 1e30f;
  const ItemId viewer = settings.viewer.valid() ? ItemId::of(settings.viewer) : ItemId{};
  const auto least = static_cast<float>(1.0 / settings.range);
  TileHits hits;
  for (std::size_t lane = 0; lane < kTileSamples; ++lane) {
    const bool seen = alone.label[lane] != 0 && alone.nearness[lane] > least;
    hits.nearness[lane] = seen ? alone.nearness[lane] : kNothingIsNearer;
    hits.label[lane] = seen ? alone.label[lane] : 0;
  }
  for (std::size_t b = 0; b < kTileBlocks; ++b)
    hits.farthest[b] = *std::min_element(&hits.nearness[8 * b], &hits.nearness[8 * b] + 8);
  TileRays rays;
  turn_tile(retina.field->tiles()[alone.tile], retina.world_from_eye, rays);
  cast_everything(scene, viewer, rays, nullptr, hits);
  name_mirrors(scene, hits);
  for (std::size_t lane = 0; lane < kTileSamples; ++lane) {
    if (alone.label[lane] == 0 || hits.label[lane] == 0) continue;
    const double steradians = retina.field->solid_angle(retina.field->sample_of(alone.tile, lane));
    if (item_of(hits.label[lane]) == item)
      result.solid_angle += steradians;
    else
      add_occluder(item_of(hits.label[lane]), steradians, result);
  }
}

/// Of the samples of a window those that the item covers alone, and tiles with such.
std::vector<AloneTile> alone_in(const RetinaScene& scene, const Retina& retina, ItemId item, Visibility& result) {
  const math::Pose world_from_item = item.is_body() ? math::Pose{} : scene.pose(item.object());
  std::vector<AloneTile> tiles;
  AloneTile at;
  for (std::size_t tile = 0; next_alone(scene, retina, item, world_from_item, tile, at); tile = at.tile + 1) {
    for (std::size_t lane = 0; lane < kTileSamples; ++lane) {
      if (at.label[lane] == 0) continue;
      ++result.samples;
      result.whole_solid_angle += retina.field->solid_angle(retina.field->sample_of(at.tile, lane));
    }
    tiles.push_back(at);
  }
  return tiles;
}

}  // namespace

Visibility inspect(const RetinaScene& scene, const math::Vec3& eye, ItemId item, const SeeSettings& settings,
                   std::uint32_t side) {
  Visibility result;
  const math::Aabb bounds = scene.bounds(item);
  if (bounds.empty()) return result;
  Retina retina;
  retina.world_from_eye = {math::kIdentity, eye};
  const math::Vec3 ahead = bounds.centre() - eye;
  if (glm::length(ahead) > 1e-9) retina.world_from_eye.rotation = math::looking_along(glm::normalize(ahead));
  const WindowTangents t = window_around(bounds, retina.world_from_eye);
  Field field = Field::window(t, side, side);
  retina.field = &field;
  std::vector<AloneTile> tiles = alone_in(scene, retina, item, result);
  // Long thin things fill little of their window: look finer.
  if (result.samples > 0 && result.samples * 8 <= field.size()) {
    const std::uint32_t finer = result.samples * 32 <= field.size() ? 3 : 2;
    field = Field::window(t, finer * side, finer * side);
    result = {};
    tiles = alone_in(scene, retina, item, result);
  }
  for (const AloneTile& tile : tiles) look_past(scene, retina, tile, item, settings, result);
  if (result.whole_solid_angle > 0.0) result.fraction = std::min(1.0, result.solid_angle / result.whole_solid_angle);
  std::sort(result.occluders.begin(), result.occluders.end(),
            [](const Visibility::Occluder& a, const Visibility::Occluder& b) {
              return a.solid_angle != b.solid_angle ? a.solid_angle > b.solid_angle : a.item < b.item;
            });
  return result;
}

}  // namespace fh::senses
