// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/sample_field.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/assert.h"

namespace fh::senses {
namespace {

double warped(double s, double fovea) {
  return fovea * s + (1.0 - fovea) * s * s * s;
}

void check_size(std::uint32_t columns, std::uint32_t rows) {
  FH_ASSERT(columns > 0 && rows > 0 && columns % kTileWide == 0 && rows % kTileHigh == 0,
            "a field is made of tiles of 32 x 8");
}

}  // namespace

Field Field::human(const FieldSettings& settings) {
  check_size(settings.columns, settings.rows);
  FH_ASSERT(settings.fovea > 0.0 && settings.fovea <= 1.0, "fovea is a share");
  Field field(Kind::Sphere, settings.columns, settings.rows);
  const auto axis = [&](double extent, std::uint32_t count, double sign, std::vector<double>& edges,
                        std::vector<double>& at) {
    for (std::uint32_t i = 0; i <= 2 * count; ++i) {
      const double angle = sign * 0.5 * extent * warped(static_cast<double>(i) / count - 1.0, settings.fovea);
      (i % 2 == 0 ? edges : at).push_back(angle);
    }
  };
  axis(settings.width, settings.columns, 1.0, field.column_edges_, field.column_at_);
  axis(settings.height, settings.rows, -1.0, field.row_edges_, field.row_at_);
  field.fill();
  return field;
}

Field Field::window(const WindowTangents& t, std::uint32_t columns, std::uint32_t rows) {
  check_size(columns, rows);
  FH_ASSERT(t.left < t.right && t.bottom < t.top, "an empty window");
  Field field(Kind::Window, columns, rows);
  for (std::uint32_t i = 0; i <= 2 * columns; ++i) {
    (i % 2 == 0 ? field.column_edges_ : field.column_at_).push_back(t.left + (t.right - t.left) * (0.5 * i / columns));
  }
  for (std::uint32_t i = 0; i <= 2 * rows; ++i) {
    (i % 2 == 0 ? field.row_edges_ : field.row_at_).push_back(t.top + (t.bottom - t.top) * (0.5 * i / rows));
  }
  field.fill();
  return field;
}

void Field::fill() {
  for (std::uint32_t r = 0; r < rows_; ++r) {
    for (std::uint32_t c = 0; c < columns_; ++c) {
      math::Vec3 d;
      double steradians = 0.0;
      const double across = column_edges_[c + 1] - column_edges_[c], down = row_edges_[r] - row_edges_[r + 1];
      if (kind_ == Kind::Sphere) {
        const math::SinCos lon = math::sin_cos(column_at_[c]), lat = math::sin_cos(row_at_[r]);
        d = {lon.sin * lat.cos, lat.sin, -lon.cos * lat.cos};
        steradians = across * (math::sin(row_edges_[r]) - math::sin(row_edges_[r + 1]));
      } else {
        const math::Vec3 on_window(column_at_[c], row_at_[r], -1.0);
        const double length = glm::length(on_window);
        d = on_window / length;
        steradians = across * down / (length * length * length);
      }
      directions_.push_back(math::Vec3f(d));
      solid_angles_.push_back(static_cast<float>(steradians));
      eccentricities_.push_back(static_cast<float>(math::acos(-d.z)));
    }
  }
  solid_angle_sums_.push_back(0.0);
  for (const float steradians : solid_angles_) {
    solid_angle_sums_.push_back(solid_angle_sums_.back() + static_cast<double>(steradians));
  }
  middle_column_ =
      static_cast<std::size_t>(std::min_element(column_at_.begin(), column_at_.end(),
                                                [](double a, double b) { return std::abs(a) < std::abs(b); }) -
                               column_at_.begin());
  tiles_.resize(size() / kTileSamples);
  for (std::size_t t = 0; t < tiles_.size(); ++t) fill_tile(t);
}

namespace {

// Planes through the eye and neighbouring corners, tilted outwards until every direction is inside: rows of equal
// latitude bend. `corners` go around.
std::array<math::Vec3, 4> enclosing(std::span<const math::Vec3> directions, const std::array<std::size_t, 4>& corners) {
  math::Vec3 axis(0.0);
  for (const math::Vec3& d : directions) axis += d;
  axis = glm::normalize(axis);
  std::array<math::Vec3, 4> sides;
  for (std::size_t side = 0; side < 4; ++side) {
    math::Vec3 normal = glm::normalize(glm::cross(directions[corners[(side + 1) % 4]], directions[corners[side]]));
    if (glm::dot(normal, axis) < 0.0) normal = -normal;
    double lowest = 0.0;
    for (const math::Vec3& d : directions) lowest = std::min(lowest, glm::dot(normal, d) / glm::dot(axis, d));
    sides[side] = glm::normalize(normal - (lowest - 1e-6) * axis);
  }
  return sides;
}

}  // namespace

void Field::fill_tile(std::size_t at) {
  FieldTile& tile = tiles_[at];
  std::array<math::Vec3, kTileSamples> directions;
  for (std::size_t lane = 0; lane < kTileSamples; ++lane) {
    const math::Vec3f d = directions_[sample_of(at, lane)];
    tile.x[lane] = d.x;
    tile.y[lane] = d.y;
    tile.z[lane] = d.z;
    directions[lane] = math::Vec3(d);
  }
  const auto sides = enclosing(directions, {0, 59, 255, 196});
  for (std::size_t side = 0; side < 4; ++side) tile.sides[side] = math::Vec3f(sides[side]);
  for (std::size_t b = 0; b < kTileBlocks; ++b) {
    const std::span block(directions.data() + 8 * b, 8);
    math::Vec3 mean(0.0);
    for (const math::Vec3& d : block) mean += d / 8.0;
    double reach = 0.0;
    for (const math::Vec3& d : block) reach = std::max(reach, glm::length(d - mean));
    tile.reach[b / 8][b % 8] = static_cast<float>(reach * 1.0001 + 1e-6);
    for (int axis = 0; axis < 3; ++axis)
      tile.middle[b / 8][static_cast<std::size_t>(axis)][b % 8] = static_cast<float>(mean[axis]);
  }
  tile.strips = {};
  const auto put = [&](std::size_t plane, const math::Vec3& normal) {
    for (int axis = 0; axis < 3; ++axis) {
      tile.strips[plane / 8][static_cast<std::size_t>(axis)][plane % 8] = static_cast<float>(normal[axis]);
    }
  };
  // Strips of blocks: gathered row by row, so that the corners are the first and last of a row.
  const auto strip = [&](std::size_t columns, std::size_t rows, std::size_t column, std::size_t row) {
    std::vector<math::Vec3> inside;
    for (std::size_t y = 0; y < rows; ++y) {
      for (std::size_t x = 0; x < columns; ++x) {
        inside.push_back(math::Vec3(directions_[first_sample(at) + (row + y) * columns_ + column + x]));
      }
    }
    return enclosing(inside, {0, columns - 1, columns * rows - 1, columns * (rows - 1)});  // top, right, bottom, left
  };
  for (std::size_t c = 0; c < 8; ++c) {
    const auto planes = strip(4, kTileHigh, 4 * c, 0);
    put(c, planes[3]);
    put(8 + c, planes[1]);
  }
  for (std::size_t r = 0; r < 4; ++r) {
    const auto planes = strip(kTileWide, 2, 0, 2 * r);
    put(16 + r, planes[0]);
    put(20 + r, planes[2]);
  }
}

std::optional<std::size_t> Field::sample_at(const math::Vec3& direction) const {
  double x = 0.0, y = 0.0;
  if (kind_ == Kind::Sphere) {
    x = math::atan2(direction.x, -direction.z);
    y = math::asin(direction.y / glm::length(direction));
  } else {
    if (direction.z >= 0.0) return std::nullopt;
    x = direction.x / -direction.z;
    y = direction.y / -direction.z;
  }
  const auto column = std::upper_bound(column_edges_.begin(), column_edges_.end(), x) - column_edges_.begin();
  const auto row = std::upper_bound(row_edges_.begin(), row_edges_.end(), y, [](double a, double b) { return a > b; }) -
                   row_edges_.begin();
  if (column == 0 || row == 0 || column > columns_ || row > rows_) return std::nullopt;
  return static_cast<std::size_t>(row - 1) * columns_ + static_cast<std::size_t>(column - 1);
}

}  // namespace fh::senses
