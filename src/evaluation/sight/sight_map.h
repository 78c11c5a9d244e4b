// SPDX-License-Identifier: Apache-2.0
#pragma once
// From where on the floor a thing can be seen: its visible fraction for a standing eye over every free cell of the
// floors, the place as it stands at the start and without people.
#include <span>

#include "core/json.h"
#include "core/result.h"
#include "evaluation/observe/table.h"
#include "scene/place/scene.h"
#include "scene/scenario/checks.h"

namespace fh::evaluation {

struct SightMap {
  std::string object, body;         // the body whose standing eye it is: "f05"
  double eye_height = 0.0;          // m above the floor
  double limit = 0.0;               // fraction that a check asks for
  double cell = 0.25;               // m
  double low_x = 0.0, low_z = 0.0;  // corner of the first cell
  std::size_t columns = 0, rows = 0;
  std::vector<float> fractions;  // row by row towards +Z; negative: no floor, or no room to stand
  std::vector<float> heights;    // m, of the floor in each cell; 0 where there is none
  math::Vec3 at{0.0};            // middle of the thing

  std::size_t free_cells() const;
  /// Share of the free cells from which at least `limit` of it is visible; 0 without a free cell.
  double share_seen() const;
};

/// One map for each thing that checks of visibility ask for and body; of several checks of a thing the first's limit.
/// Fails for a body that there is not.
core::Result<std::vector<SightMap>> sight_maps(std::span<const scene::Check> checks, const scene::Scene& scene,
                                               std::span<const std::string> bodies);
/// Figures of a map, and its cells.
core::Json sight_map_json(const SightMap& map);
Table sight_map_table(const SightMap& map);

}  // namespace fh::evaluation
