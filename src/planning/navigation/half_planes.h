// SPDX-License-Identifier: Apache-2.0
#pragma once
// The velocity nearest to a wanted one under linear limits: the two-dimensional program of ORCA (van den Berg et al.
// 2011; after de Berg et al., Computational Geometry, ch. 4), for limits that zero always satisfies.
#include <array>

#include "planning/navigation/grid.h"

namespace fh::planning {

/// dot(normal, v) <= most; `normal` is a unit vector, most >= 0.
struct HalfPlane {
  Vec2 normal{0.0};
  double most = 0.0;
};

class HalfPlanes {
 public:
  static constexpr int kMost = 96;

  void add(const Vec2& normal, double most) {
    if (count_ < kMost) planes_[static_cast<std::size_t>(count_++)] = {normal, most > 0.0 ? most : 0.0};
  }
  int count() const { return count_; }

  /// The admissible velocity nearest to `wanted`. Zero when rounding leaves nothing else.
  Vec2 nearest(const Vec2& wanted) const {
    Vec2 v = wanted;
    for (int i = 0; i < count_; ++i) {
      const HalfPlane& plane = planes_[static_cast<std::size_t>(i)];
      if (glm::dot(plane.normal, v) <= plane.most + 1e-12) continue;
      if (!on_line(i, wanted, v)) return Vec2(0.0);
    }
    return v;
  }

 private:
  /// The point of plane i's border nearest to `wanted` that satisfies all earlier planes.
  bool on_line(int i, const Vec2& wanted, Vec2& v) const {
    const HalfPlane& line = planes_[static_cast<std::size_t>(i)];
    const Vec2 point = line.normal * line.most, along{-line.normal.y, line.normal.x};
    double low = -1e9, high = 1e9;
    for (int k = 0; k < i; ++k) {
      const HalfPlane& other = planes_[static_cast<std::size_t>(k)];
      const double slope = glm::dot(other.normal, along), room = other.most - glm::dot(other.normal, point);
      if (std::abs(slope) < 1e-12) {
        if (room < -1e-12) return false;
      } else if (slope > 0.0) {
        high = room / slope < high ? room / slope : high;
      } else {
        low = room / slope > low ? room / slope : low;
      }
    }
    if (low > high + 1e-12) return false;
    v = point + along * math::clamp(glm::dot(wanted - point, along), low, high < low ? low : high);
    return true;
  }

  std::array<HalfPlane, kMost> planes_;
  int count_ = 0;
};

}  // namespace fh::planning
