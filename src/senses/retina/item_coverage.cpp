// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/item_coverage.h"

#include <algorithm>
#include <cstring>

#include "math/lanes.h"
#include "senses/retina/scene_cast.h"

namespace fh::senses {
using namespace math::lanes;
namespace {

// Rows to block order, the way back of a look's storing.
template <class T>
void load_tile(const std::vector<T>& image, std::size_t tile, const Field& field, std::array<T, kTileSamples>& lanes) {
  const T* from = &image[field.first_sample(tile)];
  for (std::size_t row = 0; row < kTileSamples; row += 2 * kTileWide, from += 2 * std::size_t{field.columns()}) {
    for (std::size_t x = 0; x < kTileWide; x += 4) {
      std::memcpy(&lanes[row + 2 * x], from + x, 4 * sizeof(T));
      std::memcpy(&lanes[row + 2 * x + 4], from + field.columns() + x, 4 * sizeof(T));
    }
  }
}

// One tile of a look.
struct alignas(32) LookedTile {
  std::array<float, kTileSamples> nearness;
  std::array<std::uint32_t, kTileSamples> label;
  std::array<std::uint16_t, kTileSamples> mirror;
};

// Limits for casting an item behind what is seen: the seen nearness where another thing is seen that may be in front of
// the item, else 0. Returns the blocks with such samples.
std::uint32_t set_limits(const LookedTile& seen, ItemId item, float least, std::array<float, kTileSamples>& limit) {
  const std::uint32_t keep = item.is_body() ? 0xffffff00u : 0xffffffffu;
  const std::uint32_t own = item.is_body() ? label_of(item.body(), 0) : item.value;
  std::uint32_t blocks = 0;
  for (std::size_t b = 0; b < kTileBlocks; ++b) {
    const F8 nearness = F8::load(&seen.nearness[8 * b]);
    const __m256i label = _mm256_load_si256(reinterpret_cast<const __m256i*>(&seen.label[8 * b]));
    const __m256i same = _mm256_cmpeq_epi32(_mm256_and_si256(label, _mm256_set1_epi32(static_cast<int>(keep))),
                                            _mm256_set1_epi32(static_cast<int>(own)));
    const __m256i nothing = _mm256_cmpeq_epi32(label, _mm256_setzero_si256());
    const F8 out{_mm256_castsi256_ps(_mm256_or_si256(same, nothing))};
    const F8 in_front = {_mm256_andnot_ps(out.v, (nearness > F8::all(least)).v)};
    (nearness & in_front).store(&limit[8 * b]);
    if (bits(in_front) != 0) blocks |= 1u << b;
  }
  return blocks;
}

double farthest_corner(const math::Aabb& bounds, const math::Vec3& eye) {
  return glm::length(glm::max(glm::abs(bounds.low - eye), glm::abs(bounds.high - eye)));
}

// A ball around something, eye frame.
struct Ball {
  math::Vec3f centre{0.0f};
  float radius = -1.0f;  // below zero: nothing

