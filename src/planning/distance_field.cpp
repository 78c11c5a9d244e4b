#include "planning/distance_field.h"

#include <algorithm>

namespace fh::planning {
namespace {

/// (2|d| - 1)+²: twice the gap between a cell's centre and the square of a cell d cells away, squared.
constexpr std::uint16_t gap_squared(int d) {
  const int gap = 2 * (d < 0 ? -d : d) - 1;
  return static_cast<std::uint16_t>(gap > 0 ? gap * gap : 0);
}

}  // namespace

DistanceField::DistanceField(const GridFrame& frame) : frame_(frame), values_(frame.size(), kFar), metres_(kFar + 1) {
  for (std::size_t i = 0; i < metres_.size(); ++i) {
    metres_[i] = static_cast<float>(0.5 * frame.cell * std::sqrt(static_cast<double>(i)));
  }
  vertical_.resize(static_cast<std::size_t>(frame.width));
}

CellRect DistanceField::update(std::span<const std::uint8_t> solid, const CellRect& changed) {
  // Both passes are minima over shifted rows: the compiler turns each into 16 lanes. A separable lower envelope would
  // do fewer operations per cell and run slower.
  const CellRect target = changed.grown(kReach, frame_);
  if (target.empty()) return target;
  const int from = std::max(target.x0 - kReach, 0), to = std::min(target.x1 + kReach, frame_.width);
  for (int row = target.row0; row < target.row1; ++row) {
    std::uint16_t* vertical = vertical_.data();
    std::fill(vertical + from, vertical + to, kFar);
    for (int dz = -kReach; dz <= kReach; ++dz) {
      const int other = row + dz;
      if (other < 0 || other >= frame_.rows()) continue;
      const std::uint8_t* counts = solid.data() + frame_.index(0, other);
      const std::uint16_t value = gap_squared(dz);
      for (int x = from; x < to; ++x) {
        const std::uint16_t here = counts[x] != 0 ? value : kFar;
        vertical[x] = std::min(vertical[x], here);
      }
    }
    std::uint16_t* out = values_.data() + frame_.index(0, row);
    std::fill(out + target.x0, out + target.x1, kFar);
    for (int dx = -kReach; dx <= kReach; ++dx) {
      const std::uint16_t value = gap_squared(dx);
      const int x0 = std::max(target.x0, -dx), x1 = std::min(target.x1, frame_.width - dx);
      for (int x = x0; x < x1; ++x) {
        out[x] = std::min<std::uint16_t>(out[x], static_cast<std::uint16_t>(vertical[x + dx] + value));
      }
    }
  }
  return target;
}

double DistanceField::clearance(const Vec2& point, int layer) const {
  const double fx = math::clamp((point.x - frame_.origin.x) / frame_.cell - 0.5, 0.0, frame_.width - 1.001);
  const double fz = math::clamp((point.y - frame_.origin.y) / frame_.cell - 0.5, 0.0, frame_.depth - 1.001);
  const int x = static_cast<int>(fx), z = static_cast<int>(fz);
  const double u = fx - x, v = fz - z;
  const std::uint16_t* at = values_.data() + frame_.index(x, layer * frame_.depth + z);
  const double low = (1.0 - u) * metres_[at[0]] + u * metres_[at[1]];
  const double high = (1.0 - u) * metres_[at[frame_.width]] + u * metres_[at[frame_.width + 1]];
  return (1.0 - v) * low + v * high;
}

Vec2 DistanceField::away(const Vec2& point, int layer) const {
  const double h = frame_.cell;
  const Vec2 slope{clearance(point + Vec2(h, 0.0), layer) - clearance(point - Vec2(h, 0.0), layer),
                   clearance(point + Vec2(0.0, h), layer) - clearance(point - Vec2(0.0, h), layer)};
  const double length = glm::length(slope);
  return length > 1e-9 ? slope / length : Vec2(0.0);
}

std::uint16_t DistanceField::threshold(double metres) const {
  const double wanted = 2.0 * metres / frame_.cell;
  const double squared = std::ceil(wanted * wanted - 1e-9);
  return static_cast<std::uint16_t>(math::clamp(squared, 0.0, static_cast<double>(kFar)));
}

}  // namespace fh::planning
