// SPDX-License-Identifier: Apache-2.0
#pragma once
// What everybody may know of a place: where there is floor, what things look like and what they are for. Never where
// they are: that is for eyes to find out.
#include "mind/behaviours/catalogue.h"
#include "planning/navigation/floor_plan.h"
#include "world/people/person.h"

namespace fh::world {

struct CommonKnowledge {
  /// The first `users` of the people are users.
  CommonKnowledge(const scene::Scene& scene, const std::vector<Person>& people, std::size_t users);

  planning::SolidLibrary solids;
  planning::FloorPlan floor;
  mind::Catalogue catalogue;
};

}  // namespace fh::world
