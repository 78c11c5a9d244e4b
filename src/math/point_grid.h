// SPDX-License-Identifier: Apache-2.0
#pragma once
// Points on the floor in square bins: finding neighbours costs only the neighbours, however many points there are
// elsewhere. Visits run in a fixed order (bins by z, then x; within a bin by number), so that sums and first finds do
// not depend on anything but the points.
#include <cstdint>
#include <span>
#include <vector>

#include "math/vector.h"

namespace fh::math {

class PointGrid {
 public:
  /// Replaces all points; `bin` is the edge of a bin in metres, best about the radius that will be asked for. Points
  /// far apart get larger bins, so that memory stays in proportion to their number. No allocation once warm.
  void build(std::span<const Vec2> points, double bin);

  /// Calls visit(number, squared distance) for every point within `radius` of a place; points exactly there too.
  template <class Visit>
  void for_each_near(const Vec2& at, double radius, Visit&& visit) const {
    if (spots_.empty()) return;
    const std::int64_t x0 = column(at.x - radius), x1 = column(at.x + radius);
    const std::int64_t z0 = row(at.y - radius), z1 = row(at.y + radius);
    for (std::int64_t z = z0; z <= z1; ++z) {
      // The bins of a row are neighbours in memory.
      const std::uint32_t first = starts_[static_cast<std::size_t>(z * width_ + x0)];
      const std::uint32_t last = starts_[static_cast<std::size_t>(z * width_ + x1 + 1)];
      for (std::uint32_t i = first; i < last; ++i) {
        const double dx = spots_[i].at.x - at.x, dz = spots_[i].at.y - at.y, squared = dx * dx + dz * dz;
        if (squared <= radius * radius) visit(spots_[i].number, squared);
      }
    }
  }

 private:
  struct Spot {
    Vec2 at{0.0};
    std::uint32_t number = 0;
  };
  /// Bin of a coordinate, at the border for whatever lies outside.
  std::int64_t column(double x) const { return math::clamp(line(x) - low_x_, std::int64_t{0}, width_ - 1); }
  std::int64_t row(double z) const { return math::clamp(line(z) - low_z_, std::int64_t{0}, depth_ - 1); }
  std::int64_t line(double value) const {
    return static_cast<std::int64_t>(std::floor(math::clamp(value / bin_, -1e15, 1e15)));
  }
  void frame(std::span<const Vec2> points, double bin);

  double bin_ = 1.0;
  std::int64_t low_x_ = 0, low_z_ = 0, width_ = 0, depth_ = 0;
  std::vector<std::uint32_t> starts_;  // first spot of each bin, and one past the last
  std::vector<std::uint32_t> bins_;    // of each point
  std::vector<Spot> spots_;            // by bin, then by number
};

}  // namespace fh::math
