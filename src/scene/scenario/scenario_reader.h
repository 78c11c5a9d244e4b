// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sections of a scenario file that only scenarios have.
#include <span>
#include <vector>

#include "scene/place/place_reader.h"
#include "scene/scenario/nets.h"
#include "scene/scenario/scenario.h"

namespace fh::scene {

// object_reader.cpp
void read_object(PlaceReader& scenario, core::JsonReader& entry);
// model_reader.cpp
void read_model(PlaceReader& scenario, core::JsonReader& entry);
// placed_reader.cpp: after the objects, whose places it changes
void read_placed(PlaceReader& scenario, KeyReader& root);
// agents_reader.cpp: after the objects, which errands refer to
/// `users`: who may be named besides agents.
void read_agents(PlaceReader& scenario, KeyReader& root, std::span<const UserSpec> users,
                 std::vector<AgentSpec>& agents);
// nets_reader.cpp: after the agents, who run nets and may be named
void read_nets(PlaceReader& scenario, KeyReader& root, Scenario& result);
// deeds_reader.cpp: `take`, `put`, `on`, `operate` and `state` of errands and nodes. Of several deeds the first counts
// and the others are problems.
void read_deed(const Scene& scene, KeyReader& keys, Errand& errand);
// net_checks.cpp: what only whole nets can show (unreachable nodes, dead ends, loops); sets can_end and can_fail
void check_nets(PlaceReader& scenario, std::vector<Net>& nets);
// drives_reader.cpp: after the objects, which drives name
void read_drives(PlaceReader& scenario, KeyReader& root, Scenario& result);
// checks_reader.cpp: after the agents, who may be named
void read_checks(PlaceReader& scenario, KeyReader& root, Scenario& result);
// scenario_checks.cpp: what only the whole can show (names, parents, masses, where the user starts)
void check_scene(PlaceReader& scenario, const Scenario& result);

}  // namespace fh::scene
