// SPDX-License-Identifier: Apache-2.0
#include "math/point_grid.h"

#include <algorithm>

namespace fh::math {
namespace {

constexpr std::int64_t kLeastBins = 64;
constexpr std::int64_t kBinsPerPoint = 4;

}  // namespace

void PointGrid::frame(std::span<const Vec2> points, double bin) {
  Vec2 low = points[0], high = points[0];
  for (const Vec2& point : points) {
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
  const std::int64_t most = std::max(kLeastBins, kBinsPerPoint * static_cast<std::int64_t>(points.size()));
  // Bins lie at multiples of their size: where a point comes in the order does not depend on who else is there.
  for (bin_ = bin;; bin_ *= 2.0) {
    low_x_ = line(low.x);
    low_z_ = line(low.y);
    width_ = line(high.x) - low_x_ + 1;
    depth_ = line(high.y) - low_z_ + 1;
    if (width_ <= most && depth_ <= most && width_ * depth_ <= most) return;
  }
}

void PointGrid::build(std::span<const Vec2> points, double bin) {
  spots_.clear();
  if (points.empty()) return;
  frame(points, bin);
  starts_.assign(static_cast<std::size_t>(width_ * depth_ + 1), 0);
  bins_.resize(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    bins_[i] = static_cast<std::uint32_t>(row(points[i].y) * width_ + column(points[i].x));
    ++starts_[bins_[i]];
  }
  // Counting sort: after the last point of each bin, then back to its first.
  std::uint32_t sum = 0;
  for (std::uint32_t& start : starts_) start = sum += start;
  spots_.resize(points.size());
  for (std::size_t i = points.size(); i-- > 0;) {
    spots_[--starts_[bins_[i]]] = {points[i], static_cast<std::uint32_t>(i)};
  }
}

}  // namespace fh::math
