// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/search.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "core/assert.h"
#include "planning/navigation/jumps.h"

namespace fh::planning {
namespace {

/// Estimated cost to the nearest goal: to the bounding box of the goals seen from above. Links between layers do not
/// move a body sideways, so this never exceeds the true cost.
class Estimate {
 public:
  Estimate(const GridFrame& frame, std::span<const CellIndex> goals) : depth_(frame.depth) {
    for (const CellIndex goal : goals) box_.add(frame.x_of(goal), frame.row_of(goal) % depth_);
  }
  int operator()(int x, int row) const {
    const int z = row < depth_ ? row : row % depth_;
    const int dx = x < box_.x0 ? box_.x0 - x : (x >= box_.x1 ? x - box_.x1 + 1 : 0);
    const int dz = z < box_.row0 ? box_.row0 - z : (z >= box_.row1 ? z - box_.row1 + 1 : 0);
    return octile_cost(dx, dz);
  }

 private:
  CellRect box_;
  int depth_;
};

class Search {
 public:
  Search(const WalkMap& map, const SearchOptions& options, std::span<const CellIndex> goals, SearchScratch& scratch,
         SearchResult& result)
      : map_(map),
        frame_(map.frame()),
        options_(options),
        scratch_(scratch),
        result_(result),
        has_links_(!map.floor().links().empty()),
        estimate_(frame_, goals),
        jumps_(map, scratch.goals, rect_of(goals)) {}

  void run(CellIndex start) {
    Landing first{frame_.x_of(start), frame_.row_of(start), 0, 0xFFu};
    scratch_.start(guided() ? estimate_(first.x, first.row) : 0);
    relax(-1, first, kFromNowhere);
    std::int32_t best = 0, best_distance = estimate_(first.x, first.row);
    for (std::int32_t at = scratch_.pop(); at >= 0; at = scratch_.pop()) {
      SearchScratch::Node& node = scratch_.nodes[static_cast<std::size_t>(at)];
      const unsigned wanted = node.wanted;
      if (node.closed && wanted == 0) continue;
      node.closed = true;
      node.wanted = 0;
      node.tried |= static_cast<std::uint8_t>(wanted);
      if (scratch_.goals.at(node.x, node.row) && map_.is_free(node.cell)) {
        return finish(SearchStatus::Found, at);
      }
      const int left = estimate_(node.x, node.row);
      if (left < best_distance) {
        best_distance = left;
        best = at;
      }
      if (result_.expansions++ >= options_.max_expansions) return finish(SearchStatus::Partial, best);
      expand(at, wanted, left);
    }
    finish(SearchStatus::NoPath, best);
  }

 private:
  static constexpr int kFromNowhere = 8;  // the start, or by a link

  bool guided() const { return options_.method == SearchMethod::AStar || options_.method == SearchMethod::Jump; }

  CellRect rect_of(std::span<const CellIndex> goals) const {
    CellRect rect;
    for (const CellIndex goal : goals) rect.add(frame_.x_of(goal), frame_.row_of(goal));
    return rect;
  }

  /// A way to a cell: taken where it is the cheapest so far. Of ways that cost the same the first is kept, but what
  /// either of them leads on to is tried.
  void relax(std::int32_t from, const Landing& at, int direction) {
    ++result_.relaxations;
    const std::int32_t number = scratch_.node(frame_.index(at.x, at.row), at.x, at.row);
    SearchScratch::Node& node = scratch_.nodes[static_cast<std::size_t>(number)];
    const auto wanted = static_cast<std::uint8_t>(at.wanted);
    if (at.cost == node.cost) {
      const auto more = static_cast<std::uint8_t>(wanted & ~(node.wanted | node.tried));
      if (options_.method != SearchMethod::Jump || more == 0) return;
      node.wanted |= more;
      if (!node.closed) return;
    } else {
      if (node.closed || at.cost > node.cost) return;
      node.cost = at.cost;
      node.parent = from;
      node.direction = static_cast<std::uint8_t>(direction);
      node.wanted = wanted;
    }
    scratch_.push(node.cost + (guided() ? estimate_(at.x, at.row) : 0), number);
  }

  /// K-19: after a move in direction k only these are worth trying.
  unsigned five(int k) const {
    if (options_.method == SearchMethod::Dijkstra) return 0xFFu;
    unsigned wanted = 0;
    for (const int turn : {0, 1, 2, 6, 7}) wanted |= 1u << ((k + turn) & 7);
    return wanted;
  }

