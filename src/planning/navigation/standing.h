#pragma once
// Where somebody can stand at all, whatever else is in the way: for plans made by people, which may lie off every
// floor.
#include "planning/navigation/floor_plan.h"

namespace fh::planning {

/// Whether there is floor within `within` metres of a point, at most 0.4 m above or below it. The map's edge is no
/// floor, and points outside the map have none.
bool has_floor(const FloorPlan& floor, const Vec3& point, double within);

}  // namespace fh::planning
