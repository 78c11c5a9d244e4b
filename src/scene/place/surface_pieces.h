// SPDX-License-Identifier: Apache-2.0
#pragma once
// Large things that cannot be moved are seen in pieces (K-28): who sees one end of a wall does not know the other. A
// grid over an object's bounds, seen from above, names its pieces; a mask says which of them were not seen yet.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "math/shapes.h"

namespace fh::scene {

struct PieceGrid {
  static constexpr int kMost = 32;           // pieces of one object: bits of a mask
  static constexpr double kEdge = 1.0;       // m, of a piece, unless there would be too many
  static constexpr double kUndivided = 2.0;  // m: an object no longer than this is one piece

  math::Vec2 low{0.0}, edge{1.0};  // object space (x, z), m
  std::int32_t columns = 1, rows = 1;

  int count() const { return columns * rows; }
  bool divided() const { return count() > 1; }
  /// All pieces as bits.
  std::uint32_t whole() const { return count() == kMost ? ~0u : (1u << count()) - 1u; }
  /// The piece that holds a point of the object, object space; the nearest one for points outside.
  int at(const math::Vec3& local) const {
    const int x = static_cast<int>(std::floor((local.x - low.x) / edge.x));
    const int z = static_cast<int>(std::floor((local.z - low.y) / edge.y));
    return std::clamp(z, 0, rows - 1) * columns + std::clamp(x, 0, columns - 1);
  }
};

/// `bounds` in object space. Things that can be moved are recognised as a whole.
inline PieceGrid piece_grid(const math::Aabb& bounds, bool is_static) {
  PieceGrid grid;
  if (!is_static || bounds.empty()) return grid;
  const math::Vec3 size = bounds.size();
  if (std::max(size.x, size.z) <= PieceGrid::kUndivided) return grid;
  const auto parts = [](double length) {
    return static_cast<std::int32_t>(std::clamp(std::ceil(length / PieceGrid::kEdge - 1e-6), 1.0, 1e6));
  };
  grid.columns = parts(size.x);
  grid.rows = parts(size.z);
  while (grid.count() > PieceGrid::kMost) {
    std::int32_t& longer = grid.columns > grid.rows ? grid.columns : grid.rows;
    longer = (longer + 1) / 2;
  }
  grid.low = {bounds.low.x, bounds.low.z};
  grid.edge = {std::max(size.x, 1e-6) / grid.columns, std::max(size.z, 1e-6) / grid.rows};
  return grid;
}

}  // namespace fh::scene
