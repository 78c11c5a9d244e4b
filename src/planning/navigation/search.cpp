// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/search.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "core/assert.h"

namespace fh::planning {
namespace {

constexpr int kLength[2] = {10, 14};

/// Jump points on bit maps (Harabor and Grastien 2011, 2014; the variant that never cuts corners): runs along open
/// floor are scanned 64 cells at a time. A run ends where the way may have to turn: beside the end of a wall, at a
/// goal, and at any cell whose neighbourhood is not open floor of one cost (`special`).
struct JumpScan {
  const BitMap& free;
  const BitMap& special;
  const BitMap& goals;

  bool stops(int x, int row) const { return special.at(x, row) || goals.at(x, row); }

  /// From a free cell entered in direction k, on to the jump point; false when the run ends at a wall.
  bool jump(int& x, int& row, int k) const {
    if (stops(x, row)) return true;
    if (k & 1) return jump_diagonal(x, row, k);
    if (forced(x, row, k)) return true;
    return run(x, row, k);
  }

 private:
  /// Whether a cell entered straight is beside the end of a wall.
  bool forced(int x, int row, int k) const {
    const int side_x = kStepZ[k] != 0 ? 1 : 0, side_z = kStepX[k] != 0 ? 1 : 0;
    const int bx = x - kStepX[k], brow = row - kStepZ[k];
    return (free.at(x + side_x, row + side_z) && !free.at(bx + side_x, brow + side_z)) ||
           (free.at(x - side_x, row - side_z) && !free.at(bx - side_x, brow - side_z));
  }

  /// Straight run beyond (x, row).
  bool run(int& x, int& row, int k) const {
    if (kStepX[k] != 0) return scan<false>(row, x, kStepX[k] > 0);
    return scan<true>(x, row, kStepZ[k] > 0);
  }

  template <bool kColumn>
  static const std::uint64_t* line(const BitMap& bits, int at) {
    return kColumn ? bits.column(at) : bits.row(at);
  }

  /// Moves `at` along line `number` to the next stop; false at a wall. The rim guarantees an end.
  template <bool kColumn>
  bool scan(int number, int& at, bool forward) const {
    const std::uint64_t* own = line<kColumn>(free, number);
    const std::uint64_t* left = line<kColumn>(free, number - 1);
    const std::uint64_t* right = line<kColumn>(free, number + 1);
    const std::uint64_t* marks = line<kColumn>(special, number);
    const std::uint64_t* ends = line<kColumn>(goals, number);
    int word = at >> 6;
    if (forward) {
      // Bits above `at` only; the carry is the last cell of the word before.
      std::uint64_t wanted = (at & 63) == 63 ? 0 : ~std::uint64_t{0} << ((at & 63) + 1);
      std::uint64_t left_carry = word > 0 ? left[word - 1] >> 63 : 0,
                    right_carry = word > 0 ? right[word - 1] >> 63 : 0;
      for (;; ++word, wanted = ~std::uint64_t{0}) {
        const std::uint64_t turns =
            (left[word] & ~(left[word] << 1 | left_carry)) | (right[word] & ~(right[word] << 1 | right_carry));
        const std::uint64_t found = (turns | marks[word] | ends[word] | ~own[word]) & wanted;
        if (found != 0) {
          const int bit = std::countr_zero(found);
          at = word * 64 + bit;
          return own[word] >> bit & 1u;
        }
        left_carry = left[word] >> 63;
        right_carry = right[word] >> 63;
      }
    }
    std::uint64_t wanted = (std::uint64_t{1} << (at & 63)) - 1;
    // Beyond the last word lies the rim: nothing is free there.
    const int words = kColumn ? free.column_words() : free.row_words();
    std::uint64_t left_carry = word + 1 < words ? left[word + 1] << 63 : 0,
                  right_carry = word + 1 < words ? right[word + 1] << 63 : 0;
    for (;; --word, wanted = ~std::uint64_t{0}) {
      const std::uint64_t turns =
          (left[word] & ~(left[word] >> 1 | left_carry)) | (right[word] & ~(right[word] >> 1 | right_carry));
      const std::uint64_t found = (turns | marks[word] | ends[word] | ~own[word]) & wanted;
      if (found != 0) {
        const int bit = 63 - std::countl_zero(found);
        at = word * 64 + bit;
        return own[word] >> bit & 1u;
      }
      left_carry = left[word] << 63;
      right_carry = right[word] << 63;
    }
  }

