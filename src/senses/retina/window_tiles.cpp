// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/window_tiles.h"

#include "core/assert.h"
#include "math/lanes.h"

namespace fh::senses {
using namespace math::lanes;
namespace {

// Planes are tilted outwards by so much, for rounding: all directions have z below -0.2.
constexpr double kTilt = 4e-6;

math::Vec3f plane(double x, double y, double z) {
  const double per = 1.0 / std::sqrt(x * x + y * y + z * z);
  return math::Vec3f(x * per, y * per, z * per - kTilt);
}

// Top, right, bottom, left, as Field has them.
std::array<math::Vec3f, 4> planes_of(double left, double right, double top, double bottom) {
  return {plane(0.0, -1.0, -top), plane(-1.0, 0.0, -right), plane(0.0, 1.0, bottom), plane(1.0, 0.0, left)};
}

/// The direction through (x, y) of the plane one metre ahead, and the reciprocal of its length there.
struct Direction {
  V8 unit;
  F8 per_length;
};
Direction direction(F8 x, F8 y) {
  const F8 one = F8::all(1.0f);
  const F8 per = one / sqrt(fma(x, x, fma(y, y, one)));
  return {{x * per, y * per, F8::all(0.0f) - per}, per};
}

}  // namespace

WindowTiles::WindowTiles(const WindowTangents& t, std::uint32_t side)
    : left_(t.left), top_(t.top), across_((t.right - t.left) / side), down_((t.top - t.bottom) / side), side_(side) {
  FH_ASSERT(side > 0 && side % kTileWide == 0 && t.left < t.right && t.bottom < t.top, "a window of tiles of 32 x 8");
}

WindowTiles::Edges WindowTiles::corner(std::size_t tile) const {
  const std::size_t columns = side_ / kTileWide;
  return {left_ + across_ * static_cast<double>(tile % columns * kTileWide),
          top_ - down_ * static_cast<double>(tile / columns * kTileHigh)};
}

std::array<math::Vec3f, 4> WindowTiles::sides(std::size_t tile) const {
  const auto [left, top] = corner(tile);
  return planes_of(left, left + across_ * kTileWide, top, top - down_ * kTileHigh);
}

void WindowTiles::make(std::size_t tile, WindowTile& out) const {
  const auto [left, top] = corner(tile);
  out.sides = sides(tile);
  alignas(32) std::array<float, kTileWide> xs;
  alignas(32) std::array<float, kTileHigh> ys;
  for (std::size_t c = 0; c < kTileWide; ++c) xs[c] = static_cast<float>(left + across_ * (0.5 + double(c)));
  for (std::size_t r = 0; r < kTileHigh; ++r) ys[r] = static_cast<float>(top - down_ * (0.5 + double(r)));
  const F8 cell = F8::all(static_cast<float>(across_ * down_));
  for (std::size_t block = 0; block < kTileBlocks; ++block) {
    const __m128 four = _mm_load_ps(&xs[block % 8 * 4]);
    const float upper = ys[block / 8 * 2], lower = ys[block / 8 * 2 + 1];
    const F8 x{_mm256_set_m128(four, four)}, y{_mm256_set_m128(_mm_set1_ps(lower), _mm_set1_ps(upper))};
    const Direction d = direction(x, y);
    d.unit.x.store(&out.x[8 * block]);
    d.unit.y.store(&out.y[8 * block]);
    d.unit.z.store(&out.z[8 * block]);
    (cell * d.per_length * d.per_length * d.per_length).store(&out.solid_angle[8 * block]);
  }
  // Of each block the direction in its middle; the corners are farthest from it. Eight blocks of a row at a time.
  alignas(32) std::array<std::array<float, 8>, 3> columns;  // left, middle and right of the blocks
  for (std::size_t b = 0; b < 8; ++b)
    columns[0][b] = xs[4 * b], columns[1][b] = 0.5f * (xs[4 * b + 1] + xs[4 * b + 2]), columns[2][b] = xs[4 * b + 3];
  for (std::size_t row = 0; row < kTileEights; ++row) {
    const float upper = ys[2 * row], lower = ys[2 * row + 1];
    const V8 middle = direction(F8::load(columns[1].data()), F8::all(0.5f * (upper + lower))).unit;
    F8 squared = F8::all(0.0f);
    for (const float y : {upper, lower}) {
      for (const std::size_t side : {0, 2}) {
        const V8 way = direction(F8::load(columns[side].data()), F8::all(y)).unit - middle;
        squared = max(squared, dot(way, way));
      }
    }
    middle.x.store(out.middle[row][0].data());
    middle.y.store(out.middle[row][1].data());
    middle.z.store(out.middle[row][2].data());
    fma(sqrt(squared), F8::all(1.001f), F8::all(1e-6f)).store(out.reach[row].data());
  }
  out.strips = {};
  const auto put = [&](std::size_t at, const math::Vec3f& normal) {
    for (int axis = 0; axis < 3; ++axis) out.strips[at / 8][static_cast<std::size_t>(axis)][at % 8] = normal[axis];
  };
  for (std::size_t c = 0; c < 8; ++c) {
    const double from = left + across_ * 4.0 * double(c);
    put(c, plane(1.0, 0.0, from));
    put(8 + c, plane(-1.0, 0.0, -(from + 4.0 * across_)));
  }
  for (std::size_t r = 0; r < 4; ++r) {
    const double from = top - down_ * 2.0 * double(r);
    put(16 + r, plane(0.0, -1.0, -from));
    put(20 + r, plane(0.0, 1.0, from - 2.0 * down_));
  }
}

}  // namespace fh::senses
