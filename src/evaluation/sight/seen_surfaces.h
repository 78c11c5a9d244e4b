// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which surfaces of the place somebody had in view and for how long: what the eyes meet first, so that what is hidden
// stays unseen. Cells of a grid along the axes of the place, each with the side it was seen from.
#include <map>

#include "evaluation/sight/true_sight.h"

namespace fh::evaluation {

struct SeenSurfaces {
  static constexpr double kCell = 0.2;   // m
  static constexpr double kRange = 8.0;  // m: beyond it the samples of an eye are farther apart than cells

  struct Cell {
    std::int32_t x = 0, y = 0, z = 0;
    std::int8_t axis = 0, sign = 1;  // 0 x, 1 y, 2 z: of the surface's normal
    auto operator<=>(const Cell&) const = default;
  };
  struct Seen {
    double seconds = 0.0;
    double depth = 0.0;  // m along the axis, of the surface
  };
  std::map<Cell, Seen> cells;

  double square_metres() const { return kCell * kCell * static_cast<double>(cells.size()); }
};

/// Of one person over moments that follow each other.
SeenSurfaces seen_surfaces(const Surroundings& surroundings, std::span<const frame::Moment> moments,
                           std::size_t person);

}  // namespace fh::evaluation
