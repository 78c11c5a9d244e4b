// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/distance_field.h"

#include <algorithm>
#include <array>

namespace fh::planning {
namespace {

/// (2|d| - 1)+²: twice the gap between a cell's centre and the square of a cell d cells away, squared.
constexpr std::uint16_t gap_squared(int d) {
  const int gap = 2 * (d < 0 ? -d : d) - 1;
  return static_cast<std::uint16_t>(gap > 0 ? gap * gap : 0);
}

/// Roots of all values: one table for all fields, which stays in the cache.
const std::array<double, DistanceField::kFar + 1>& roots() {
  static const auto kRoots = [] {
    std::array<double, DistanceField::kFar + 1> made{};
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = std::sqrt(static_cast<double>(i));
    return made;
  }();
  return kRoots;
}

}  // namespace

float DistanceField::metres(std::uint16_t squared) const {
  return static_cast<float>(0.5 * frame_.cell * roots()[squared]);
}

DistanceField::DistanceField(const GridFrame& frame) : frame_(frame), values_(frame.size(), kFar) {
  reach_ = metres(kFar);
  vertical_.resize(static_cast<std::size_t>(frame.width));
  block_words_ = (frame.width / kBlock + 64) / 64;
  closed_.resize(static_cast<std::size_t>(block_words_) * static_cast<std::size_t>(frame.rows() / kBlock + 1), 0);
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
  close_blocks(target);
  return target;
}

void DistanceField::close_blocks(const CellRect& rect) {
  for (int by = std::max(rect.row0 - 1, 0) / kBlock; by <= (rect.row1 - 1) / kBlock; ++by) {
    for (int bx = std::max(rect.x0 - 1, 0) / kBlock; bx <= (rect.x1 - 1) / kBlock; ++bx) {
      const int x0 = bx * kBlock, x1 = std::min(x0 + kBlock + 1, frame_.width);
      std::uint16_t least = kFar;
      for (int row = by * kBlock; row < std::min(by * kBlock + kBlock + 1, frame_.rows()); ++row) {
        const std::uint16_t* at = values_.data() + frame_.index(0, row);
        for (int x = x0; x < x1; ++x) least = std::min(least, at[x]);
      }
      std::uint64_t& word = closed_[static_cast<std::size_t>(by * block_words_ + bx / 64)];
      const std::uint64_t bit = std::uint64_t{1} << (bx % 64);
      word = least < kFar ? word | bit : word & ~bit;
    }
  }
}

bool DistanceField::is_open(const Vec2& point, double radius, int layer) const {
  // One cell more: clearance() looks at the cells around a point.
  const int span = static_cast<int>(radius / frame_.cell) + 2;
  const CellIndex own = frame_.cell_at(point, layer);
  const int x0 = frame_.x_of(own) - span, x1 = frame_.x_of(own) + span;
  const int row0 = frame_.row_of(own) - span, row1 = frame_.row_of(own) + span;
  if (x0 < 0 || x1 >= frame_.width || row0 < layer * frame_.depth || row1 >= (layer + 1) * frame_.depth) return false;
  const int bx0 = x0 / kBlock, bx1 = x1 / kBlock;
  for (int by = row0 / kBlock; by <= row1 / kBlock; ++by) {
    const std::uint64_t* line = closed_.data() + by * block_words_;
    for (int word = bx0 / 64; word <= bx1 / 64; ++word) {
      const int from = std::max(bx0 - word * 64, 0), to = std::min(bx1 - word * 64, 63);
      if (line[word] & (~std::uint64_t{0} << from) & (~std::uint64_t{0} >> (63 - to))) return false;
    }
  }
  return true;
}

double DistanceField::clearance(const Vec2& point, int layer) const {
  const double fx = math::clamp((point.x - frame_.origin.x) / frame_.cell - 0.5, 0.0, frame_.width - 1.001);
  const double fz = math::clamp((point.y - frame_.origin.y) / frame_.cell - 0.5, 0.0, frame_.depth - 1.001);
  const int x = static_cast<int>(fx), z = static_cast<int>(fz);
  const double u = fx - x, v = fz - z;
  const int row = layer * frame_.depth + z;
  // Open floor is told from its block: the values themselves are rarely in the cache when many agents take turns.
  float near[4] = {reach_, reach_, reach_, reach_};
  if (is_closed(x / kBlock, row / kBlock)) {
    const std::uint16_t* at = values_.data() + frame_.index(x, row);
    const double* root = roots().data();
    const double half = 0.5 * frame_.cell;
    near[0] = static_cast<float>(half * root[at[0]]);
    near[1] = static_cast<float>(half * root[at[1]]);
    near[2] = static_cast<float>(half * root[at[frame_.width]]);
    near[3] = static_cast<float>(half * root[at[frame_.width + 1]]);
  }
  const double low = (1.0 - u) * near[0] + u * near[1];
  const double high = (1.0 - u) * near[2] + u * near[3];
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
