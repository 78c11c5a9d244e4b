// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/inspect.h"

#include <algorithm>

#include "math/lanes.h"
#include "senses/retina/scene_cast.h"
#include "senses/retina/window_tiles.h"

namespace fh::senses {
using namespace math::lanes;
namespace {

// Of less than this share the visible part is looked at again, closer, until about so many samples show it.
constexpr double kLittle = 0.5, kEnough = 2000.0;
constexpr double kSamePlace = 0.02;  // of the distance: so far apart two points of a surface may be taken for one

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

void add_occluder(ItemId seen, double steradians, Visibility& result) {
  const auto at = std::find_if(result.occluders.begin(), result.occluders.end(),
                               [&](const Visibility::Occluder& other) { return other.item == seen; });
  if (at == result.occluders.end())
    result.occluders.push_back({seen, steradians});
  else
    at->solid_angle += steradians;
}

float sum(F8 a) {
  alignas(32) std::array<float, 8> lanes;
  a.store(lanes.data());
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

__m256i labels(const TileHits& hits, std::size_t block) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(&hits.label[8 * block]));
}

F8 not_zero(__m256i label) {
  return {
      _mm256_castsi256_ps(_mm256_xor_si256(_mm256_cmpeq_epi32(label, _mm256_setzero_si256()), _mm256_set1_epi32(-1)))};
}

/// What one eye sees of an item, by cells of its window.
struct EyeImage {
  math::Pose world_from_eye;
  WindowTiles window;
  std::vector<float> distance;      // m to the item alone; 0: not there
  std::vector<float> solid_angle;   // steradians
  std::vector<math::Vec3f> way;     // unit, eye frame
  std::vector<std::uint8_t> shown;  // with everything else in the scene

  explicit EyeImage(const WindowTiles& tiles) : window(tiles) {
    distance.assign(tiles.size(), 0.0f);
    solid_angle.assign(tiles.size(), 0.0f);
    way.assign(tiles.size(), math::Vec3f(0.0f));
    shown.assign(tiles.size(), 0);
  }
};

/// Shares of what an eye sees of the item alone: of all of it what it sees and what at least one eye sees, and of what
/// the other eye would see alone too that which both see.
struct SharedView {
  double one = 0.0, either = 0.0, both = 0.0;
};
SharedView compare(const EyeImage& eye, const EyeImage& other) {
  const math::Pose other_from_eye = math::inverse(other.world_from_eye) * eye.world_from_eye;
  double all = 0.0, seen = 0.0, either = 0.0, common = 0.0, both = 0.0;
  for (std::size_t i = 0; i < eye.distance.size(); ++i) {
    if (eye.distance[i] <= 0.0f) continue;
    const double weight = eye.solid_angle[i];
    const math::Vec3 p = other_from_eye.point(math::Vec3(eye.way[i]) * static_cast<double>(eye.distance[i]));
    const auto cell = p.z < 0.0 ? other.window.cell_at(p.x / -p.z, p.y / -p.z) : std::nullopt;
    const double far = glm::length(p);
    // The same place of the surface, not one behind it.
    const bool faces = cell && std::abs(static_cast<double>(other.distance[*cell]) - far) < kSamePlace * far;
    const bool here = eye.shown[i] != 0, there = faces && other.shown[*cell] != 0;
    all += weight;
    seen += here ? weight : 0.0;
    either += here || there ? weight : 0.0;
    common += faces ? weight : 0.0;
    both += here && there ? weight : 0.0;
  }
  if (all <= 0.0) return {};
  return {seen / all, either / all, common > 0.0 ? both / common : 0.0};
}

/// One look at one item.
class Look {
 public:
  Look(const RetinaScene& scene, const math::Vec3& eye, ItemId item, const SeeSettings& settings)
      : scene_(scene),
        surfaces_(true_surfaces(scene, item)),
        viewer_(settings.viewer.valid() ? ItemId::of(settings.viewer) : ItemId{}),
        least_(static_cast<float>(1.0 / settings.range)) {
    world_from_eye_ = {math::kIdentity, eye};
    const math::Vec3 ahead = surfaces_.bounds().centre() - eye;
    if (glm::length(ahead) > 1e-9) world_from_eye_.rotation = math::looking_along(glm::normalize(ahead));
    keep_ = item.is_body() ? 0xffffff00u : 0xffffffffu;
    own_ = item.is_body() ? label_of(item.body(), 0) : item.value;
  }

