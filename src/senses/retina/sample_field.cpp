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

void Field::fill_sphere() {
  for (std::uint32_t r = 0; r < rows_; ++r) {
    for (std::uint32_t c = 0; c < columns_; ++c) {
      const double across = column_edges_[c + 1] - column_edges_[c];
      const math::SinCos lon = math::sin_cos(column_at_[c]), lat = math::sin_cos(row_at_[r]);
      const math::Vec3 d{lon.sin * lat.cos, lat.sin, -lon.cos * lat.cos};
      const double steradians = across * (math::sin(row_edges_[r]) - math::sin(row_edges_[r + 1]));
      directions_.push_back(math::Vec3f(d));
      solid_angles_.push_back(static_cast<float>(steradians));
      eccentricities_.push_back(static_cast<float>(math::acos(-d.z)));
    }
  }
  solid_angle_sums_.push_back(0.0);
  for (const float steradians : solid_angles_) {
    solid_angle_sums_.push_back(solid_angle_sums_.back() + static_cast<double>(steradians));
  }
}

/// A row at a time in loops without branches, which the compiler turns into lanes: windows are made for every look.
void Field::fill_window() {
  directions_.resize(size());
  solid_angles_.resize(size());
  std::vector<double> length(columns_);
  for (std::uint32_t r = 0; r < rows_; ++r) {
    const double y = row_at_[r], down = row_edges_[r] - row_edges_[r + 1];
    const double* x = column_at_.data();
    const double* edges = column_edges_.data();
    for (std::uint32_t c = 0; c < columns_; ++c) length[c] = std::sqrt(x[c] * x[c] + y * y + 1.0);
    float* solid = &solid_angles_[std::size_t{r} * columns_];
    for (std::uint32_t c = 0; c < columns_; ++c)
      solid[c] = static_cast<float>((edges[c + 1] - edges[c]) * down / (length[c] * length[c] * length[c]));
    math::Vec3f* d = &directions_[std::size_t{r} * columns_];
    for (std::uint32_t c = 0; c < columns_; ++c) {
      const double per = 1.0 / length[c];
      d[c] = {static_cast<float>(x[c] * per), static_cast<float>(y * per), static_cast<float>(-per)};
    }
  }
}

void Field::fill() {
  if (kind_ == Kind::Sphere)
    fill_sphere();
  else
    fill_window();
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

/// Of a window, whose rows and columns are straight, the planes are those of its edges, tilted outwards as above.
std::array<math::Vec3, 4> edge_planes(double left, double right, double top, double bottom) {
  const math::Vec3 axis = glm::normalize(math::Vec3(0.5 * (left + right), 0.5 * (top + bottom), -1.0));
  std::array<math::Vec3, 4> sides{math::Vec3(0.0, -1.0, -top), math::Vec3(-1.0, 0.0, -right),
                                  math::Vec3(0.0, 1.0, bottom), math::Vec3(1.0, 0.0, left)};
  for (math::Vec3& side : sides) side = glm::normalize(glm::normalize(side) + 1e-6 * axis);
  return sides;
}

}  // namespace

std::array<math::Vec3, 4> Field::planes_around(std::size_t tile, std::size_t column, std::size_t row,
                                               std::size_t columns, std::size_t rows) const {
  const std::size_t first = first_sample(tile) + row * columns_ + column;
  const std::size_t c = first % columns_, r = first / columns_;
  if (kind_ == Kind::Window)
    return edge_planes(column_at_[c], column_at_[c + columns - 1], row_at_[r], row_at_[r + rows - 1]);
  std::vector<math::Vec3> inside;
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t x = 0; x < columns; ++x) inside.push_back(math::Vec3(directions_[first + y * columns_ + x]));
  }
  return enclosing(inside, {0, columns - 1, columns * rows - 1, columns * (rows - 1)});
}

void Field::fill_tile(std::size_t at) {
  FieldTile& tile = tiles_[at];
  std::array<math::Vec3, kTileSamples> directions;
  for (std::size_t block = 0; block < kTileBlocks; ++block) {
    const math::Vec3f* row = &directions_[sample_of(at, 8 * block)];
    for (std::size_t i = 0; i < 8; ++i) {
      const math::Vec3f d = i < 4 ? row[i] : row[columns_ + i - 4];
      const std::size_t lane = 8 * block + i;
      tile.x[lane] = d.x;
      tile.y[lane] = d.y;
      tile.z[lane] = d.z;
      directions[lane] = math::Vec3(d);
    }
  }
  const auto sides =
      kind_ == Kind::Window ? planes_around(at, 0, 0, kTileWide, kTileHigh) : enclosing(directions, {0, 59, 255, 196});
  for (std::size_t side = 0; side < 4; ++side) tile.sides[side] = math::Vec3f(sides[side]);
  for (std::size_t b = 0; b < kTileBlocks; ++b) {
    const std::span block(directions.data() + 8 * b, 8);
    math::Vec3 mean(0.0);
    for (const math::Vec3& d : block) mean += d / 8.0;
    double squared = 0.0;
    for (const math::Vec3& d : block) squared = std::max(squared, glm::dot(d - mean, d - mean));
    const double reach = std::sqrt(squared);
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
  for (std::size_t c = 0; c < 8; ++c) {
    const auto planes = planes_around(at, 4 * c, 0, 4, kTileHigh);
    put(c, planes[3]);
    put(8 + c, planes[1]);
  }
  for (std::size_t r = 0; r < 4; ++r) {
    const auto planes = planes_around(at, 0, 2 * r, kTileWide, 2);
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
