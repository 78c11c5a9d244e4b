// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/refuge.h"

#include <algorithm>

namespace fh::planning {
namespace {

// Tuned: asserted by test_courtesy ("a refuge is out of the other's way").
constexpr double kReach = 8.0;  // m: farther away nobody goes for politeness
constexpr double kPace = 1.2;   // m/s of the agent that makes way
constexpr double kTurn = 0.6;   // s to turn round first
constexpr CellIndex kUnseen = -2;

/// From a point to the ray that somebody walks along.
double off_the_way(const Vec2& point, const OtherWay& other) {
  const Vec2 offset = point - other.at;
  const double along = std::max(glm::dot(offset, other.heading), 0.0);
  return glm::length(offset - other.heading * along);
}

/// A square of cells around a body.
struct Window {
  int x0, row0, side;

  bool holds(int x, int row) const { return x >= x0 && row >= row0 && x < x0 + side && row < row0 + side; }
  std::size_t at(int x, int row) const { return static_cast<std::size_t>((row - row0) * side + (x - x0)); }
};

/// Breadth first to the nearest refuge. `in_time`: the other is expected to go on; else they are where they are.
CellIndex search(const WalkMap& map, CellIndex start, const OtherWay& other, const Window& window, bool in_time,
                 RefugeScratch& scratch) {
  const GridFrame& frame = map.frame();
  scratch.parents.assign(static_cast<std::size_t>(window.side) * static_cast<std::size_t>(window.side), kUnseen);
  scratch.parents[window.at(frame.x_of(start), frame.row_of(start))] = kNoCell;
  scratch.queue.assign(1, start);
  const double least = std::min(other.keep, glm::length(frame.centre(start) - other.at)) - frame.cell;
  std::size_t level_end = 1;
  int steps = 0;
  for (std::size_t next = 0; next < scratch.queue.size(); ++next) {
    if (next == level_end) {
      level_end = scratch.queue.size();
      ++steps;
    }
    const CellIndex cell = scratch.queue[next];
    if (map.weight(cell) == 1 && off_the_way(frame.centre(cell), other) >= other.keep) return cell;
    const double time = in_time ? kTurn + steps * frame.cell / kPace : 0.0;
    const Vec2 there = other.at + other.heading * (other.speed * time);
    for (int i = 0; i < 8; i += 2) {
      const int x = frame.x_of(cell) + kStepX[i], row = frame.row_of(cell) + kStepZ[i];
      if (!window.holds(x, row) || x < 0 || row < 0 || x >= frame.width || row >= frame.rows()) continue;
      const CellIndex to = frame.index(x, row);
      CellIndex& parent = scratch.parents[window.at(x, row)];
      if (parent != kUnseen || !map.is_free(to) || frame.layer_of(to) != frame.layer_of(start)) continue;
      const Vec2 centre = frame.centre(to);
      if (glm::length(centre - there) < least || glm::length(centre - other.at) < least) continue;
      parent = cell;
      scratch.queue.push_back(to);
    }
  }
  return kNoCell;
}

}  // namespace

bool find_refuge(const WalkMap& map, const Vec2& from, int layer, const OtherWay& other, const SmoothSettings& smooth,
                 RefugeScratch& scratch, Path& path) {
  path.points.clear();
  const GridFrame& frame = map.frame();
  const CellIndex start = frame.cell_at(from, layer);
  const int reach = static_cast<int>(kReach / frame.cell);
  const Window window{frame.x_of(start) - reach, frame.row_of(start) - reach, 2 * reach + 1};
  CellIndex found = search(map, start, other, window, true, scratch);
  if (found == kNoCell) found = search(map, start, other, window, false, scratch);
  if (found == kNoCell) return false;
  scratch.route.clear();
  for (CellIndex c = found; c != kNoCell; c = scratch.parents[window.at(frame.x_of(c), frame.row_of(c))]) {
    scratch.route.push_back(c);
  }
  std::reverse(scratch.route.begin(), scratch.route.end());
  make_path(map, scratch.route, from, frame.centre(found), smooth, path);
  return true;
}

}  // namespace fh::planning
