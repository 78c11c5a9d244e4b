// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random places for the tests of planning.
#include "core/rng.h"
#include "planning/navigation/walk_map.h"

namespace fh::test {

/// A body thinner than a cell: what is solid is blocked, nothing is grown.
inline planning::WalkBody thin_body() {
  planning::WalkBody body;
  body.radius = body.side_radius = 0.0;
  body.margin = 0.001;
  return body;
}

inline planning::FootprintCell stamp(planning::CellIndex cell, planning::Hindrance kind = planning::Hindrance::Solid) {
  return {cell, static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind))};
}

/// `parts` of the cells solid, and a few dearer ones of every kind.
inline void scatter(planning::WalkMap& map, core::Rng& rng, double solid, double dearer) {
  std::vector<planning::FootprintCell> cells;
  for (std::size_t i = 0; i < map.frame().size(); ++i) {
    const auto cell = static_cast<planning::CellIndex>(i);
    const double draw = rng.uniform();
    if (draw < solid) {
      cells.push_back(stamp(cell));
    } else if (draw < solid + dearer) {
      cells.push_back(stamp(cell, rng.below(2) ? planning::Hindrance::StepOver : planning::Hindrance::Door));
    }
  }
  map.add(cells);
  std::vector<planning::WalkChanges> changes;
  map.update(changes);
}

}  // namespace fh::test
