// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where an eye has its samples: directions of a grid in the eye's frame (-Z looks), the solid angle each stands for,
// and the grid cut into tiles for the casting kernel. Built once, shared by all eyes, constant.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "math/trig.h"
#include "math/vector.h"

namespace fh::senses {

/// A human field of view: longitude and latitude about the gaze, both warped so that samples are dense at the centre.
/// Angle = half · (f s + (1 - f) s³) for s in [-1, 1]: spacing grows with the square of eccentricity.
struct FieldSettings {
  double width = math::radians(200.0), height = math::radians(130.0);  // < 360, < 180 degrees
  std::uint32_t columns = 160, rows = 104;                             // multiples of 32 and 8
  double fovea = 0.15;  // f: spacing at the centre against the mean, (0, 1]; here 0.19 degrees
};

/// Tangents of a pinhole window's edges, seen from the eye; left and bottom usually negative.
struct WindowTangents {
  double left = -1.0, right = 1.0, top = 1.0, bottom = -1.0;
};

/// A tile is 32 samples wide and 8 high: large enough to share the way through the trees among many samples, small
/// enough for one bit per block in a word.
inline constexpr std::size_t kTileWide = 32, kTileHigh = 8, kTileSamples = kTileWide * kTileHigh;
inline constexpr std::size_t kTileBlocks = kTileSamples / 8;  // bits of a word
inline constexpr std::size_t kTileEights = kTileBlocks / 8;   // vectors with a lane per block
inline constexpr std::uint32_t kAllBlocks = 0xffffffffu;

/// Blocks of eight samples, 4 wide and 2 high, left before right, upper before lower.
struct alignas(32) FieldTile {
  using Lanes = std::array<float, 8>;
  std::array<float, kTileSamples> x, y, z;               // unit directions, eye frame, block by block
  std::array<std::array<Lanes, 3>, kTileEights> middle;  // of each block: mean direction
  std::array<Lanes, kTileEights> reach;                  // of each block: largest distance of a direction from it
  /// Planes (as `sides`) of the tile's 8 columns and 4 rows of blocks: left; right; top and bottom.
  std::array<std::array<Lanes, 3>, 3> strips;
  std::array<math::Vec3f, 4> sides;  // inward normals of planes through the eye that hold all directions
};

class Field {
 public:
  static Field human(const FieldSettings& settings = {});
  /// columns are a multiple of 32, rows of 8; row 0 is the top one. Samples are the centres of equal cells of the
  /// window.
  static Field window(const WindowTangents& tangents, std::uint32_t columns, std::uint32_t rows);

  std::uint32_t columns() const { return columns_; }
  std::uint32_t rows() const { return rows_; }
  std::size_t size() const { return std::size_t{columns_} * rows_; }
  /// Unit vector, eye frame; sample = row * columns + column.
  math::Vec3 direction(std::size_t sample) const { return math::Vec3(directions_[sample]); }
  /// Steradians of the sample's cell.
  float solid_angle(std::size_t sample) const { return solid_angles_[sample]; }
  /// Angle from the gaze axis, radians.
  float eccentricity(std::size_t sample) const {
    if (kind_ == Kind::Sphere) return eccentricities_[sample];
    return static_cast<float>(math::acos(-static_cast<double>(directions_[sample].z)));
  }
  /// Of samples first … end - 1 of one row: steradians together, and the least eccentricity.
  float solid_angle(std::size_t first, std::size_t end) const {
    if (kind_ == Kind::Sphere) return static_cast<float>(solid_angle_sums_[end] - solid_angle_sums_[first]);
    double sum = 0.0;
    for (std::size_t i = first; i < end; ++i) sum += static_cast<double>(solid_angles_[i]);
    return static_cast<float>(sum);
  }
  float eccentricity(std::size_t first, std::size_t end) const {
    const std::size_t row = first / columns_ * columns_;
    return eccentricity(std::clamp(row + middle_column_, first, end - 1));  // grows to both sides
  }
  /// The sample in whose cell a direction of the eye frame lies; none outside the field.
  std::optional<std::size_t> sample_at(const math::Vec3& direction) const;

  std::uint32_t tile_columns() const { return columns_ / kTileWide; }
  const std::vector<FieldTile>& tiles() const { return tiles_; }
  /// The upper left sample of a tile.
  std::size_t first_sample(std::size_t tile) const {
    return tile / tile_columns() * kTileHigh * columns_ + tile % tile_columns() * kTileWide;
  }
  /// The sample of a lane (0 … 255, block by block) of a tile.
  std::size_t sample_of(std::size_t tile, std::size_t lane) const {
    const std::size_t block = lane / 8, in_block = lane % 8;
    return first_sample(tile) + (block / 8 * 2 + in_block / 4) * columns_ + block % 8 * 4 + in_block % 4;
  }

 private:
  enum class Kind : std::uint8_t { Sphere, Window };
  Field(Kind kind, std::uint32_t columns, std::uint32_t rows) : kind_(kind), columns_(columns), rows_(rows) {}
  void fill();
  void fill_sphere();
  void fill_window();
  void fill_tile(std::size_t tile);
  /// Planes of a tile's samples `columns` x `rows` from (`column`, `row`) on: top, right, bottom, left.
  std::array<math::Vec3, 4> planes_around(std::size_t tile, std::size_t column, std::size_t row, std::size_t columns,
                                          std::size_t rows) const;

  Kind kind_;
  std::uint32_t columns_, rows_;
  // Cell borders, ascending columns and descending rows: angles (Sphere) or tangents (Window); and sample places.
  std::vector<double> column_edges_, row_edges_, column_at_, row_at_;
  std::vector<math::Vec3f> directions_;
  std::vector<float> solid_angles_, eccentricities_;  // the latter of a Sphere, which is looked with again and again
  std::vector<double> solid_angle_sums_;              // of all samples before, of a Sphere
  std::size_t middle_column_ = 0;                     // nearest to straight ahead
  std::vector<FieldTile> tiles_;
};

}  // namespace fh::senses
