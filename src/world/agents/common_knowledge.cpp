// SPDX-License-Identifier: Apache-2.0
#include "world/agents/common_knowledge.h"

namespace fh::world {
namespace {

std::vector<std::string> names_of(const std::vector<Person>& people) {
  std::vector<std::string> names;
  names.reserve(people.size());
  for (const auto& person : people) names.push_back(person.name);
  return names;
}

}  // namespace

CommonKnowledge::CommonKnowledge(const scene::Scene& scene, const std::vector<Person>& people, std::size_t users)
    : solids(scene),
      floor(planning::FloorPlan::from_scene(scene, solids, {})),
      catalogue(scene, names_of(people), users) {}

}  // namespace fh::world
