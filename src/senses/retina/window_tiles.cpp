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

/// Of the n-th row or column, in cells: multiples of the golden ratio fill (-0.5, 0.5) evenly.
float shift(std::size_t n) {
  const double turns = 0.6180339887498949 * static_cast<double>(n);
  return static_cast<float>(turns - std::floor(turns) - 0.5);
}

__m128 four_shifts(std::size_t first, float cell) {
  return _mm_mul_ps(_mm_set1_ps(cell), _mm_setr_ps(shift(first), shift(first + 1), shift(first + 2), shift(first + 3)));
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

std::optional<std::size_t> WindowTiles::cell_at(double x, double y) const {
  const double column = std::floor((x - left_) / across_), row = std::floor((top_ - y) / down_);
  if (!(column >= 0.0 && column < side_ && row >= 0.0 && row < side_)) return {};
  return static_cast<std::size_t>(row) * side_ + static_cast<std::size_t>(column);
}

std::size_t WindowTiles::cell_of(std::size_t tile, std::size_t lane) const {
  const std::size_t columns = side_ / kTileWide, block = lane / 8, in_block = lane % 8;
  const std::size_t row = tile / columns * kTileHigh + block / 8 * 2 + in_block / 4;
  return row * side_ + tile % columns * kTileWide + block % 8 * 4 + in_block % 4;
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
  const float across = static_cast<float>(across_), down = static_cast<float>(down_);
  const std::size_t first_column = tile % (side_ / kTileWide) * kTileWide;
  const std::size_t first_row = tile / (side_ / kTileWide) * kTileHigh;
  for (std::size_t block = 0; block < kTileBlocks; ++block) {
    const __m128 four = _mm_load_ps(&xs[block % 8 * 4]);
    const std::size_t row = block / 8 * 2;
    const __m128 down_by = four_shifts(first_column + block % 8 * 4, down);
    const auto aside = [&](std::size_t r) { return _mm_add_ps(four, _mm_set1_ps(across * shift(first_row + r))); };
    const auto below = [&](std::size_t r) { return _mm_sub_ps(_mm_set1_ps(ys[r]), down_by); };
    const F8 x{_mm256_set_m128(aside(row + 1), aside(row))}, y{_mm256_set_m128(below(row + 1), below(row))};
    const Direction d = direction(x, y);
    d.unit.x.store(&out.x[8 * block]);
    d.unit.y.store(&out.y[8 * block]);
    d.unit.z.store(&out.z[8 * block]);
    (cell * d.per_length * d.per_length * d.per_length).store(&out.solid_angle[8 * block]);
  }
  // Of each block the direction in its middle; the corners of its cells are farthest from it. Eight blocks of a row at
  // a time.
  alignas(32) std::array<std::array<float, 8>, 3> columns;  // left, middle and right of the blocks
  for (std::size_t b = 0; b < 8; ++b)
    columns[0][b] = xs[4 * b] - 0.5f * across, columns[1][b] = 0.5f * (xs[4 * b + 1] + xs[4 * b + 2]),
    columns[2][b] = xs[4 * b + 3] + 0.5f * across;
  for (std::size_t row = 0; row < kTileEights; ++row) {
    const float upper = ys[2 * row], lower = ys[2 * row + 1];
    const V8 middle = direction(F8::load(columns[1].data()), F8::all(0.5f * (upper + lower))).unit;
    F8 squared = F8::all(0.0f);
    for (const float y : {upper + 0.5f * down, lower - 0.5f * down}) {
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
