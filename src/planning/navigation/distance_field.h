// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exact Euclidean clearance, K-17: from the centre of each cell to the nearest point of any solid cell (geometry may
// sit anywhere in its cell, so the distance is to the cell's square, not to its centre), up to kReach cells. Stored as
// integers, so it is exact: 4 d² / cell², where d = hypot(|dx| - 1/2, |dz| - 1/2) cells.
#include <cstdint>
#include <span>
#include <vector>

#include "planning/navigation/grid.h"

namespace fh::planning {

class DistanceField {
 public:
  static constexpr int kReach = 10;                                           // cells
  static constexpr int kBlock = 8;                                            // cells along a block's edge
  static constexpr std::uint16_t kFar = (2 * kReach + 1) * (2 * kReach + 1);  // nothing within reach

  DistanceField() = default;
  explicit DistanceField(const GridFrame& frame);

  /// Recomputes all that a change of solidity within `changed` can reach; returns the rectangle that was recomputed.
  /// `solid` holds one count per cell, 0 = free. Cost: about 3 ns per recomputed cell.
  CellRect update(std::span<const std::uint8_t> solid, const CellRect& changed);

  /// 4 d² / cell², at most kFar; 0 in solid cells.
  std::uint16_t squared(CellIndex cell) const { return values_[static_cast<std::size_t>(cell)]; }
  const std::uint16_t* values() const { return values_.data(); }
  /// Metres from the cell's centre; the reach when nothing is nearer.
  double clearance(CellIndex cell) const { return metres(squared(cell)); }
  /// Clearance of any point of a layer: interpolated between cell centres. Off by less than cell² / (4 R) at distance
  /// R.
  double clearance(const Vec2& point, int layer) const;
  /// Whether every cell within `radius` of a point has its full reach of clearance, told from blocks of cells: may say
  /// no when something is only near. Costs a few words of memory however large the radius, where clearance() would miss
  /// the cache at every step.
  bool is_open(const Vec2& point, double radius, int layer) const;
  /// Unit vector towards more clearance; zero where the field is flat.
  Vec2 away(const Vec2& point, int layer) const;
  /// The smallest `squared` value that stands for at least this clearance.
  std::uint16_t threshold(double metres) const;

  const GridFrame& frame() const { return frame_; }
  /// Metres of clearance where nothing is within reach.
  double reach() const { return reach_; }

 private:
  float metres(std::uint16_t squared) const;
  void close_blocks(const CellRect& rect);
  bool is_closed(int bx, int by) const {
    return closed_[static_cast<std::size_t>(by * block_words_ + bx / 64)] >> (bx % 64) & 1u;
  }

  GridFrame frame_;
  std::vector<std::uint16_t> values_;
  float reach_ = 0.0f;
  std::vector<std::uint16_t> vertical_;
  int block_words_ = 0;                // 64-bit words per row of blocks
  std::vector<std::uint64_t> closed_;  // one bit per block of kBlock² cells: some cell of it, or next to its high
                                       // sides, has less than its full reach
};

}  // namespace fh::planning