  void expand(std::int32_t at, unsigned wanted, int left) {
    const SearchScratch::Node node = scratch_.nodes[static_cast<std::size_t>(at)];
    const BitMap& free = map_.free_bits();
    const int here = std::max<int>(map_.weight(node.cell), 1);
    const bool escaping = !map_.is_free(node.cell);
    for (; wanted != 0; wanted &= wanted - 1) {
      const int k = std::countr_zero(wanted);
      Landing next{node.x + kStepX[k], node.row + kStepZ[k]};
      if (next.x < 0 || next.row < 0 || next.x >= frame_.width || next.row >= frame_.rows()) continue;
      if (!free.at(next.x, next.row)) continue;
      if ((k & 1) && !escaping && !(free.at(next.x, node.row) && free.at(node.x, next.row))) continue;
      next.cost = node.cost + kStepCost[k & 1] / 2 * (here + map_.weight(frame_.index(next.x, next.row)));
      step(at, node.cost + left, next, k);
    }
    if (!has_links_) return;
    for (const LayerLink& link : map_.floor().links_of(node.cell)) {
      if (map_.is_free(link.b)) relax(at, {frame_.x_of(link.b), frame_.row_of(link.b), node.cost, 0xFFu}, kFromNowhere);
    }
  }

  /// From a node over the next cell, whose estimate was `estimate`.
  void step(std::int32_t from, int estimate, Landing next, int k) {
    if (options_.method != SearchMethod::Jump) {
      next.wanted = five(k);
      return relax(from, next, k);
    }
    const auto reach = [&](const Landing& at, int direction) { relax(from, at, direction); };
    if ((k & 1) == 0) {
      if (jumps_.straight(next, k)) reach(next, k);
      return;
    }
    // A run that leads away from the goals is left at the first turn: the rest may never be needed.
    jumps_.diagonal(next, k, reach, [&](const Landing& at) { return at.cost + estimate_(at.x, at.row) <= estimate; });
  }

  /// Whether b lies on the straight or diagonal run from a to c.
  bool is_between(CellIndex a, CellIndex b, CellIndex c) const {
    if (frame_.layer_of(a) != frame_.layer_of(b) || frame_.layer_of(b) != frame_.layer_of(c)) return false;
    const int ax = frame_.x_of(b) - frame_.x_of(a), arow = frame_.row_of(b) - frame_.row_of(a);
    const int cx = frame_.x_of(c) - frame_.x_of(b), crow = frame_.row_of(c) - frame_.row_of(b);
    return ax * crow == arow * cx && ax * cx + arow * crow > 0;
  }

  /// Appends a cell to the route, which is made from its end; straight on, the one before is no corner.
  void add_corner(CellIndex cell) {
    std::vector<CellIndex>& route = result_.route;
    if (route.size() > 1 && is_between(cell, route.back(), route[route.size() - 2])) route.pop_back();
    route.push_back(cell);
  }

  void finish(SearchStatus status, std::int32_t last) {
    result_.status = status;
    result_.end = scratch_.nodes[static_cast<std::size_t>(last)].cell;
    result_.cost = scratch_.nodes[static_cast<std::size_t>(last)].cost;
    for (std::int32_t at = last; at >= 0;) {
      const SearchScratch::Node& node = scratch_.nodes[static_cast<std::size_t>(at)];
      add_corner(node.cell);
      at = node.parent;
      if (at < 0 || node.direction == kFromNowhere || (node.direction & 1)) continue;
      // A straight run may begin where a diagonal one was left.
      const SearchScratch::Node& before = scratch_.nodes[static_cast<std::size_t>(at)];
      const int dx = node.x - before.x, dz = node.row - before.row, diagonal = std::min(std::abs(dx), std::abs(dz));
      if (diagonal == 0) continue;
      if (diagonal == std::max(std::abs(dx), std::abs(dz))) continue;
      add_corner(
          frame_.index(before.x + (dx > 0 ? diagonal : -diagonal), before.row + (dz > 0 ? diagonal : -diagonal)));
    }
    std::reverse(result_.route.begin(), result_.route.end());
  }