  /// The eye is the reflected one: what it sees counts where it looks through the mirror.
  void by_way_of(std::size_t mirror) {
    mirror_ = true;
    mirror_label_ = kMirrorBit | static_cast<std::uint32_t>(mirror);
    mirror_plane_ = scene_.world_mirror(mirror);
    mirror_surfaces_ = true_surfaces(scene_, ItemId::of(scene_.mirrors()[mirror].object));
  }

  /// Without closer looks.
  EyeImage image(std::uint32_t side) {
    EyeImage image{WindowTiles(window_around(surfaces_.bounds(), world_from_eye_), side)};
    image.world_from_eye = world_from_eye_;
    image_ = &image;
    with(image.window);
    image_ = nullptr;
    return image;
  }

  Visibility through(std::uint32_t side) {
    const WindowTangents t = window_around(surfaces_.bounds(), world_from_eye_);
    if (mirror_ && !meets_mirror(WindowTiles(t, side))) return {};
    Visibility result = with(WindowTiles(t, side));
    // Long thin things fill little of their window: look finer.
    const std::size_t all = std::size_t{side} * side;
    std::uint32_t finer = 1;
    if (result.samples > 0 && result.samples * 8 <= all) {
      finer = result.samples * 32 <= all ? 3 : 2;
      result = with(WindowTiles(t, finer * side));
    }
    if (result.solid_angle > 0.0 && result.solid_angle < kLittle * result.whole_solid_angle)
      result.solid_angle = closer(t, finer * side, side);
    if (result.whole_solid_angle > 0.0) result.fraction = std::min(1.0, result.solid_angle / result.whole_solid_angle);
    std::sort(result.occluders.begin(), result.occluders.end(),
              [](const Visibility::Occluder& a, const Visibility::Occluder& b) {
                return a.solid_angle != b.solid_angle ? a.solid_angle > b.solid_angle : a.item < b.item;
              });
    return result;
  }

 private:
  bool meets_mirror(const WindowTiles& window) const {
    for (std::size_t tile = 0; tile < window.tiles(); ++tile) {
      const auto sides = window.sides(tile);
      if (may_touch(surfaces_, sides) && may_touch(mirror_surfaces_, sides)) return true;
    }
    return false;
  }

  /// Steradians of the visible part, which was met in `shown_`, by a window around it.
  double closer(const WindowTangents& t, std::uint32_t used, std::uint32_t side) {
    const double across = (t.right - t.left) / used, down = (t.top - t.bottom) / used;
    const WindowTangents part{std::max(t.left, shown_.left - across), std::min(t.right, shown_.right + across),
                              std::min(t.top, shown_.top + down), std::max(t.bottom, shown_.bottom - down)};
    const double area = (t.right - t.left) * (t.top - t.bottom),
                 of_it = (part.right - part.left) * (part.top - part.bottom);
    // Samples of the visible part to be expected in such a window.
    const double expected =
        static_cast<double>(shown_count_) * area / of_it * side * side / (static_cast<double>(used) * used);
    const std::uint32_t times = expected > kEnough ? 1 : 4.0 * expected > kEnough ? 2 : 3;
    return with(WindowTiles(part, times * side)).solid_angle;
  }

  Visibility with(const WindowTiles& window) {
    Visibility result;
    shown_ = {1e9, -1e9, -1e9, 1e9};
    shown_count_ = 0;
    for (std::size_t tile = 0; tile < window.tiles(); ++tile) {
      const auto sides = window.sides(tile);
      if (!may_touch(surfaces_, sides)) continue;
      window.make(tile, tile_);
      turn_tile(tile_, world_from_eye_, rays_);
      hits_.clear(1e-6f);
      surfaces_.cast(rays_, nullptr, hits_);
      if (!count_alone(result)) continue;
      if (image_) keep_alone(tile);
      if (!mirror_)
        look_past(result);
      else if (may_touch(mirror_surfaces_, sides))
        look_through_mirror(result);
      if (image_) keep_shown(tile);
    }
    return result;
  }

