// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/occupancy.h"

#include "core/assert.h"

namespace fh::planning {

Occupancy::Occupancy(const FloorPlan& floor) : size_(floor.frame().size()) {
  auto& solid = counts_[static_cast<std::size_t>(Hindrance::Solid)];
  solid.assign(size_, 0);
  for (std::size_t i = 0; i < size_; ++i) {
    const auto cell = static_cast<CellIndex>(i);
    if (floor.height(cell) == kNoFloor || floor.frame().on_rim(cell)) solid[i] = 1;
  }
}

void Occupancy::change(std::span<const FootprintCell> cells, int by) {
  for (const FootprintCell& entry : cells) {
    for (std::size_t kind = 0; kind < kHindranceCount; ++kind) {
      if (!(entry.hindrances >> kind & 1u)) continue;
      auto& counts = counts_[kind];
      if (counts.empty()) counts.assign(size_, 0);
      std::uint8_t& count = counts[static_cast<std::size_t>(entry.cell)];
      FH_ASSERT(by > 0 ? count < 255 : count > 0,
                "obstacle stamped more often than a cell can count, or removed twice");
      count = static_cast<std::uint8_t>(count + by);
    }
  }
}

}  // namespace fh::planning
