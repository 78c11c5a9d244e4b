// SPDX-License-Identifier: Apache-2.0
// Scenario files: the bundled ones are silent, every planted error is named, the schema says what the loader reads.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/files.h"
#include "core/json.h"
#include "scene/place/gltf.h"
#include "scene/scenario/scenario.h"
#include "temporary_folder.h"

namespace fh::scene {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("bundled scenarios load without a word") {
  core::set_data_folder(FH_SOURCE_DIR);
  const auto names = bundled_scenarios();
  CHECK(names.size() >= 4);
  for (const auto& name : names) {
    INFO(name);
    const auto file = find_scenario(name);
    REQUIRE(file);
    const auto scenario = load_scenario(*file);
    if (!scenario) FAIL(scenario.error().message);
    CHECK(scenario->name == name);
    CHECK(scenario->warnings.empty());
    CHECK(scenario->content_hash != 0);
    for (const auto& object : scenario->scene.objects) {
      CHECK(scenario->scene.find(object.id) == &object);
      for (const auto& part : object.parts) REQUIRE(part.mesh < scenario->scene.meshes.size());
    }
    for (const auto& mesh : scenario->scene.meshes) {
      REQUIRE(mesh.material < scenario->scene.materials.size());
      REQUIRE(mesh.geometry.normals.size() == mesh.geometry.positions.size());
    }
  }
}

TEST_CASE("stand-ins for Kuffner's scenes have their size") {
  core::set_data_folder(FH_SOURCE_DIR);
  const auto maze = load_scenario(*find_scenario("maze"));
  const auto office = load_scenario(*find_scenario("office"));
  REQUIRE(maze);
  REQUIRE(office);
  CHECK(std::abs(double(maze->scene.triangle_count()) - 2780.0) < 0.02 * 2780.0);
  CHECK(std::abs(double(office->scene.triangle_count()) - 15320.0) < 0.02 * 15320.0);
}

TEST_CASE("every planted error is named, with file and place") {
  int samples = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(FH_SOURCE_DIR) / "tests/data/broken_scenarios")) {
    if (entry.path().extension() != ".json") continue;
    ++samples;
    INFO(entry.path().filename().string());
    const auto result = load_scenario(entry.path());
    REQUIRE_FALSE(result);
    const std::string& message = result.error().message;
    const std::string text = *core::read_text(entry.path());
    int planted = 0;
    for (const auto& line : lines_of(text)) {
      const std::string mark = "// expect: ";
      if (line.rfind(mark, 0) != 0) continue;
      ++planted;
      CHECK_THAT(message, ContainsSubstring(line.substr(mark.size())));
    }
    CHECK(planted > 0);
    // Nothing is reported that was not planted (one planted error may be described by two expectations).
    CHECK(lines_of(message).size() <= std::size_t(planted));
    for (const auto& line : lines_of(message)) CHECK_THAT(line, ContainsSubstring(entry.path().filename().string()));
  }
  CHECK(samples >= 12);
}

TEST_CASE("the schema file is what the reader asks for") {
  const auto file = core::JsonFile::read(fs::path(FH_SOURCE_DIR) / "assets/schemas/scenario.schema.json");
  REQUIRE(file);
  const core::Json schema = scenario_schema();
  INFO("run tools/schema after a change");
  CHECK(file->root() == schema);
  // Nothing is left out: every level is closed, and each of its keys has a meaning.
  std::size_t levels = 0;
  for (const auto& [name, definition] : schema["$defs"].items()) {
    if (!definition.contains("properties") || name == "part") continue;
    INFO(name);
    ++levels;
    CHECK(definition["additionalProperties"] == false);
    for (const auto& [key, value] : definition["properties"].items()) {
      INFO(key);
      CHECK((key == "part" || value.contains("description")));
    }
  }
  CHECK(levels > 35);
  for (const auto& name : schema["$defs"]["part"]["properties"]["part"]["enum"])
    CHECK(schema["$defs"].contains(name.get<std::string>()));
}

TEST_CASE("unknown scenario names are answered with the nearest") {
  core::set_data_folder(FH_SOURCE_DIR);
  const auto wrong = find_scenario("workshp");
  REQUIRE_FALSE(wrong);
  CHECK_THAT(wrong.error().message, ContainsSubstring("did you mean \"workshop\"") && ContainsSubstring("maze"));
  CHECK_FALSE(find_scenario("no/such/file.json"));
  CHECK_FALSE(find_scenario(""));
}