  bool jump_diagonal(int& x, int& row, int k) const {
    const int dx = kStepX[k], dz = kStepZ[k];
    for (;;) {
      if (stops(x, row)) return true;
      int sx = x, srow = row;
      if (free.at(x + dx, row) && scan<false>(row, sx, dx > 0)) return true;
      if (free.at(x, row + dz) && scan<true>(x, srow, dz > 0)) return true;
      if (!free.at(x + dx, row) || !free.at(x, row + dz) || !free.at(x + dx, row + dz)) return false;
      x += dx;
      row += dz;
    }
  }
};

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
        estimate_(frame_, goals) {}

  void run(CellIndex start) {
    const int least = guided() ? estimate_(frame_.x_of(start), frame_.row_of(start)) : 0;
    scratch_.start(least);
    const std::int32_t first = scratch_.node(start, frame_.x_of(start), frame_.row_of(start));
    SearchScratch::Node& origin = scratch_.nodes[static_cast<std::size_t>(first)];
    origin.cost = 0;
    std::int32_t best = first, best_distance = estimate_(origin.x, origin.row);
    push(first, origin);
    for (std::int32_t at = scratch_.pop(); at >= 0; at = scratch_.pop()) {
      SearchScratch::Node& node = scratch_.nodes[static_cast<std::size_t>(at)];
      if (node.closed) continue;
      node.closed = true;
      if (scratch_.goals.at(node.x, node.row) && map_.is_free(node.cell)) {
        return finish(SearchStatus::Found, at);
      }
      const int left = estimate_(node.x, node.row);
      if (left < best_distance) {
        best_distance = left;
        best = at;
      }
      if (result_.expansions++ >= options_.max_expansions) return finish(SearchStatus::Partial, best);
      expand(at);
    }
    finish(SearchStatus::NoPath, best);
  }

 private:
  bool guided() const { return options_.method == SearchMethod::AStar || options_.method == SearchMethod::Jump; }

  void push(std::int32_t number, const SearchScratch::Node& node) {
    scratch_.push(node.cost + (guided() ? estimate_(node.x, node.row) : 0), number);
  }

  void relax(std::int32_t from, int x, int row, int cost, int direction) {
    ++result_.relaxations;
    const std::int32_t number = scratch_.node(frame_.index(x, row), x, row);
    SearchScratch::Node& node = scratch_.nodes[static_cast<std::size_t>(number)];
    if (node.closed || cost >= node.cost) return;
    node.cost = cost;
    node.parent = from;
    node.direction = static_cast<std::uint8_t>(direction);
    push(number, node);
  }

  /// The directions worth trying, as bits.
  unsigned directions(const SearchScratch::Node& node) const {
    if (node.direction == 8 || options_.method == SearchMethod::Dijkstra) return 0xFFu;
    const auto turned = [&](int by) { return 1u << ((node.direction + by) & 7); };
    const unsigned five = turned(-2) | turned(-1) | turned(0) | turned(1) | turned(2);
    const int x = node.x, row = node.row;
    if (options_.method != SearchMethod::Jump || map_.special_bits().at(x, row)) return five;
    if (node.direction & 1) return turned(-1) | turned(0) | turned(1);
    unsigned wanted = turned(0);
    for (const int side : {-2, 2}) {
      const int d = (node.direction + side) & 7;
      const int bx = x - kStepX[node.direction], brow = row - kStepZ[node.direction];
      if (!map_.free_bits().at(bx + kStepX[d], brow + kStepZ[d])) wanted |= turned(side) | turned(side / 2);
    }
    return wanted;
  }

