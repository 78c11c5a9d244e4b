// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a visit to a scenario will meet, found before it begins: people in walls or on nothing, places that nobody can
// get to. Judged on the true geometry at the start, movable things left out, doors that open taken as open.
#include <cstdint>
#include <string>
#include <vector>

#include "physics/world.h"
#include "planning/navigation/floor_plan.h"
#include "scene/scenario/scenario.h"
#include "world/people/person.h"

namespace fh::world {

/// What becomes of a visit. `validate` calls the first two problems and the last a warning, so that it accepts exactly
/// what `run` can end with exit code 0.
enum class Consequence : std::uint8_t {
  Refused,  // it does not begin
  GivenUp,  // an errand is given up
  Odd,      // it goes on
};

struct Finding {
  std::string place;  // JSON pointer: "/agents/2/errands/0"
  std::string kind;   // "start in a wall", "errand off the floor" …
  std::string text;   // what is wrong and with whom, in a sentence
  Consequence then = Consequence::Refused;
};

/// Bodies that cannot be made; one entry per agent, empty where the body is impossible.
std::vector<Finding> check_bodies(const scene::Scenario& scenario, const human::Population& population,
                                  std::vector<human::Dimensions>& dimensions);
/// Agents that would start in a wall or off every floor: World::create refuses them. `dimensions` as the agents.
std::vector<Finding> check_starts(const scene::Scenario& scenario, const planning::FloorPlan& floor,
                                  const planning::SolidLibrary& solids,
                                  const std::vector<human::Dimensions>& dimensions);
/// All of it: bodies, starts, people in one another, errands, doors without an opening. Where users start:
/// users/free_start.h.
std::vector<Finding> check_visit(const scene::Scenario& scenario, const human::Population& population);
/// Free things that start more than 2 cm inside others, which throws them out with the first step: a sentence each, the
/// deepest first, at most 20. `physics` is the scene's, not stepped yet.
std::vector<std::string> check_things(const scene::Scene& scene, const physics::World& physics);

}  // namespace fh::world
