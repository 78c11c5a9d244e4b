#include "planning/walk_map.h"

#include <algorithm>

namespace fh::planning {
namespace {

constexpr int kRidgeRun = 3;  // cells of equal clearance that a ridge may be wide

}  // namespace

WalkMap::WalkMap(const FloorPlan& floor, const WalkBody& body, const WalkCosts& costs)
    : floor_(&floor),
      body_(body),
      costs_(costs),
      occupancy_(floor),
      distance_(floor.frame()),
      weights_(floor.frame().size(), 0),
      free_(floor.frame()),
      special_(floor.frame()) {
  full_ = distance_.threshold(body.radius + body.margin);
  side_ = distance_.threshold(body.side_radius + body.margin);
  movable_reach_ = static_cast<int>(std::ceil(body.radius / frame().cell));
  std::vector<WalkChanges> ignored;
  dirty_.push_back({0, 0, frame().width, frame().rows()});
  update(ignored);
}

void WalkMap::mark(std::span<const FootprintCell> cells) {
  // One rectangle per layer: an object that reaches through a floor must not dirty everything between.
  CellRect rect;
  int layer = -1;
  for (const FootprintCell& entry : cells) {
    const int row = frame().row_of(entry.cell);
    if (row / frame().depth != layer && layer >= 0) {
      dirty_.push_back(rect);
      rect = {};
    }
    layer = row / frame().depth;
    rect.add(frame().x_of(entry.cell), row);
  }
  if (!rect.empty()) dirty_.push_back(rect);
}

void WalkMap::add(std::span<const FootprintCell> cells) {
  occupancy_.add(cells);
  mark(cells);
}

void WalkMap::remove(std::span<const FootprintCell> cells) {
  occupancy_.remove(cells);
  mark(cells);
}

void WalkMap::update(std::vector<WalkChanges>& changes) {
  for (const CellRect& rect : dirty_) refresh(rect, changes);
  dirty_.clear();
}

void WalkMap::refresh(const CellRect& changed, std::vector<WalkChanges>& changes) {
  const CellRect field = distance_.update(occupancy_.counts(Hindrance::Solid), changed);
  const CellRect target = field.grown(kRidgeRun + 1, frame());
  WalkChanges found;
  for (int row = target.row0; row < target.row1; ++row) {
    for (int x = target.x0; x < target.x1; ++x) {
      const std::uint8_t now = weight_of(x, row);
      std::uint8_t& kept = weights_[static_cast<std::size_t>(frame().index(x, row))];
      if (now == kept) continue;
      (kept != 0 && (now == 0 || now > kept) ? found.dearer : found.cheaper).add(x, row);
      kept = now;
      free_.set(x, row, now != 0);
    }
  }
  CellRect touched = found.dearer;
  if (!found.cheaper.empty()) {
    touched.add(found.cheaper.x0, found.cheaper.row0);
    touched.add(found.cheaper.x1 - 1, found.cheaper.row1 - 1);
  }
  const CellRect around = touched.empty() ? touched : touched.grown(1, frame());
  for (int row = std::max(around.row0, 1); row < std::min(around.row1, frame().rows() - 1); ++row) {
    for (int x = std::max(around.x0, 1); x < std::min(around.x1, frame().width - 1); ++x) {
      const std::uint8_t* at = weights_.data() + frame().index(x, row);
      const int w = frame().width;
      bool special = false;
      for (int dz = -1; dz <= 1; ++dz) special |= at[dz * w - 1] > 1 || at[dz * w] > 1 || at[dz * w + 1] > 1;
      if (!floor_->links().empty() && !special) special = !floor_->links_of(frame().index(x, row)).empty();
      special_.set(x, row, special && at[0] != 0);
    }
  }
  if (found.any()) changes.push_back(found);
}

std::uint8_t WalkMap::weight_of(int x, int row) const {
  const CellIndex cell = frame().index(x, row);
  const std::uint16_t clearance = distance_.squared(cell);
  std::uint8_t weight = 1;
  if (clearance < full_) {
    if (clearance < side_ || !is_gap(x, row)) return 0;
    weight = costs_.narrow;
  }
  if (occupancy_.has(Hindrance::Door, cell)) weight = std::max(weight, costs_.door);
  if (occupancy_.has(Hindrance::StepOver, cell)) weight = std::max(weight, costs_.step_over);
  if (occupancy_.has(Hindrance::Duck, cell)) weight = std::max(weight, costs_.duck);
  if (near_movable(x, row)) weight = std::max(weight, costs_.movable);
  return weight;
}

bool WalkMap::is_gap(int x, int row) const {
  // A cell between two solids: on the ridge of the clearance, or beside it (ridges of slanted gaps have steps). Cells
  // along a single wall are no gap: they stay blocked, which keeps the open floor uniform and the search fast.
  const auto value = [&](int cx, int crow) {
    return cx < 0 || crow < 0 || cx >= frame().width || crow >= frame().rows()
               ? 0
               : static_cast<int>(distance_.squared(frame().index(cx, crow)));
  };
  const auto falls = [&](int cx, int crow, int dx, int dz, int here) {
    for (int i = 1; i <= kRidgeRun; ++i) {
      const int next = value(cx + i * dx, crow + i * dz);
      if (next != here) return next < here;
    }
    return false;
  };
  const auto on_ridge = [&](int cx, int crow) {
    const int here = value(cx, crow);
    if (here < side_) return false;
    for (int k = 0; k < 4; ++k) {
      if (falls(cx, crow, kStepX[k], kStepZ[k], here) && falls(cx, crow, -kStepX[k], -kStepZ[k], here)) return true;
    }
    return false;
  };
  for (int dz = -1; dz <= 1; ++dz) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (on_ridge(x + dx, row + dz)) return true;
    }
  }
  return false;
}

