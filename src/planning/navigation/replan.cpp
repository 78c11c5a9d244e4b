// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/replan.h"

#include <algorithm>

namespace fh::planning {
namespace {

/// Least cost from a cell to any cell of a rectangle on open floor, seen from above.
int octile_to(const GridFrame& frame, CellIndex cell, const CellRect& rect) {
  const int x = frame.x_of(cell), row = frame.row_of(cell);
  const int dx = x < rect.x0 ? rect.x0 - x : (x >= rect.x1 ? x - rect.x1 + 1 : 0);
  if (frame.layers > 1) return 10 * dx;  // rows of other layers say nothing about the distance along z
  const int dz = row < rect.row0 ? rect.row0 - row : (row >= rect.row1 ? row - rect.row1 + 1 : 0);
  return octile_cost(dx, dz);
}

/// Whether a run of cells, or a cell beside one of its diagonal steps, may lie in the rectangle.
bool run_meets(const GridFrame& frame, CellIndex from, CellIndex to, const CellRect& rect) {
  int x0 = frame.x_of(from), row0 = frame.row_of(from), x1 = frame.x_of(to), row1 = frame.row_of(to);
  if (std::max(x0, x1) < rect.x0 || std::min(x0, x1) >= rect.x1) return false;
  if (std::max(row0, row1) < rect.row0 || std::min(row0, row1) >= rect.row1) return false;
  const int dx = x1 - x0, dz = row1 - row0;
  if (dx == 0 || dz == 0) return true;
  // Diagonal: clip the run to the rectangle grown by the one cell that its corners reach.
  const int sx = dx > 0 ? 1 : -1, sz = dz > 0 ? 1 : -1, steps = std::abs(dx);
  const auto range = [](int start, int sign, int low, int high) {  // steps whose coordinate lies in [low, high)
    return sign > 0 ? std::pair(low - start, high - 1 - start) : std::pair(start - high + 1, start - low);
  };
  const auto [ax, bx] = range(x0, sx, rect.x0 - 1, rect.x1 + 1);
  const auto [az, bz] = range(row0, sz, rect.row0 - 1, rect.row1 + 1);
  return std::max({ax, az, 0}) <= std::min({bx, bz, steps});
}

}  // namespace

void Route::visit(core::Archive& archive) {
  archive.field("corners", corners);
  archive.field("goals", goals);
  archive.field("cost", cost);
  archive.field("status", status);
}

RouteVerdict judge(const WalkMap& map, const Route& route, const WalkChanges& change) {
  if (route.corners.empty()) return RouteVerdict::Suspect;
  const GridFrame& frame = map.frame();
  if (!change.dearer.empty()) {
    for (std::size_t i = 1; i < route.corners.size(); ++i) {
      if (run_meets(frame, route.corners[i - 1], route.corners[i], change.dearer)) return RouteVerdict::Suspect;
    }
    if (route.corners.size() == 1 && run_meets(frame, route.corners[0], route.corners[0], change.dearer)) {
      return RouteVerdict::Suspect;
    }
  }
  if (!change.cheaper.empty()) {
    if (route.status != SearchStatus::Found) return RouteVerdict::Suspect;
    // A cheaper way must touch a cell that became cheaper, or step diagonally past one that became free.
    const CellRect rect = change.cheaper.grown(1, frame);
    int least = 1 << 30;
    for (const CellIndex goal : route.goals) least = std::min(least, octile_to(frame, goal, rect));
    if (octile_to(frame, route.corners.front(), rect) + least < route.cost) return RouteVerdict::Suspect;
  }
  return RouteVerdict::Optimal;
}

void search_route(const WalkMap& map, CellIndex start, int max_expansions, SearchScratch& scratch, SearchResult& found,
                  Route& route) {
  SearchOptions options;
  options.max_expansions = max_expansions;
  search(map, start, route.goals, options, scratch, found);
  route.corners.assign(found.route.begin(), found.route.end());
  route.cost = found.cost;
  route.status = found.status;
}

}  // namespace fh::planning