TEST_CASE("the content hash follows the text and the files it names") {
  const test::TemporaryFolder temporary;
  const fs::path& folder = temporary.path;
  const std::string text =
      R"({ "name": "h", "user": {"at": [0, 0, 0]}, "parts": [{"part": "floor", "name": "floor"}],
           "models": [{"name": "m", "file": "m.glb", "at": [1, 0, 0]}] })";
  const auto hash_with = [&](double size) {
    Scene scene;
    const auto part =
        parse_scenario(R"({"name":"x","user":{"at":[0,0,0]},"parts":[{"part":"floor","name":"f","width":)" +
                           std::to_string(size) + "}]}",
                       "inner", folder);
    REQUIRE(part);
    REQUIRE(save_glb(part->scene, folder / "m.glb"));
    const auto scenario = parse_scenario(text, "outer", folder);
    if (!scenario) FAIL(scenario.error().message);
    CHECK(scenario->scene.find("m.f"));
    return scenario->content_hash;
  };
  const auto first = hash_with(1.0);
  CHECK(first == hash_with(1.0));
  CHECK(first != hash_with(2.0));
}

TEST_CASE("objects carry what the file says") {
  const auto scenario = parse_scenario(R"({
    // comments are fine
    "name": "t", "seed": 42, "user": {"at": [0, 0, 2], "yaw_deg": 90},
    "parts": [{"part": "floor", "name": "floor", "width": 10, "depth": 10}],
    "objects": [{"name": "lid", "label": "Lid", "classes": ["lid", "cover"], "at": [0, 1, 0], "rotation_deg": [90, 0, 0],
      "mass": 2.5, "friction": 0.3, "openable": true, "parent": "floor",
      "joint": {"kind": "hinge", "anchor": [0.5, 0, 0], "axis": [0, 0, 2], "range_deg": [0, 90], "initial_deg": 45, "friction": 0.1},
      "shapes": [{"kind": "box", "size": [1, 0.1, 1]}, {"kind": "capsule", "radius": 0.05, "length": 0.3, "at": [0, 0.2, 0]}],
      "sites": [{"name": "edge", "at": [0.5, 0, 0]}],
      "grasps": [{"name": "edge", "at": [0.5, 0, 0], "opening": 0.02}]}],
    "lights": [{"at": [0, 2, 0], "colour": "#ffffff", "intensity": 2}],
    "agents": [{"name": "Anna", "body": {"sex": "f", "stature_percentile": 5, "looks": 4, "measures": {"weight": 50}},
      "at": [1, 0, 2], "yaw_deg": 180, "behaviour": "patrol", "knows": "structure", "speed": 1.1,
      "errands": [{"at": [2, 0, 2], "seconds": 3, "look_at": "lid", "reach": "lid", "or": [{"at": [3, 0, 2]}]}]}],
    "tasks": []
  })",
                                       "t.json", ".");
  if (!scenario) FAIL(scenario.error().message);
  const Object* lid = scenario->scene.find("lid");
  REQUIRE(lid);
  CHECK(lid->is_a("cover"));
  CHECK(lid->mass == 2.5);
  CHECK(lid->joint.axis == math::Vec3(0, 0, 1));
  CHECK(std::abs(lid->joint.maximum - math::kPi / 2) < 1e-12);
  CHECK(std::abs(lid->joint.initial - math::kPi / 4) < 1e-12);
  CHECK(lid->parent == scenario->scene.find("floor")->id);
  CHECK(lid->collision.size() == 2);
  CHECK(lid->grasps[0].opening == 0.02);
  CHECK(scenario->seed == 42);
  REQUIRE(scenario->agents.size() == 1);
  const AgentSpec& anna = scenario->agents[0];
  CHECK(anna.body.stature_percentile == 5.0);
  CHECK(anna.body.measures.at("weight") == 50.0);
  CHECK(anna.behaviour == Behaviour::Patrol);
  CHECK(anna.knowledge == Knowledge::Structure);
  REQUIRE(anna.errands.size() == 1);
  CHECK(anna.errands[0].reach == "lid");
  CHECK(anna.errands[0].choice.size() == 1);
  CHECK_FALSE(anna.errands[0].yaw);
  CHECK(scenario->scene.lights[0].intensity == 2.0f);
  CHECK(std::abs(math::yaw_of(scenario->users[0].start.rotation) - math::kPi / 2) < 1e-12);
}

}  // namespace fh::scene
