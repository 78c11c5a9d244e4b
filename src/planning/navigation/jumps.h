// SPDX-License-Identifier: Apache-2.0
#pragma once
// Jump points on a WalkMap (Harabor and Grastien 2011, 2014; the variant that never cuts corners): which ways lead on
// from a cell, and where a straight or diagonal run has to be left. On open floor runs are scanned 64 cells at a time.
// Beside anything that costs more, a move is left out when the two cells it joins are joined as cheaply past its
// middle, within the cells around (Carlson et al. 2023). Of equal ways the one that is diagonal first is kept.
#include <bit>

#include "planning/navigation/walk_map.h"

namespace fh::planning {

inline constexpr int kStepCost[2] = {10, 14};  // straight, diagonal

/// A cell that a run came to.
struct Landing {
  int x = 0, row = 0;
  int cost = 0;         // from the start of the search
  unsigned wanted = 0;  // directions worth trying from there, as bits
};

class Jumps {
 public:
  Jumps(const WalkMap& map, const BitMap& goals, const CellRect& goal_rect)
      : map_(map),
        frame_(map.frame()),
        free_(map.free_bits()),
        special_(map.special_bits()),
        goals_(goals),
        goal_rect_(goal_rect),
        has_links_(!map.floor().links().empty()) {
    for (int k = 0; k < 8; ++k) offset_[k] = kStepZ[k] * frame_.width + kStepX[k];
  }

  /// On from a free cell entered straight in direction k; false when the run leads nowhere.
  bool straight(Landing& at, int k) const {
    switch (k) {
      case 0:
        return straight<0>(at);
      case 2:
        return straight<2>(at);
      case 4:
        return straight<4>(at);
      default:
        return straight<6>(at);
    }
  }

  /// The same diagonally. Straight runs to either side that lead somewhere go to `reach(landing, direction)`, as the
  /// run's end does; `goes_on(landing)` is asked whether the run is followed beyond a cell from which one of them does.
  template <class Reach, class GoesOn>
  void diagonal(const Landing& at, int k, Reach&& reach, GoesOn&& goes_on) const {
    switch (k) {
      case 1:
        return diagonal<1>(at, reach, goes_on);
      case 3:
        return diagonal<3>(at, reach, goes_on);
      case 5:
        return diagonal<5>(at, reach, goes_on);
      default:
        return diagonal<7>(at, reach, goes_on);
    }
  }

  bool is_linked(const Landing& at) const {
    return has_links_ && !map_.floor().links_of(frame_.index(at.x, at.row)).empty();
  }

 private:
  static unsigned turned(int k, int by) { return 1u << ((k + by) & 7); }

  bool is_goal(const Landing& at) const {
    return at.row >= goal_rect_.row0 && at.row < goal_rect_.row1 && goals_.at(at.x, at.row);
  }

  template <int k>
  bool straight(Landing& at) const {
    const BitMap& stops = map_.stops(k < 4);
    const bool ends = kStepX[k] != 0 ? stops.row(at.row)[at.x >> 6] >> (at.x & 63) & 1u
                                     : stops.column(at.x)[at.row >> 6] >> (at.row & 63) & 1u;
    return ends || is_goal(at) ? leads_on<k>(at) : beyond<k>(at);
  }

  /// Beyond a cell of open floor.
  template <int k>
  bool beyond(Landing& at) const {
    return scan<k>(at) && leads_on<k>(at);
  }

  /// From a stop, on while there is but one way to go.
  template <int k>
  bool leads_on(Landing& at) const {
    for (;;) {
      if (is_goal(at)) return true;
      if (special_.at(at.x, at.row)) {
        at.wanted = beside_dear(at, k);
        if (is_linked(at)) return true;
        if (at.wanted != 1u << k) return at.wanted != 0;
        step(at, k);
      } else {
        at.wanted = along_walls(at, k);
        if (at.wanted != 1u << k) return true;
        if (!scan<k>(at)) return false;
      }
    }
  }