  /// Whether one of the uppermost boxes meets the planes of a tile.
  bool may_touch(const Surfaces& surfaces, const std::array<math::Vec3f, 4>& sides) const {
    const TreeNode& node = surfaces.root();
    const math::Vec3f eye(world_from_eye_.position);
    F8 outside = F8::all(0.0f);
    for (const math::Vec3f& side : sides) {
      const math::Vec3f n(math::rotate(world_from_eye_.rotation, math::Vec3(side)));
      const auto far = [&](std::size_t axis) {
        return F8::load((n[static_cast<int>(axis)] > 0.0f ? node.high : node.low)[axis].data());
      };
      const F8 inside = fma(F8::all(n.x), far(0), fma(F8::all(n.y), far(1), F8::all(n.z) * far(2)));
      // Not "less than", which is false for the infinite corners of places without a child.
      outside = outside | F8{_mm256_cmp_ps(inside.v, F8::all(glm::dot(n, eye) - 1e-5f).v, _CMP_NGE_UQ)};
    }
    return bits(outside) != 0xffu;
  }

  /// Adds what the item alone covers of the tile; false: nothing.
  bool count_alone(Visibility& result) {
    F8 whole = F8::all(0.0f);
    std::size_t count = 0;
    for (std::size_t b = 0; b < kTileBlocks; ++b) {
      const F8 covered = not_zero(labels(hits_, b));
      alone_[b] = static_cast<std::uint8_t>(bits(covered));
      count += static_cast<std::size_t>(__builtin_popcount(alone_[b]));
      whole = whole + (F8::load(&tile_.solid_angle[8 * b]) & covered);
    }
    result.samples += count;
    result.whole_solid_angle += static_cast<double>(sum(whole));
    return count > 0;
  }

  /// What is seen where the item alone would be. Casting begins with the item's own distances, so that only what is in
  /// front of it is walked to; samples beside it need nothing.
  void look_past(Visibility& result) {
    const F8 nothing_nearer = F8::all(1e30f), least = F8::all(least_);
    for (std::size_t b = 0; b < kTileBlocks; ++b) {
      const F8 near = F8::load(&hits_.nearness[8 * b]), in_range = not_zero(labels(hits_, b)) & (near > least);
      const F8 kept = select(in_range, near, nothing_nearer);
      kept.store(&hits_.nearness[8 * b]);
      hits_.farthest[b] = smallest(kept);
      const __m256i label = _mm256_and_si256(labels(hits_, b), _mm256_castps_si256(in_range.v));
      _mm256_store_si256(reinterpret_cast<__m256i*>(&hits_.label[8 * b]), label);
    }
    cast_everything(scene_, viewer_, rays_, nullptr, hits_);
    add_visible(result);
  }

  /// The same by way of the mirror. From the eye to the mirror nothing may be in front of it; behind it, the item must
  /// be nearest of what is beyond the mirror's surface, where the viewer's own body is seen too.
  void look_through_mirror(Visibility& result) {
    reflect_tile(rays_, mirror_plane_, real_);
    front_.clear(least_);
    cast_everything(scene_, viewer_, real_, nullptr, front_);
    alignas(32) std::array<float, kTileSamples> limit;
    for (std::size_t lane = 0; lane < kTileSamples; ++lane) {
      limit[lane] = front_.label[lane] == mirror_label_ ? front_.nearness[lane] : 0.0f;
      const float near = hits_.nearness[lane];
      const bool behind = hits_.label[lane] != 0 && near > least_ && near < limit[lane];
      hits_.nearness[lane] = behind ? near : 1e30f;
      if (!behind) hits_.label[lane] = 0;
    }
    for (std::size_t b = 0; b < kTileBlocks; ++b) hits_.farthest[b] = smallest(F8::load(&hits_.nearness[8 * b]));
    cast_everything(scene_, {}, rays_, limit.data(), hits_);
    add_visible(result);
  }

