// SPDX-License-Identifier: Apache-2.0
#pragma once
// The places of the planning benchmarks: stand-ins for Kuffner's maze and office (K, table 3.1) and OFFICE-40 of the
// performance notes: 25 rooms of 8 m with doors of 1.2 m, a pillar and two desks each.
#include <vector>

#include "planning/navigation/floor_plan.h"

namespace fh::bench {

struct PlanningPlace {
  planning::FloorPlan floor;
  std::vector<planning::Solids> solids;  // one per object
  std::vector<math::Pose> poses;         // world_from_object
  std::size_t triangles = 0;
};

/// Walls of a random maze in 20 m, about 2 780 triangles.
PlanningPlace make_maze_place(int cells, std::uint64_t seed);
/// Desks, cabinets and partitions in 18 m, about 15 320 triangles.
PlanningPlace make_office_place(int cells, std::uint64_t seed);
PlanningPlace make_office40();

}  // namespace fh::bench
