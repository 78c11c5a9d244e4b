// SPDX-License-Identifier: Apache-2.0
#pragma once
// How many believed obstacles hinder each cell, by kind. Reference counts make adding, removing and moving one obstacle
// touch only its own cells. Space nobody said anything about is free: exploration is optimistic.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "planning/navigation/floor_plan.h"

namespace fh::planning {

class Occupancy {
 public:
  Occupancy() = default;
  /// Cells without floor and the rim count as Solid for ever.
  explicit Occupancy(const FloorPlan& floor);

  void add(std::span<const FootprintCell> cells) { change(cells, 1); }
  /// The cells must have been added before.
  void remove(std::span<const FootprintCell> cells) { change(cells, -1); }

  bool has(Hindrance kind, CellIndex cell) const {
    const auto& counts = counts_[static_cast<std::size_t>(kind)];
    return !counts.empty() && counts[static_cast<std::size_t>(cell)] != 0;
  }
  /// Whether nothing but solids was ever added.
  bool only_solids() const {
    return std::all_of(counts_.begin() + 1, counts_.end(), [](const auto& counts) { return counts.empty(); });
  }
  /// Counts of one kind for all cells; empty when there never was any.
  const std::vector<std::uint8_t>& counts(Hindrance kind) const { return counts_[static_cast<std::size_t>(kind)]; }

 private:
  void change(std::span<const FootprintCell> cells, int by);

  std::size_t size_ = 0;
  std::array<std::vector<std::uint8_t>, kHindranceCount> counts_;
};

}  // namespace fh::planning
