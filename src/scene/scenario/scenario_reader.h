// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sections of a scenario file that only scenarios have.
#include <span>
#include <vector>

#include "scene/place/place_reader.h"
#include "scene/scenario/scenario.h"

namespace fh::scene {

// object_reader.cpp
void read_object(PlaceReader& scenario, core::JsonReader& entry);
// model_reader.cpp
void read_model(PlaceReader& scenario, core::JsonReader& entry);
// agents_reader.cpp: after the objects, which errands refer to
/// `users`: who may be named besides agents.
void read_agents(PlaceReader& scenario, KeyReader& root, std::span<const UserSpec> users,
                 std::vector<AgentSpec>& agents);
// checks_reader.cpp: after the agents, who may be named
void read_checks(PlaceReader& scenario, KeyReader& root, Scenario& result);
// scenario_checks.cpp: what only the whole can show (names, parents, masses, where the user starts)
void check_scene(PlaceReader& scenario, const Scenario& result);

}  // namespace fh::scene