  const WalkMap& map_;
  const GridFrame& frame_;
  const SearchOptions& options_;
  SearchScratch& scratch_;
  SearchResult& result_;
  bool has_links_;
  Estimate estimate_;
  Jumps jumps_;
};

}  // namespace

unsigned Jumps::beside_dear(const Landing& at, int k) const {
  const CellIndex cell = frame_.index(at.x, at.row);
  int w[8];  // weights around, beginning ahead; 0 = blocked
  for (int i = 0; i < 8; ++i) w[i] = map_.weight(cell + offset_[(k + i) & 7]);
  const int here = map_.weight(cell), from = w[4];
  unsigned wanted = 0;
  bool on = w[0] != 0 && (!(k & 1) || (w[1] != 0 && w[7] != 0));
  for (const int s : {1, 7}) {
    const int one = w[s], two = w[2 * s & 7], three = w[3 * s & 7];
    if (k & 1) {
      const int aside = 5 * (from + three), past = aside + 7 * (three + one);  // past: over `three` to `one`
      const bool beside = from != 0 && three != 0, cuts = beside && two != 0 && one != 0;
      if (three != 0 && two != 0 && one != 0 && !(beside && aside + 5 * (three + two) < 7 * (from + 2 * here + two)))
        wanted |= turned(k, 2 * s);
      const int to_one = 7 * (from + here) + 5 * (here + one);
      if (one != 0 && !(cuts && (past < to_one || aside + 5 * (three + 2 * two + one) < to_one)))
        wanted |= turned(k, s);
      on = on && !(cuts && past + 5 * (one + w[0]) < 7 * (from + 2 * here + w[0]));
    } else {
      const bool beside = from != 0 && three != 0 && two != 0;
      const int across = 7 * (from + two), round = 5 * (from + 2 * three + two);  // to `two`, directly and by `three`
      const int to_two = 5 * (from + 2 * here + two), to_one = 5 * (from + here) + 7 * (here + one);
      if (two != 0 && !(beside && (across <= to_two || round < to_two))) wanted |= turned(k, 2 * s);
      if (one != 0 && two != 0 && w[0] != 0 &&
          !(beside && (across + 5 * (two + one) <= to_one || round + 5 * (two + one) < to_one)))
        wanted |= turned(k, s);
      on = on && !(beside && one != 0 && across + 7 * (two + w[0]) <= 5 * (from + 2 * here + w[0]));
    }
  }
  return on ? wanted | turned(k, 0) : wanted;
}

void SearchScratch::shape_goals(const GridFrame& frame) {
  if (goals_width_ == frame.width && goals_rows_ == frame.rows()) return;
  goals = BitMap(frame);
  goals_width_ = frame.width;
  goals_rows_ = frame.rows();
}

void SearchScratch::start(int least) {
  constexpr std::size_t kLargest = 1 << 14;  // slots that are cleared rather than made anew
  if (slots_.empty() || slots_.size() > kLargest)
    slots_.assign(4096, Slot{});
  else
    std::fill(slots_.begin(), slots_.end(), Slot{});
  nodes.clear();
  entries_.clear();
  first_.clear();
  filled_.clear();
  least_ = least;
  word_ = 0;
}

void SearchScratch::push(std::int32_t estimate, std::int32_t node) {
  const auto at = static_cast<std::size_t>(estimate - least_);
  if (at >= first_.size()) {
    const std::size_t words = (at >> 6) + 1;
    filled_.resize(words, 0);
    first_.resize(words * 64, -1);
  }
  entries_.push_back({node, first_[at]});
  first_[at] = static_cast<std::int32_t>(entries_.size()) - 1;
  filled_[at >> 6] |= std::uint64_t{1} << (at & 63);
}

std::int32_t SearchScratch::pop() {
  while (word_ < filled_.size() && filled_[word_] == 0) ++word_;
  if (word_ >= filled_.size()) return -1;
  const std::size_t at = word_ * 64 + static_cast<std::size_t>(std::countr_zero(filled_[word_]));
  // Of equal estimates the farther from the start, then the first cell: ties never depend on the order of the list.
  std::int32_t* best = &first_[at];
  for (std::int32_t* link = best; *link >= 0; link = &entries_[static_cast<std::size_t>(*link)].next) {
    const Node& one = nodes[static_cast<std::size_t>(entries_[static_cast<std::size_t>(*link)].node)];
    const Node& other = nodes[static_cast<std::size_t>(entries_[static_cast<std::size_t>(*best)].node)];
    if (one.cost != other.cost ? one.cost > other.cost : one.cell < other.cell) best = link;
  }
  const Entry entry = entries_[static_cast<std::size_t>(*best)];
  *best = entry.next;
  if (first_[at] < 0) filled_[word_] &= filled_[word_] - 1;
  return entry.node;
}

std::int32_t SearchScratch::node(CellIndex cell, int x, int row) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (static_cast<std::uint32_t>(cell) * 2654435769u) >> 7 & mask;
  while (slots_[at].node >= 0) {
    if (slots_[at].cell == cell) return slots_[at].node;
    at = (at + 1) & mask;
  }
  const auto number = static_cast<std::int32_t>(nodes.size());
  slots_[at] = {cell, number};
  Node node;
  node.cell = cell;
  node.x = x;
  node.row = row;
  node.cost = std::numeric_limits<std::int32_t>::max();
  nodes.push_back(node);
  if (nodes.size() * 2 > slots_.size()) grow();
  return number;
}

void SearchScratch::grow() {
  slots_.assign(slots_.size() * 4, Slot{});
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::size_t at = (static_cast<std::uint32_t>(nodes[i].cell) * 2654435769u) >> 7 & mask;
    while (slots_[at].node >= 0) at = (at + 1) & mask;
    slots_[at] = {nodes[i].cell, static_cast<std::int32_t>(i)};
  }
}

void search(const WalkMap& map, CellIndex start, std::span<const CellIndex> goals, const SearchOptions& options,
            SearchScratch& scratch, SearchResult& result) {
  const GridFrame& frame = map.frame();
  result.route.clear();
  result.cost = result.expansions = result.relaxations = 0;
  result.status = SearchStatus::NoPath;
  result.end = start;
  FH_ASSERT(start >= 0 && static_cast<std::size_t>(start) < frame.size(), "search must start inside the grid");
  if (goals.empty()) return;
  scratch.shape_goals(frame);
  for (const CellIndex goal : goals) scratch.goals.set(frame.x_of(goal), frame.row_of(goal), true);
  Search(map, options, goals, scratch, result).run(start);
  for (const CellIndex goal : goals) scratch.goals.set(frame.x_of(goal), frame.row_of(goal), false);
}

}  // namespace fh::planning
