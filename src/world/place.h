#pragma once
// What everybody may know of a place: where there is floor, what things look like and what they are for. Never where
// they are: that is for eyes to find out.
#include "agents/catalogue.h"
#include "planning/floor_plan.h"
#include "world/person.h"

namespace fh::world {

struct Place {
  Place(const scene::Scene& scene, const std::vector<Person>& people);

  planning::SolidLibrary solids;
  planning::FloorPlan floor;
  agents::Catalogue catalogue;
};

}  // namespace fh::world
