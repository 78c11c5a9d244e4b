#include "planning/navigation/standing.h"

#include <cmath>

namespace fh::planning {
namespace {

constexpr double kStandingStep = 0.4;  // m: a plan's heights are round numbers, and a stair's cells rise by less

}  // namespace

bool has_floor(const FloorPlan& floor, const Vec3& point, double within) {
  if (!math::is_finite(point)) return false;
  const GridFrame& frame = floor.frame();
  const double column = (point.x - frame.origin.x) / frame.cell, row = (point.z - frame.origin.y) / frame.cell;
  const double most = within / frame.cell;
  // The nearest cells come first to mind, but there are few: all are asked.
  if (!(column >= -most && row >= -most && column <= frame.width + most && row <= frame.depth + most)) return false;
  const int x0 = std::max(0, static_cast<int>(std::floor(column - most)));
  const int x1 = std::min(frame.width - 1, static_cast<int>(std::floor(column + most)));
  const int z0 = std::max(0, static_cast<int>(std::floor(row - most)));
  const int z1 = std::min(frame.depth - 1, static_cast<int>(std::floor(row + most)));
  for (int layer = 0; layer < frame.layers; ++layer) {
    for (int z = z0; z <= z1; ++z) {
      for (int x = x0; x <= x1; ++x) {
        const float height = floor.height(frame.index(x, layer * frame.depth + z));
        if (height != kNoFloor && std::abs(height - point.y) <= kStandingStep) return true;
      }
    }
  }
  return false;
}

}  // namespace fh::planning