  template <int k, class Reach, class GoesOn>
  void diagonal(Landing at, Reach&& reach, GoesOn&& goes_on) const {
    constexpr int kLeft = (k + 7) & 7, kRight = (k + 1) & 7;
    for (;;) {
      if (is_goal(at)) return reach(at, k);
      if (special_.at(at.x, at.row)) {
        at.wanted = beside_dear(at, k);
        if (at.wanted == 1u << k && !is_linked(at)) {
          step(at, k);
          continue;
        }
        if (at.wanted != 0 || is_linked(at)) reach(at, k);
        return;
      }
      Landing left = at, right = at;
      const bool turns_left = beyond<kLeft>(left), turns_right = beyond<kRight>(right);
      if (turns_left) reach(left, kLeft);
      if (turns_right) reach(right, kRight);
      if (!free_.at(at.x + kStepX[k], at.row) || !free_.at(at.x, at.row + kStepZ[k]) || !enter(at, k)) return;
      if (!(turns_left || turns_right) || goes_on(at)) continue;
      at.wanted = special_.at(at.x, at.row) ? beside_dear(at, k) : turned(k, 7) | turned(k, 0) | turned(k, 1);
      if (at.wanted != 0 || is_linked(at)) reach(at, k);
      return;
    }
  }

  /// One step over open floor; false where it is blocked.
  bool enter(Landing& at, int k) const {
    if (!free_.at(at.x + kStepX[k], at.row + kStepZ[k])) return false;
    at.x += kStepX[k];
    at.row += kStepZ[k];
    at.cost += kStepCost[k & 1];
    return true;
  }

  /// One step that is known to be possible, whatever it costs.
  void step(Landing& at, int k) const {
    const CellIndex from = frame_.index(at.x, at.row);
    at.cost += kStepCost[k & 1] / 2 * (map_.weight(from) + map_.weight(from + offset_[k]));
    at.x += kStepX[k];
    at.row += kStepZ[k];
  }

  /// Directions from a cell of open floor that was entered straight.
  unsigned along_walls(const Landing& at, int k) const {
    unsigned wanted = turned(k, 0);
    const int bx = at.x - kStepX[k], brow = at.row - kStepZ[k];
    for (const int side : {2, 6}) {
      const int d = (k + side) & 7;
      if (free_.at(at.x + kStepX[d], at.row + kStepZ[d]) && !free_.at(bx + kStepX[d], brow + kStepZ[d]))
        wanted |= turned(k, side) | turned(k, side == 2 ? 1 : 7);
    }
    return wanted;
  }

  /// Directions from a cell entered in direction k where cells around it cost more than open floor: those moves that
  /// are possible and that no way past the cell makes needless.
  unsigned beside_dear(const Landing& at, int k) const;

  /// Along a straight run to its next stop or goal; false at a wall. The rim guarantees an end.
  template <int k>
  bool scan(Landing& at) const {
    constexpr bool kColumn = kStepZ[k] != 0, kForward = k < 4;
    const int number = kColumn ? at.x : at.row, from = kColumn ? at.row : at.x;
    const auto line = [&](const BitMap& bits) { return kColumn ? bits.column(number) : bits.row(number); };
    const std::uint64_t* stops = line(map_.stops(kForward));
    const bool aims = kColumn ? number >= goal_rect_.x0 && number < goal_rect_.x1
                              : number >= goal_rect_.row0 && number < goal_rect_.row1;
    const std::uint64_t* ends = aims ? line(goals_) : nullptr;
    int word = from >> 6;
    // Bits beyond `from` only.
    std::uint64_t wanted = kForward ? ~std::uint64_t{1} << (from & 63) : (std::uint64_t{1} << (from & 63)) - 1;
    for (;; word += kForward ? 1 : -1, wanted = ~std::uint64_t{0}) {
      const std::uint64_t found = (ends ? stops[word] | ends[word] : stops[word]) & wanted;
      if (found == 0) continue;
      const int bit = kForward ? std::countr_zero(found) : 63 - std::countl_zero(found), to = word * 64 + bit;
      at.cost += kStepCost[0] * (kForward ? to - from : from - to);
      (kColumn ? at.row : at.x) = to;
      return line(free_)[word] >> bit & 1u;
    }
  }

  const WalkMap& map_;
  const GridFrame& frame_;
  const BitMap& free_;
  const BitMap& special_;
  const BitMap& goals_;
  CellRect goal_rect_;
  bool has_links_;
  int offset_[8];
};

}  // namespace fh::planning