bool WalkMap::near_movable(int x, int row) const {
  const auto& counts = occupancy_.counts(Hindrance::Movable);
  if (counts.empty()) return false;
  const double reach = body_.radius / frame().cell;
  for (int dz = -movable_reach_; dz <= movable_reach_; ++dz) {
    for (int dx = -movable_reach_; dx <= movable_reach_; ++dx) {
      const int cx = x + dx, crow = row + dz;
      if (cx < 0 || crow < 0 || cx >= frame().width || crow >= frame().rows()) continue;
      if (counts[static_cast<std::size_t>(frame().index(cx, crow))] == 0) continue;
      const double gx = std::max(std::abs(dx) - 0.5, 0.0), gz = std::max(std::abs(dz) - 0.5, 0.0);
      if (gx * gx + gz * gz < reach * reach) return true;
    }
  }
  return false;
}

bool WalkMap::is_clear(const Vec2& a, const Vec2& b, int layer, double radius) const {
  const double length = glm::length(b - a);
  const int steps = 1 + static_cast<int>(length / (0.5 * frame().cell));
  for (int i = 0; i <= steps; ++i) {
    const Vec2 p = a + (b - a) * (static_cast<double>(i) / steps);
    const CellIndex cell = frame().cell_at(p, layer);
    if (weights_[static_cast<std::size_t>(cell)] > 1) return false;
    if (distance_.clearance(p, layer) < radius) return false;
  }
  return true;
}

double solid_distance(const WalkMap& map, const Vec2& point, int layer) {
  const GridFrame& frame = map.frame();
  const CellIndex own = frame.cell_at(point, layer);
  const int reach = DistanceField::kReach, x = frame.x_of(own), row = frame.row_of(own), low = layer * frame.depth;
  double best = reach * frame.cell;
  for (int dz = -reach; dz <= reach; ++dz) {
    for (int dx = -reach; dx <= reach; ++dx) {
      const int cx = x + dx, crow = row + dz;
      if (cx < 0 || crow < low || cx >= frame.width || crow >= low + frame.depth) continue;
      if (!map.has(Hindrance::Solid, frame.index(cx, crow))) continue;
      const Vec2 corner = frame.origin + frame.cell * Vec2(cx, crow - low);
      const Vec2 nearest{math::clamp(point.x, corner.x, corner.x + frame.cell),
                         math::clamp(point.y, corner.y, corner.y + frame.cell)};
      best = std::min(best, glm::length(nearest - point));
    }
  }
  return best;
}

}  // namespace fh::planning