  Ball() = default;
  Ball(const math::Aabb& box, const math::Pose& eye_from_box)
      : centre(eye_from_box.point(box.centre())), radius(static_cast<float>(0.5 * glm::length(box.size()) + 1e-4)) {}
  bool may_touch(const FieldTile& tile) const {
    bool outside = radius < 0.0f;
    for (const math::Vec3f& side : tile.sides) outside |= glm::dot(side, centre) < -radius;
    return !outside;
  }
};

// Up to eight items as children of a node, so that a tile tests them like any other.
struct Eight {
  TreeNode node;
  std::array<Surfaces, 8> surfaces{};
  std::array<ItemId, 8> items{};
  std::array<float, 8> least{};  // nearness of the farthest corner
  std::array<Ball, 8> balls{};   // around each, eye frame
};

Eight gather(const RetinaScene& scene, const math::Pose& world_from_eye, std::span<const ItemId> items) {
  Eight eight;
  const math::Pose eye_from_world = math::inverse(world_from_eye);
  clear(eight.node);
  for (std::size_t i = 0; i < items.size(); ++i) {
    eight.items[i] = items[i];
    eight.surfaces[i] = true_surfaces(scene, items[i]);
    if (eight.surfaces[i].empty()) continue;
    const math::Aabb& box = eight.surfaces[i].bounds();
    set_box(eight.node, i, {math::Vec3f(box.low), math::Vec3f(box.high)});
    eight.node.child[i] = static_cast<std::uint32_t>(i) | kLeafBit;
    eight.least[i] = static_cast<float>(0.999 / farthest_corner(box, world_from_eye.position));
    eight.balls[i] = Ball(box, eye_from_world);
  }
  return eight;
}

// Adds what a tile hides of the eight.
void add_hidden(const Eight& eight, const TileRays& rays, const Retina& retina, std::size_t tile, float* hidden) {
  TileHits hits;
  hits.clear(0.0f);
  std::array<Waiting, 8> waiting;
  const std::size_t touched = push_children(eight.node, kAllBlocks, rays, hits, waiting.data(), 0);
  if (touched == 0) return;
  const Field& field = *retina.field;
  LookedTile seen;
  load_tile(retina.nearness, tile, field, seen.nearness);
  load_tile(retina.labels, tile, field, seen.label);
  if (!retina.mirrors.empty()) load_tile(retina.mirrors, tile, field, seen.mirror);
  for (std::size_t w = 0; w < touched; ++w) {
    const std::size_t i = waiting[w].child & ~kLeafBit;
    alignas(32) std::array<float, kTileSamples> limit;
    const std::uint32_t blocks = waiting[w].blocks & set_limits(seen, eight.items[i], eight.least[i], limit);
    if (blocks == 0) continue;
    hits.clear(0.0f);
    eight.surfaces[i].cast(rays, limit.data(), hits, blocks);
    for (std::size_t lane = 0; lane < kTileSamples; ++lane) {
      const bool mirrored = !retina.mirrors.empty() && seen.mirror[lane] != 0;
      if (hits.label[lane] != 0 && !mirrored) hidden[i] += field.solid_angle(field.sample_of(tile, lane));
    }
  }
}

}  // namespace

void hidden_parts(const RetinaScene& scene, const Retina& retina, std::span<const ItemId> items,
                  std::span<float> hidden) {
  constexpr std::size_t kGroups = 16;  // at a time, on the stack
  std::fill(hidden.begin(), hidden.end(), 0.0f);
  std::array<Eight, kGroups> groups;
  for (std::size_t first = 0; first < items.size(); first += 8 * kGroups) {
    std::size_t count = 0;
    for (std::size_t i = first; i < items.size() && count < kGroups; i += 8) {
      groups[count++] =
          gather(scene, retina.world_from_eye, items.subspan(i, std::min<std::size_t>(8, items.size() - i)));
    }
    TileRays rays;
    for (std::size_t tile = 0; tile < retina.field->tiles().size(); ++tile) {
      const FieldTile& samples = retina.field->tiles()[tile];
      bool turned = false;
      for (std::size_t g = 0; g < count; ++g) {
        const auto& balls = groups[g].balls;
        if (std::none_of(balls.begin(), balls.end(), [&](const Ball& b) { return b.may_touch(samples); })) continue;
        if (!turned) turn_tile(samples, retina.world_from_eye, rays);
        turned = true;
        add_hidden(groups[g], rays, retina, tile, &hidden[first + 8 * g]);
      }
    }
  }
}

Through looked_through(const RetinaScene& scene, const Retina& retina, core::ObjectId object,
                       const math::Pose& world_from_item) {
  Through result;
  const TriTree& tree = scene.shape(object).own;
  if (tree.empty()) return result;
  const Field& field = *retina.field;
  const math::Pose tree_from_eye = math::inverse(world_from_item) * retina.world_from_eye;
  const Ball ball(tree.bounds, math::inverse(tree_from_eye));
  // Nothing of it is nearer than this; a sample that sees as near or nearer cannot have looked through it.
  const float nearest = std::max(1e-3f, glm::length(ball.centre) - ball.radius);
  const F8 most = F8::all(1.0f / nearest);
  TileRays rays;
  TileHits hits;
  LookedTile seen;
  for (std::size_t tile = 0; tile < field.tiles().size(); ++tile) {
    const FieldTile& t = field.tiles()[tile];
    if (!ball.may_touch(t)) continue;
    load_tile(retina.nearness, tile, field, seen.nearness);
    std::uint32_t blocks = 0;
    for (std::size_t b = 0; b < kTileBlocks; ++b) {
      if (bits(F8::load(&seen.nearness[8 * b]) < most) != 0) blocks |= 1u << b;
    }
    if (blocks == 0) continue;
    turn_tile(t, tree_from_eye, rays);
    hits.clear(1e-6f);
    cast_tile(tree, rays, nullptr, hits, blocks);
    if (!retina.mirrors.empty()) load_tile(retina.mirrors, tile, field, seen.mirror);
    for (std::size_t lane = 0; lane < kTileSamples; ++lane) {
      if (hits.label[lane] == 0 || (!retina.mirrors.empty() && seen.mirror[lane] != 0)) continue;
      ++result.covered;
      const double believed = 1.0 / static_cast<double>(hits.nearness[lane]);
      if (1.0 / static_cast<double>(seen.nearness[lane]) > 1.002 * believed + 0.01) ++result.through;
    }
  }
  return result;
}

}  // namespace fh::senses
