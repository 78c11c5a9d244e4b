// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/walk_map.h"

#include <algorithm>
#include <cstring>

namespace fh::planning {
namespace {

constexpr int kRidgeRun = 3;     // cells of equal clearance that a ridge may be wide
constexpr int kGroup = 8;        // cells that are looked at together
constexpr int kRidgeSlack = 40;  // quarter cells²: ridge cells beside a narrow cell may be a little wider

/// Eight cells as one number, to be compared.
std::uint64_t group_at(const std::uint8_t* cells) {
  std::uint64_t group;
  std::memcpy(&group, cells, sizeof group);
  return group;
}

/// A line of cells, those to its left and right, and which of it are special.
struct Lines {
  const std::uint64_t *own, *left, *right, *special;
};

/// Words `from` to `to` of where runs along a line end, in either direction.
void mark_stops(const Lines& lines, int words, int from, int to, std::uint64_t* forward, std::uint64_t* back) {
  for (int w = from; w <= to; ++w) {
    std::uint64_t ahead = lines.special[w] | ~lines.own[w], behind = ahead;
    for (const std::uint64_t* side : {lines.left, lines.right}) {
      const std::uint64_t before = w > 0 ? side[w - 1] >> 63 : 0, after = w + 1 < words ? side[w + 1] << 63 : 0;
      ahead |= side[w] & ~(side[w] << 1 | before);
      behind |= side[w] & ~(side[w] >> 1 | after);
    }
    forward[w] = ahead;
    back[w] = behind;
  }
}

}  // namespace

WalkMap::WalkMap(const FloorPlan& floor, const WalkBody& body, const WalkCosts& costs)
    : floor_(&floor),
      body_(body),
      costs_(costs),
      occupancy_(floor),
      distance_(floor.frame()),
      weights_(floor.frame().size(), 0),
      ridges_(floor.frame().size(), 0),
      row_(static_cast<std::size_t>(floor.frame().width), 0),
      column_(static_cast<std::size_t>(floor.frame().width), 0),
      free_(floor.frame()),
      special_(floor.frame()),
      stops_forward_(floor.frame(), true),
      stops_back_(floor.frame(), true) {
  full_ = distance_.threshold(body.radius + body.margin);
  side_ = distance_.threshold(std::max(body.side_radius, 0.5 * body.margin));
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
  // Many changes at once (a whole place learnt): one pass over everything is cheaper than overlapping pieces.
  std::size_t area = 0;
  for (const CellRect& rect : dirty_) area += rect.grown(DistanceField::kReach, frame()).area();
  if (area > frame().size()) dirty_.assign(1, {0, 0, frame().width, frame().rows()});
  for (const CellRect& rect : dirty_) refresh(rect, changes);
  dirty_.clear();
}

void WalkMap::refresh(const CellRect& changed, std::vector<WalkChanges>& changes) {
  const CellRect field = distance_.update(occupancy_.counts(Hindrance::Solid), changed);
  const CellRect target = field.grown(kRidgeRun + 1, frame());
  find_ridges(target.grown(1, frame()));
  WalkChanges found;
  for (int row = target.row0; row < target.row1; ++row) {
    weigh_row(row, target.x0, target.x1);
    std::uint8_t* kept = weights_.data() + frame().index(0, row);
    for (int x = target.x0; x < target.x1; ++x) {
      // Most cells stay as they are: eight at a time.
      if (x + kGroup <= target.x1 && group_at(row_.data() + x) == group_at(kept + x)) {
        x += kGroup - 1;
        continue;
      }
      const std::uint8_t now = row_[static_cast<std::size_t>(x)], before = kept[x];
      if (now == before) continue;
      (before != 0 && (now == 0 || now > before) ? found.dearer : found.cheaper).add(x, row);
      kept[x] = now;
      free_.set(x, row, now != 0);
    }
  }
  CellRect touched = found.dearer;
  if (!found.cheaper.empty()) {
    touched.add(found.cheaper.x0, found.cheaper.row0);
    touched.add(found.cheaper.x1 - 1, found.cheaper.row1 - 1);
  }
  if (!touched.empty()) {
    find_special(touched.grown(1, frame()));
    find_stops(touched.grown(1, frame()));
  }
  if (found.any()) changes.push_back(found);
}

void WalkMap::weigh_row(int row, int x0, int x1) {
  std::uint8_t* now = row_.data();
  if (!occupancy_.only_solids()) {
    for (int x = x0; x < x1; ++x) now[x] = weight_of(x, row);
    return;
  }
  const std::uint16_t* clearance = distance_.values() + frame().index(0, row);
  const std::uint16_t full = full_;
  for (int x = x0; x < x1; ++x) now[x] = clearance[x] >= full ? 1 : 0;
  // Gaps are rare: rows without a ridge beside them have none. The rim has no ridges either.
  if (row == 0 || row == frame().rows() - 1) return;
  std::uint8_t any = 0;
  for (int other = row - 1; other <= row + 1; ++other) {
    const std::uint8_t* ridge = ridges_.data() + frame().index(0, other);
    for (int x = std::max(x0 - 1, 0); x < std::min(x1 + 1, frame().width); ++x) any |= ridge[x];
  }
  if (any == 0) return;
  for (int x = x0; x < x1; ++x) {
    if (clearance[x] < full && clearance[x] >= side_ && is_gap(x, row)) now[x] = costs_.narrow;
  }
}

void WalkMap::find_special(const CellRect& rect) {
  const int w = frame().width, x0 = std::max(rect.x0, 1), x1 = std::min(rect.x1, w - 1);
  const bool links = !floor_->links().empty();
  for (int row = std::max(rect.row0, 1); row < std::min(rect.row1, frame().rows() - 1); ++row) {
    const std::uint8_t* at = weights_.data() + frame().index(0, row);
    // Something dearer than open floor in the column of three around each cell.
    std::uint8_t* column = column_.data();
    for (int x = x0 - 1; x <= x1; ++x) {
      column[x] = static_cast<std::uint8_t>((at[x - w] > 1) | (at[x] > 1) | (at[x + w] > 1));
    }
    std::uint8_t* special = row_.data();
    for (int x = x0; x < x1; ++x) {
      special[x] = static_cast<std::uint8_t>((column[x - 1] | column[x] | column[x + 1]) & (at[x] != 0));
    }
    if (links) {
      for (int x = x0; x < x1; ++x) special[x] |= at[x] != 0 && !floor_->links_of(frame().index(x, row)).empty();
    }
    const std::uint64_t* bits = special_.row(row);
    for (int x = x0; x < x1; ++x) {
      const bool whole = x % kGroup == 0 && x + kGroup <= x1;
      if (whole && group_at(special + x) == 0 && (bits[x >> 6] >> (x & 63) & 0xFFu) == 0) {
        x += kGroup - 1;
        continue;
      }
      const bool now = special[x] != 0;
      if (special_.at(x, row) != now) special_.set(x, row, now);
    }
  }
}

void WalkMap::find_stops(const CellRect& rect) {
  for (int row = std::max(rect.row0, 1); row < std::min(rect.row1, frame().rows() - 1); ++row) {
    mark_stops({free_.row(row), free_.row(row - 1), free_.row(row + 1), special_.row(row)}, free_.row_words(),
               rect.x0 >> 6, (rect.x1 - 1) >> 6, stops_forward_.row(row), stops_back_.row(row));
  }
  for (int x = std::max(rect.x0, 1); x < std::min(rect.x1, frame().width - 1); ++x) {
    mark_stops({free_.column(x), free_.column(x - 1), free_.column(x + 1), special_.column(x)}, free_.column_words(),
               rect.row0 >> 6, (rect.row1 - 1) >> 6, stops_forward_.column(x), stops_back_.column(x));
  }
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

void WalkMap::find_ridges(const CellRect& rect) {
  // Cells between two solids: where the clearance falls on both sides along one of the four axes. Only where a body
  // must turn sideways; everywhere else nobody asks.
  const std::uint16_t* values = distance_.values();
  const auto falls = [&](int at, int step, int limit) {
    const std::uint16_t here = values[at];
    for (int i = 1; i <= kRidgeRun; ++i) {
      at += step;
      if (at < 0 || at >= limit) return true;
      if (values[at] != here) return values[at] < here;
    }
    return false;
  };
  const int width = frame().width, limit = static_cast<int>(frame().size());
  const std::array<int, 4> axes{1, width, width + 1, width - 1};
  const int x0 = std::max(rect.x0, 1), x1 = std::min(rect.x1, width - 1);  // the rim is solid
  const std::uint16_t low = side_, high = static_cast<std::uint16_t>(full_ + kRidgeSlack);
  for (int row = rect.row0; row < rect.row1; ++row) {
    std::uint8_t* ridge = ridges_.data() + frame().index(0, row);
    std::fill(ridge + rect.x0, ridge + rect.x1, std::uint8_t{0});
    if (row == 0 || row == frame().rows() - 1) continue;
    const std::uint16_t* here = values + frame().index(0, row);
    // First, many at a time: narrow enough, and along some axis no side rises.
    std::uint8_t* maybe = row_.data();
    for (int x = x0; x < x1; ++x) {
      const std::uint16_t v = here[x];
      const std::uint16_t a = std::max(here[x + 1], here[x - 1]), b = std::max(here[x + width], here[x - width]);
      const std::uint16_t c = std::max(here[x + width + 1], here[x - width - 1]);
      const std::uint16_t d = std::max(here[x + width - 1], here[x - width + 1]);
      maybe[x] = static_cast<std::uint8_t>((v >= low) & (v < high) & (std::min(std::min(a, b), std::min(c, d)) <= v));
    }
    for (int x = x0; x < x1; ++x) {
      if (x + kGroup <= x1 && group_at(maybe + x) == 0) {
        x += kGroup - 1;
        continue;
      }
      if (maybe[x] == 0) continue;
      const int at = frame().index(x, row);
      for (const int step : axes) {
        if (falls(at, step, limit) && falls(at, -step, limit)) {
          ridge[x] = 1;
          break;
        }
      }
    }
  }
}

bool WalkMap::is_gap(int x, int row) const {
  // On a ridge, or beside one (ridges of slanted gaps have steps). Cells along a single wall are no gap: they stay
  // blocked, which keeps the open floor uniform and the search fast. The rim is never asked for.
  const std::uint8_t* at = ridges_.data() + frame().index(x, row);
  const int w = frame().width;
  return at[0] | at[-1] | at[1] | at[-w] | at[-w - 1] | at[-w + 1] | at[w] | at[w - 1] | at[w + 1];
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

int WalkMap::layer_at(const Vec3& position) const {
  int best = floor_->layer_at(position);
  if (floor_->links().empty()) return best;
  const Vec2 at{position.x, position.z};
  const CellIndex own = frame().cell_at(at, best);
  for (const LayerLink& link : floor_->links_of(own)) {
    const int other = frame().layer_of(link.b);
    if (distance_.clearance(at, other) > distance_.clearance(at, best)) best = other;
  }
  return best;
}

bool WalkMap::is_clear(const Vec2& a, const Vec2& b, int layer, double radius) const {
  const double length = glm::length(b - a);
  if (radius < distance_.reach() - 1e-6 && is_plain(0.5 * (a + b), 0.5 * length, layer)) return true;
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
