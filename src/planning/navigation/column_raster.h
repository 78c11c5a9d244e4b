// SPDX-License-Identifier: Apache-2.0
#pragma once
// The columns of a grid that a triangle touches, each with the range of heights the triangle has inside it. Exact
// clipping (Sutherland and Hodgman) row by row, then cell by cell; nothing touched is left out.
#include <algorithm>
#include <array>
#include <span>

#include "math/shapes.h"
#include "planning/navigation/grid.h"

namespace fh::planning {

/// Calls touch(z, first, last) for every row of cells that a convex polygon touches, with the range of touched cells;
/// corners in order, in cells; what is outside the frame is skipped.
template <class Touch>
void for_each_row(std::span<const Vec2> polygon, const GridFrame& frame, Touch&& touch) {
  double low = 1e300, high = -1e300;
  for (const Vec2& p : polygon) {
    low = std::min(low, p.y);
    high = std::max(high, p.y);
  }
  const int z0 = std::max(static_cast<int>(std::floor(std::max(low, -1.0))), 0);
  const int z1 = static_cast<int>(std::floor(std::min(high, static_cast<double>(frame.depth) - 0.5)));
  for (int z = z0; z <= z1; ++z) {
    double from = 1e300, to = -1e300;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec2 &a = polygon[i], &b = polygon[i + 1 == polygon.size() ? 0 : i + 1];
      const double bottom = std::max(std::min(a.y, b.y), static_cast<double>(z));
      const double top = std::min(std::max(a.y, b.y), static_cast<double>(z + 1));
      if (bottom > top) continue;
      // Where the edge enters and leaves the row; its own ends are taken as they are.
      const double slope = a.y != b.y ? (b.x - a.x) / (b.y - a.y) : 0.0;
      for (const double y : {bottom, top}) {
        const double x = y == b.y ? b.x : a.x + slope * (y - a.y);
        from = std::min({from, x, a.y == b.y ? a.x : x});
        to = std::max({to, x, a.y == b.y ? a.x : x});
      }
    }
    const int first = std::max(static_cast<int>(std::floor(std::max(from, -1.0))), 0);
    const int last = std::min(static_cast<int>(std::floor(std::min(to, 1e6))), frame.width - 1);
    if (first <= last) touch(z, first, last);
  }
}

/// A convex polygon with at most 3 + 4 corners; z and x are grid coordinates (cells), y metres.
struct ClipPolygon {
  std::array<math::Vec3, 8> corner;
  int count = 0;
};

/// The part of a polygon with sign * coordinate <= sign * limit.
inline void clip(const ClipPolygon& in, int axis, double limit, double sign, ClipPolygon& out) {
  out.count = 0;
  for (int i = 0; i < in.count; ++i) {
    const math::Vec3 &a = in.corner[static_cast<std::size_t>(i)],
                     &b = in.corner[static_cast<std::size_t>(i + 1 == in.count ? 0 : i + 1)];
    const double da = sign * (limit - a[axis]), db = sign * (limit - b[axis]);
    if (da >= 0.0) out.corner[static_cast<std::size_t>(out.count++)] = a;
    if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) {
      out.corner[static_cast<std::size_t>(out.count++)] = a + (b - a) * (da / (da - db));
    }
  }
}

/// Calls touch(x, z, low, high) for every touched column of one layer; cells outside the frame are skipped.
template <class Touch>
void for_each_column(const math::Triangle& triangle, const GridFrame& frame, Touch&& touch) {
  ClipPolygon whole, row_part, rest, cell_part;
  math::Aabb bounds;
  for (const math::Vec3& p : {triangle.a, triangle.b, triangle.c}) {
    const math::Vec3 g{(p.x - frame.origin.x) / frame.cell, p.y, (p.z - frame.origin.y) / frame.cell};
    whole.corner[static_cast<std::size_t>(whole.count++)] = g;
    bounds.add(g);
  }
  const int x0 = static_cast<int>(std::floor(bounds.low.x)), x1 = static_cast<int>(std::floor(bounds.high.x));
  const int z0 = static_cast<int>(std::floor(bounds.low.z)), z1 = static_cast<int>(std::floor(bounds.high.z));
  if (x1 < 0 || z1 < 0 || x0 >= frame.width || z0 >= frame.depth) return;
  if (x0 == x1 && z0 == z1) return touch(x0, z0, bounds.low.y, bounds.high.y);
  for (int z = std::max(z0, 0); z <= std::min(z1, frame.depth - 1); ++z) {
    clip(whole, 2, z, -1.0, rest);
    clip(rest, 2, z + 1, 1.0, row_part);
    if (row_part.count == 0) continue;
    double from = 1e300, to = -1e300;
    for (int i = 0; i < row_part.count; ++i) {
      from = std::min(from, row_part.corner[static_cast<std::size_t>(i)].x);
      to = std::max(to, row_part.corner[static_cast<std::size_t>(i)].x);
    }
    const int first = std::max(static_cast<int>(std::floor(from)), 0);
    const int last = std::min(static_cast<int>(std::floor(to)), frame.width - 1);
    if (bounds.low.y == bounds.high.y) {  // level: convex, so everything between its ends is touched at one height
      for (int x = first; x <= last; ++x) touch(x, z, bounds.low.y, bounds.high.y);
      continue;
    }
    for (int x = first; x <= last; ++x) {
      clip(row_part, 0, x, -1.0, rest);
      clip(rest, 0, x + 1, 1.0, cell_part);
      if (cell_part.count == 0) continue;
      double low = 1e300, high = -1e300;
      for (int i = 0; i < cell_part.count; ++i) {
        low = std::min(low, cell_part.corner[static_cast<std::size_t>(i)].y);
        high = std::max(high, cell_part.corner[static_cast<std::size_t>(i)].y);
      }
      touch(x, z, low, high);
    }
  }
}

}  // namespace fh::planning
