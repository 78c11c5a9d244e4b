// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shortest ways on a WalkMap, 8-connected, strict at corners (both cells beside a diagonal must be free). Costs are
// integers: 10 per straight and 14 per diagonal step (K-18) times the mean weight of the two cells, so all methods and
// machines agree exactly. Pure functions of the map; ties are broken by cost so far, then by cell.
#include <cstdint>
#include <span>
#include <vector>

#include "planning/navigation/walk_map.h"

namespace fh::planning {

enum class SearchMethod : std::uint8_t {
  Dijkstra,  // all neighbours; the reference
  Pruned,    // K-19: after a move in direction d only d-2 … d+2
  AStar,     // pruned, with the octile distance to the goals
  Jump,      // jump points (jumps.h): what measures best
};

enum class SearchStatus : std::uint8_t {
  Found,
  Partial,  // the budget ran out: the route leads to the reached cell nearest to the goal
  NoPath,   // everything reachable was seen; the route leads to the reached cell nearest to the goal
};

struct SearchOptions {
  SearchMethod method = SearchMethod::Jump;
  int max_expansions = 1 << 20;
};

struct SearchResult {
  SearchStatus status = SearchStatus::NoPath;
  int cost = 0;        // of the route
  int expansions = 0;  // nodes taken from the queue
  int relaxations = 0;
  CellIndex end = kNoCell;       // last cell of the route
  std::vector<CellIndex> route;  // corners from start to end, straight or diagonal runs between them
};

/// Buffers of a search, reused; one per thread. Not part of any state.
class SearchScratch {
 public:
  struct Node {
    CellIndex cell = kNoCell;
    std::int32_t x = 0, row = 0;  // of the cell: division is dear
    std::int32_t cost = 0;
    std::int32_t parent = -1;    // node number
    std::uint8_t direction = 8;  // of the last run to it; 8 = none
    std::uint8_t wanted = 0;     // directions to try, as bits
    std::uint8_t tried = 0;
    bool closed = false;
  };
  /// Forgets the last search; `least`: no estimate will be smaller.
  void start(int least);
  /// Makes `goals` fit a grid; all clear between searches.
  void shape_goals(const GridFrame& frame);
  /// The node of a cell, made when new.
  std::int32_t node(CellIndex cell, int x, int row);

  /// The queue: of the smallest estimate the node farthest from the start. Estimates taken out never fall, because the
  /// distance to the goals never overrates a step (Dial 1969). -1: it is empty.
  void push(std::int32_t estimate, std::int32_t node);
  std::int32_t pop();

  std::vector<Node> nodes;
  BitMap goals;

 private:
  // Open addressing keyed by cell: a jump search touches a few hundred of 10^5 cells, which then stay in the cache.
  struct Slot {
    CellIndex cell = kNoCell;
    std::int32_t node = -1;
  };
  void grow();
  std::vector<Slot> slots_;
  // The queue: a list of entries for each estimate, and which lists are not empty, as bits.
  struct Entry {
    std::int32_t node, next;
  };
  std::vector<Entry> entries_;
  std::vector<std::int32_t> first_;  // by estimate less `least_`; -1 = none
  std::vector<std::uint64_t> filled_;
  std::int32_t least_ = 0;
  std::size_t word_ = 0;  // of filled_; all before are empty
  int goals_width_ = 0, goals_rows_ = 0;
};

/// Cheapest way from `start` to any of `goals`; goal cells that are blocked do not count. A blocked start may leave its
/// cell (a body pressed against something must get away).
void search(const WalkMap& map, CellIndex start, std::span<const CellIndex> goals, const SearchOptions& options,
            SearchScratch& scratch, SearchResult& result);

/// Smallest cost on open floor between cells that are so far apart along both axes, of any sign.
inline int octile_cost(int dx, int dz) {
  dx = dx < 0 ? -dx : dx;
  dz = dz < 0 ? -dz : dz;
  return dx > dz ? 10 * dx + 4 * dz : 10 * dz + 4 * dx;
}

}  // namespace fh::planning