  void add_visible(Visibility& result) {
    name_mirrors(scene_, hits_);
    F8 visible = F8::all(0.0f);
    for (std::size_t b = 0; b < kTileBlocks; ++b) {
      const __m256i kept = _mm256_and_si256(labels(hits_, b), _mm256_set1_epi32(static_cast<int>(keep_)));
      const F8 own{_mm256_castsi256_ps(_mm256_cmpeq_epi32(kept, _mm256_set1_epi32(static_cast<int>(own_))))};
      visible = visible + (F8::load(&tile_.solid_angle[8 * b]) & own);
      for (unsigned rest = bits(own); rest != 0; rest &= rest - 1)
        show(8 * b + static_cast<std::size_t>(__builtin_ctz(rest)));
      const unsigned hidden = alone_[b] & ~bits(own);
      for (unsigned rest = hidden; rest != 0; rest &= rest - 1) {
        const std::size_t lane = 8 * b + static_cast<std::size_t>(__builtin_ctz(rest));
        if (hits_.label[lane] != 0) add_occluder(item_of(hits_.label[lane]), tile_.solid_angle[lane], result);
      }
    }
    result.solid_angle += static_cast<double>(sum(visible));
  }

  void keep_alone(std::size_t tile) {
    for (std::size_t lane = 0; lane < kTileSamples; ++lane) {
      if (hits_.label[lane] == 0) continue;
      const std::size_t cell = image_->window.cell_of(tile, lane);
      image_->distance[cell] = 1.0f / hits_.nearness[lane];
      image_->solid_angle[cell] = tile_.solid_angle[lane];
      image_->way[cell] = {tile_.x[lane], tile_.y[lane], tile_.z[lane]};
    }
  }

  void keep_shown(std::size_t tile) {
    for (std::size_t lane = 0; lane < kTileSamples; ++lane)
      image_->shown[image_->window.cell_of(tile, lane)] = hits_.label[lane] != 0 && (hits_.label[lane] & keep_) == own_;
  }

  void show(std::size_t lane) {
    const double ahead = -static_cast<double>(tile_.z[lane]);
    const double x = static_cast<double>(tile_.x[lane]) / ahead, y = static_cast<double>(tile_.y[lane]) / ahead;
    shown_ = {std::min(shown_.left, x), std::max(shown_.right, x), std::max(shown_.top, y), std::min(shown_.bottom, y)};
    ++shown_count_;
  }

  const RetinaScene& scene_;
  Surfaces surfaces_;
  ItemId viewer_;
  float least_;                       // 1 / range
  std::uint32_t keep_ = 0, own_ = 0;  // labels of the item: label & keep == own
  math::Pose world_from_eye_;
  bool mirror_ = false;
  std::uint32_t mirror_label_ = 0;
  math::Plane mirror_plane_{};
  Surfaces mirror_surfaces_;
  WindowTile tile_;
  TileRays rays_, real_;
  TileHits hits_, front_;
  EyeImage* image_ = nullptr;                      // to be filled
  WindowTangents shown_;                           // around the samples that show the item
  std::size_t shown_count_ = 0;                    // those
  std::array<std::uint8_t, kTileBlocks> alone_{};  // of each block the samples that the item alone covers
};

}  // namespace

Visibility inspect(const RetinaScene& scene, const math::Vec3& eye, ItemId item, const SeeSettings& settings,
                   std::uint32_t side) {
  if (scene.bounds(item).empty()) return {};
  return Look(scene, eye, item, settings).through(side);
}

TwoEyes inspect_with_both(const RetinaScene& scene, const math::Vec3& left, const math::Vec3& right, ItemId item,
                          const SeeSettings& settings, std::uint32_t side) {
  if (scene.bounds(item).empty()) return {};
  const EyeImage a = Look(scene, left, item, settings).image(side), b = Look(scene, right, item, settings).image(side);
  const SharedView from_left = compare(a, b), from_right = compare(b, a);
  return {from_left.one, from_right.one, 0.5 * (from_left.either + from_right.either),
          0.5 * (from_left.both + from_right.both)};
}

Visibility inspect_image(const RetinaScene& scene, const math::Vec3& eye, ItemId item, std::size_t mirror,
                         const SeeSettings& settings, std::uint32_t side) {
  const math::Plane plane = scene.world_mirror(mirror);
  const double before = plane.signed_distance(eye);
  const ItemId glass = ItemId::of(scene.mirrors()[mirror].object);
  if (before <= 0.0 || item == glass || scene.bounds(item).empty() || scene.bounds(glass).empty()) return {};
  Look look(scene, eye - 2.0 * before * plane.normal, item, settings);
  look.by_way_of(mirror);
  return look.through(side);
}

}  // namespace fh::senses
