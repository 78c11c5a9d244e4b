// SPDX-License-Identifier: Apache-2.0
#pragma once
// A scenario: the place, where the user starts, who else is there and what is to be done. One JSON file
// (assets/schemas/scenario.schema.json); docs/scenarios.md explains every key.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "core/result.h"
#include "scene/place/scene.h"
#include "scene/scenario/agents.h"
#include "scene/scenario/checks.h"
#include "scene/scenario/drives.h"

namespace fh::scene {

/// Somebody who visits: driven from outside.
struct UserSpec {
  std::string name;
  math::Pose start;  // on the floor: position and heading
};

struct Scenario {
  std::string name;
  std::string description;
  std::filesystem::path file;
  std::string tour;  // of the first user when nobody else drives: a bundled name, or a file of the scenario's folder
  std::uint64_t seed = 1;
  Scene scene;
  std::vector<UserSpec> users;             // none: the agents are alone
  std::vector<std::string> user_pointers;  // where each is in the file, for messages
  std::vector<AgentSpec> agents;
  std::vector<Drive> drives;
  std::vector<std::string> tasks;  // JSON text of each
  std::vector<Check> checks;       // what an evaluation has to show
  std::uint64_t content_hash = 0;  // of the scenario text and every file it names
  std::string text;                // as it was read
  std::filesystem::path folder;    // where the files it names are
  std::vector<NamedFile> files;    // models, in the order of the text
  std::vector<std::string> warnings;
};

/// Reads a scenario file. On failure the error lists every problem, one line each, with file, line and JSON pointer.
/// `outside`: of the models it names.
core::Result<Scenario> load_scenario(const std::filesystem::path& file, core::Outside outside = core::Outside::Refused);
/// The same from text; `name` stands for the file in messages, `folder` is where the files it names are looked for.
core::Result<Scenario> parse_scenario(std::string text, const std::string& name, const std::filesystem::path& folder,
                                      core::Outside outside = core::Outside::Refused);

/// Nets that are not in the file, as text: {"nets": [...]}; they may name what the scenario has. The same checks.
core::Result<std::shared_ptr<const std::vector<Net>>> parse_nets(const std::string& text, const Scenario& of);

/// Turns "workshop" into the bundled assets/scenarios/workshop.json; paths are returned as they are. An unknown name
/// is an error that lists the bundled scenarios and the nearest match.
core::Result<std::filesystem::path> find_scenario(const std::string& name_or_path);
/// Names of the bundled scenarios, sorted.
std::vector<std::string> bundled_scenarios();

/// The JSON Schema of scenario files: the keys, types, ranges, defaults and words that the reader itself asks for.
/// assets/schemas/scenario.schema.json is this, the tables of docs/scenarios.md are made from it (tools/schema).
core::Json scenario_schema();

}  // namespace fh::scene
