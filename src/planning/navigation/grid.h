// SPDX-License-Identifier: Apache-2.0
#pragma once
// The square grid that walking is planned on (K-13, K-18). Planar points are (x, z) of the world, metres.
// A grid has one or more layers of the same extent, one per walkable level that lies over another; they are stacked in
// memory as one tall grid, so that every map and search treats them alike. The outermost ring of cells of each layer
// is always blocked: searches need no bounds tests and layers never touch.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/archive.h"
#include "math/vector.h"

namespace fh::planning {

using math::Vec2;
using math::Vec3;

/// Index of a cell in the stacked grid: row * width + x, where row = layer * depth + z.
using CellIndex = std::int32_t;
inline constexpr CellIndex kNoCell = -1;

struct GridFrame {
  Vec2 origin{0.0};   // world (x, z) of the low corner of cell (0, 0)
  double cell = 0.1;  // m, edge of a cell
  int width = 0;      // cells along x
  int depth = 0;      // cells along z, of one layer
  int layers = 1;

  int rows() const { return depth * layers; }
  std::size_t size() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(rows()); }
  CellIndex index(int x, int row) const { return row * width + x; }
  int x_of(CellIndex cell_index) const { return cell_index % width; }
  int row_of(CellIndex cell_index) const { return cell_index / width; }
  int layer_of(CellIndex cell_index) const { return row_of(cell_index) / depth; }
  Vec2 centre(CellIndex cell_index) const {
    return origin + cell * Vec2(x_of(cell_index) + 0.5, row_of(cell_index) % depth + 0.5);
  }
  /// The cell of a layer that holds the point; points outside give the nearest cell of the rim.
  CellIndex cell_at(const Vec2& point, int layer = 0) const {
    const int x = static_cast<int>(std::floor((point.x - origin.x) / cell));
    const int z = static_cast<int>(std::floor((point.y - origin.y) / cell));
    return index(math::clamp(x, 0, width - 1), layer * depth + math::clamp(z, 0, depth - 1));
  }
  bool on_rim(CellIndex cell_index) const {
    const int x = x_of(cell_index), z = row_of(cell_index) % depth;
    return x == 0 || z == 0 || x == width - 1 || z == depth - 1;
  }
};

/// The eight moves, clockwise from east seen from above (+x, then +z): even = straight, odd = diagonal.
inline constexpr int kStepX[8] = {1, 1, 0, -1, -1, -1, 0, 1};
inline constexpr int kStepZ[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/// Half-open rectangle of stacked cells.
struct CellRect {
  int x0 = 0, row0 = 0, x1 = 0, row1 = 0;

  bool empty() const { return x0 >= x1 || row0 >= row1; }
  std::size_t area() const {
    return empty() ? 0 : static_cast<std::size_t>(x1 - x0) * static_cast<std::size_t>(row1 - row0);
  }
  void add(int x, int row) {
    if (empty()) {
      *this = {x, row, x + 1, row + 1};
      return;
    }
    x0 = x < x0 ? x : x0;
    row0 = row < row0 ? row : row0;
    x1 = x >= x1 ? x + 1 : x1;
    row1 = row >= row1 ? row + 1 : row1;
  }
  CellRect grown(int by, const GridFrame& frame) const {
    return {math::clamp(x0 - by, 0, frame.width), math::clamp(row0 - by, 0, frame.rows()),
            math::clamp(x1 + by, 0, frame.width), math::clamp(row1 + by, 0, frame.rows())};
  }
};

/// One bit per cell, in rows of 64-bit words, and the same turned by 90 degrees, so that straight runs in both
/// directions are scanned 64 cells at a time (block-based jump point search, Harabor and Grastien 2014).
class BitMap {
 public:
  BitMap() = default;
  explicit BitMap(const GridFrame& frame, bool value = false)
      : row_words_((frame.width + 63) / 64),
        column_words_((frame.rows() + 63) / 64),
        rows_(static_cast<std::size_t>(row_words_) * static_cast<std::size_t>(frame.rows()), words_of(value)),
        columns_(static_cast<std::size_t>(column_words_) * static_cast<std::size_t>(frame.width), words_of(value)) {}

  bool at(int x, int row) const { return (rows_[word(row_words_, row, x)] >> (x & 63)) & 1u; }
  void set(int x, int row, bool value) {
    put(rows_[word(row_words_, row, x)], x & 63, value);
    put(columns_[word(column_words_, x, row)], row & 63, value);
  }
  const std::uint64_t* row(int row) const { return rows_.data() + word(row_words_, row, 0); }
  const std::uint64_t* column(int x) const { return columns_.data() + word(column_words_, x, 0); }
  /// For maps whose rows and columns are written apart.
  std::uint64_t* row(int row) { return rows_.data() + word(row_words_, row, 0); }
  std::uint64_t* column(int x) { return columns_.data() + word(column_words_, x, 0); }
  int row_words() const { return row_words_; }
  int column_words() const { return column_words_; }

 private:
  static std::size_t word(int words, int line, int at) {
    return static_cast<std::size_t>(line) * static_cast<std::size_t>(words) + static_cast<std::size_t>(at >> 6);
  }
  static std::uint64_t words_of(bool value) { return value ? ~std::uint64_t{0} : 0; }
  static void put(std::uint64_t& bits, int at, bool value) {
    const std::uint64_t bit = std::uint64_t{1} << at;
    bits = value ? bits | bit : bits & ~bit;
  }

  int row_words_ = 0, column_words_ = 0;
  std::vector<std::uint64_t> rows_, columns_;
};

}  // namespace fh::planning