  void expand(std::int32_t at) {
    const SearchScratch::Node node = scratch_.nodes[static_cast<std::size_t>(at)];
    const int x = node.x, row = node.row;
    const BitMap& free = map_.free_bits();
    const bool escaping = !map_.is_free(node.cell);
    for (unsigned left = directions(node); left != 0; left &= left - 1) {
      const int k = std::countr_zero(left);
      const int nx = x + kStepX[k], nrow = row + kStepZ[k];
      if (nx < 0 || nrow < 0 || nx >= frame_.width || nrow >= frame_.rows() || !free.at(nx, nrow)) continue;
      if ((k & 1) && !escaping && !(free.at(nx, row) && free.at(x, nrow))) continue;
      step(at, node, nx, nrow, k);
    }
    if (!has_links_) return;
    for (const LayerLink& link : map_.floor().links_of(node.cell)) {
      if (map_.is_free(link.b)) relax(at, frame_.x_of(link.b), frame_.row_of(link.b), node.cost, 8);
    }
  }

  void step(std::int32_t at, const SearchScratch::Node& node, int nx, int nrow, int k) {
    const CellIndex next = frame_.index(nx, nrow);
    const int here = std::max<int>(map_.weight(node.cell), 1);
    const int first = kLength[k & 1] / 2 * (here + map_.weight(next));
    if (options_.method != SearchMethod::Jump) return relax(at, nx, nrow, node.cost + first, k);
    const JumpScan scan{map_.free_bits(), map_.special_bits(), scratch_.goals};
    int jx = nx, jrow = nrow;
    if (!scan.jump(jx, jrow, k)) return;
    const int steps = std::max(std::abs(jx - nx), std::abs(jrow - nrow));
    relax(at, jx, jrow, node.cost + first + steps * kLength[k & 1], k);
  }

  void finish(SearchStatus status, std::int32_t last) {
    result_.status = status;
    result_.end = scratch_.nodes[static_cast<std::size_t>(last)].cell;
    result_.cost = scratch_.nodes[static_cast<std::size_t>(last)].cost;
    int direction = 9;
    for (std::int32_t at = last; at >= 0; at = scratch_.nodes[static_cast<std::size_t>(at)].parent) {
      const SearchScratch::Node& node = scratch_.nodes[static_cast<std::size_t>(at)];
      if (node.direction != direction || node.direction == 8) result_.route.push_back(node.cell);
      direction = node.direction;
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
};

}  // namespace

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

int octile(const GridFrame& frame, CellIndex a, CellIndex b) {
  return octile_cost(frame.x_of(a) - frame.x_of(b), frame.row_of(a) - frame.row_of(b));
}

int run_cost(const WalkMap& map, CellIndex from, CellIndex to) {
  const GridFrame& frame = map.frame();
  int x = frame.x_of(from), row = frame.row_of(from);
  const int dx = frame.x_of(to) - x, dz = frame.row_of(to) - row;
  const int steps = std::max(std::abs(dx), std::abs(dz));
  const int sx = (dx > 0) - (dx < 0), sz = (dz > 0) - (dz < 0);
  if (dx != sx * steps && dx != 0) return -1;
  if (dz != sz * steps && dz != 0) return -1;
  int cost = 0;
  for (int i = 0; i < steps; ++i) {
    const int here = std::max<int>(map.weight(frame.index(x, row)), 1),
              next = map.weight(frame.index(x + sx, row + sz));
    if (next == 0) return -1;
    if (sx != 0 && sz != 0 && (i > 0 || map.is_free(from)) &&
        !(map.is_free(frame.index(x + sx, row)) && map.is_free(frame.index(x, row + sz)))) {
      return -1;
    }
    cost += kLength[sx != 0 && sz != 0] / 2 * (here + next);
    x += sx;
    row += sz;
  }
  return cost;
}

}  // namespace fh::planning
