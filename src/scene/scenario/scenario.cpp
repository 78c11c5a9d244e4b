// SPDX-License-Identifier: Apache-2.0
#include "scene/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/files.h"
#include "core/hash.h"
#include "core/text.h"
#include "scene/parts/parts.h"
#include "scene/scenario/additions.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace fs = std::filesystem;
using core::JsonReader;
using math::Pose;
using math::Vec3;

namespace {

constexpr std::uint64_t kLargestFile = 16ull << 20;
constexpr std::size_t kMostLights = 256;

void read_lights(PlaceReader& scenario, KeyReader& root) {
  auto lights = root.objects("lights", "light", "Lamps without a body", 0, kMostLights);
  if (lights.size() > kMostLights) {
    root.problem("lights", fmt::format("holds more than {} lights", kMostLights));
    lights.clear();
  }
  for (auto& entry : lights) {
    KeyReader keys = scenario.keys(entry, "light");
    Light light;
    keys.position("at", light.position, "Position, m");
    std::string colour = "#ffffff";
    keys.colour("colour", colour, "Colour of its light", "#fff0d0");
    parse_colour(colour, light.colour);
    double intensity = 1.0, range = 6.0;
    keys.number("intensity", intensity, "Brightness", {0.0, 1000.0});
    keys.number("range", range, "How far it reaches, m", {0.1, 1000.0});
    light.intensity = static_cast<float>(intensity);
    light.range = static_cast<float>(range);
    keys.end();
    scenario.builder.scene().lights.push_back(light);
  }
}

void read_sky(PlaceReader& scenario, KeyReader& root) {
  auto entry = root.object("sky", "sky", "Daylight");
  if (!entry) return;
  KeyReader keys = scenario.keys(*entry, "sky");
  Sky& result = scenario.builder.scene().sky;
  const auto direction = keys.numbers("direction_to_sun", 3, "Where the sun is seen, not zero");
  if (!direction.empty()) {
    const Vec3 to_sun(direction[0], direction[1], direction[2]);
    if (glm::length(to_sun) > 1e-6 && glm::length(to_sun) < 1e6)
      result.direction_to_sun = to_sun;
    else
      keys.problem("direction_to_sun", "must not be zero");
  }
  double sun = 3.2, ambient = 1.0;
  keys.number("sun", sun, "Brightness of the sun", {0.0, 1000.0});
  keys.number("ambient", ambient, "Brightness of the sky", {0.0, 1000.0});
  result.sun = static_cast<float>(sun);
  result.ambient = static_cast<float>(ambient);
  keys.end();
}

/// Tasks have their own rules: here they only have to be objects.
std::vector<std::string> read_tasks(KeyReader& root) {
  std::vector<std::string> list;
  const core::Json* value =
      root.raw("tasks", {{"type", "array"}, {"items", {{"type", "object"}}}}, "What is to be done");
  if (!value) return list;
  if (!value->is_array()) {
    root.problem("tasks", fmt::format("must be a list, is {}", value->type_name()));
    return list;
  }
  for (std::size_t i = 0; i < value->size(); ++i) {
    if ((*value)[i].is_object())
      list.push_back(core::to_text((*value)[i]));
    else
      root.json().problems().add(fmt::format("/tasks/{}", i),
                                 fmt::format("must be an object, is {}", (*value)[i].type_name()));
  }
  return list;
}

using ReadEntry = void (*)(PlaceReader&, JsonReader&);

struct EntryList {
  const char* key;
  const char* level;
  ReadEntry read;
  const char* text;
};
constexpr EntryList kEntryLists[] = {{"parts", "part", read_part, "Parametric parts of the place"},
                                     {"objects", "object", read_object, "Things made of simple shapes"},
                                     {"models", "model", read_model, "glTF files"}};

void read_entries(PlaceReader& scenario, KeyReader& root, const EntryList& list, std::size_t& budget) {
  for (auto& entry : root.objects(list.key, list.level, list.text)) {
    if (budget == 0) {
      root.problem(list.key, fmt::format("the scenario holds more than {} parts, objects and models", kMostEntries));
      return;
    }
    --budget;
    const std::size_t known = scenario.builder.scene().meshes.size();
    list.read(scenario, entry);
    // New meshes only: repeated ones are shared, and memory is what the bound is for.
    const auto& meshes = scenario.builder.scene().meshes;
    for (std::size_t i = known; i < meshes.size(); ++i) scenario.triangles += meshes[i].geometry.triangle_count();
    if (scenario.triangles > kMostTriangles) {
      scenario.problems.add(entry.pointer(), fmt::format("the scenario has more than {} triangles", kMostTriangles));
      budget = 0;
      return;
    }
  }
}

/// The short form of a list of one; its name too.
constexpr const char* kOnlyUser = "user";
constexpr std::size_t kMostUsers = 16;

void read_users(PlaceReader& scenario, KeyReader& root, Scenario& result) {
  std::vector<UserSpec>& users = result.users;
  constexpr const char* kAt = "Where the user starts, on a floor";
  constexpr const char* kYaw = "Heading, degrees; 0 looks along -Z, positive turns left";
  const bool has_list = root.has("users");
  if (root.has(kOnlyUser) && has_list && !root.describes())
    root.problem("users", "there is \"user\" too; give one of the two");
  if (auto user = root.object(kOnlyUser, kOnlyUser, "Where the only user starts: the short form of \"users\"")) {
    KeyReader keys = scenario.keys(*user, kOnlyUser);
    users.push_back({kOnlyUser, keys.standing_pose(kAt, kYaw)});
    result.user_pointers.push_back(user->pointer());
    keys.end();
  } else if (!has_list) {
    root.json().problems().add(root.json().pointer(),
                               "\"user\" is missing (or \"users\": [] for a place without users)");
  }
  for (auto& user : root.objects("users", "named_user", "Users by name, none, one or several", 0, kMostUsers)) {
    if (users.size() == kMostUsers) {
      root.problem("users", fmt::format("has more than {} entries", kMostUsers));
      break;
    }
    KeyReader keys = scenario.keys(user, "named_user");
    UserSpec spec;
    spec.name = keys.name();
    spec.start = keys.standing_pose(kAt, kYaw);
    keys.end();
    for (const UserSpec& other : users) {
      if (other.name == spec.name) user.problem("name", fmt::format("\"{}\" is already taken", spec.name));
    }
    users.push_back(std::move(spec));
    result.user_pointers.push_back(user.pointer());
  }
}

std::uint64_t read_seed(KeyReader& root) {
  constexpr double kLargest = 9007199254740992.0;  // exact in a double
  double seed = 1.0;
  root.number("seed", seed, "", {0.0, kLargest});
  root.describe("seed", {{"type", "integer"}, {"minimum", 0}, {"maximum", json_number(kLargest)}, {"default", 1}},
                "Of every random stream");
  if (seed != std::floor(seed)) root.problem("seed", "must be a whole number");
  return static_cast<std::uint64_t>(seed);
}

void read_root(PlaceReader& scenario, JsonReader& file, Scenario& result) {
  KeyReader root = scenario.keys(file, "scenario");
  std::string schema;
  root.text("$schema", schema, "For editors: where the JSON Schema of this file is");
  root.text("name", result.name, "Short name", 0, Need::Required);
  root.text("description", result.description, "One sentence");
  int format = 1;
  root.integer("format", format, "Version of this format", 1, 1);
  result.seed = read_seed(root);
  std::size_t budget = kMostEntries;
  for (const auto& list : kEntryLists) read_entries(scenario, root, list, budget);
  read_added(scenario, root);
  read_placed(scenario, root);
  read_removed(scenario, root);
  read_drives(scenario, root, result);
  read_lights(scenario, root);
  read_sky(scenario, root);
  read_users(scenario, root, result);
  root.text("tour", result.tour,
            "Scripted user of a visit that nobody drives: a bundled name or a file beside this one");
  read_agents(scenario, root, result.users, result.agents);
  read_nets(scenario, root, result);
  result.tasks = read_tasks(root);
  read_checks(scenario, root, result);
  root.end();
}

}  // namespace

core::Result<Scenario> parse_scenario(std::string text, const std::string& name, const fs::path& folder,
                                      core::Outside outside) {
  FH_TRY(file, core::JsonFile::parse(std::move(text), name));
  Scenario result;
  core::Problems problems(file);
  SceneBuilder builder(result.scene);
  PlaceReader scenario{builder, problems, folder, {}, core::hash_text(file.text())};
  scenario.outside = outside;
  JsonReader root(file.root(), problems);
  if (file.root().is_object()) {
    read_root(scenario, root, result);
    check_scene(scenario, result);
  }
  if (!problems.empty()) return tl::make_unexpected(problems.as_error());
  result.content_hash = scenario.hash;
  result.text = file.text();
  result.files = std::move(scenario.files);
  result.folder = folder;
  result.warnings = std::move(scenario.warnings);
  return result;
}

core::Result<Scenario> load_scenario(const fs::path& file, core::Outside outside) {
  FH_TRY(text, core::read_text(file, kLargestFile));
  auto scenario = parse_scenario(std::move(text), file.string(), file.parent_path(), outside);
  if (scenario) scenario->file = file;
  return scenario;
}

std::vector<std::string> bundled_scenarios() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(core::data_folder() / "assets" / "scenarios", error)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

core::Result<fs::path> find_scenario(const std::string& name_or_path) {
  const fs::path path(name_or_path);
  const bool is_path = name_or_path.find('/') != std::string::npos || path.has_extension();
  std::error_code error;
  if (is_path) {
    if (fs::exists(path, error)) return path;
    if (error) return core::fail("{}: {}", name_or_path, error.message());  // a folder that may not be entered
    return core::fail("{}: no such scenario file", name_or_path);
  }
  const fs::path bundled = core::data_folder() / "assets" / "scenarios" / (name_or_path + ".json");
  if (!name_or_path.empty() && fs::exists(bundled, error)) return bundled;
  const auto names = bundled_scenarios();
  const std::string nearest = core::nearest_word(name_or_path, names);
  return core::fail("there is no scenario \"{}\"{}; bundled are: {}; give a path to use your own file", name_or_path,
                    nearest.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", nearest), fmt::join(names, ", "));
}

core::Json scenario_schema() {
  // The reader itself says what it asks for, given a file with one part of each kind; what is missing or wrong in it
  // does not matter here.
  core::Json skeleton;
  core::Json part{{"type", "object"},
                  {"required", {"part", "name"}},
                  {"properties", {{"part", {{"enum", part_names()}}}}},
                  {"allOf", core::Json::array()}};
  for (const auto& kind : part_table()) {
    skeleton["parts"].push_back({{"part", kind.name}});
    part["allOf"].push_back({{"if", {{"properties", {{"part", {{"const", kind.name}}}}}}},
                             {"then", {{"$ref", fmt::format("#/$defs/{}", kind.name)}}}});
  }
  const auto file = core::JsonFile::parse(skeleton.dump(), "skeleton");
  core::Problems problems(*file);
  Scenario ignored;
  SceneBuilder builder(ignored.scene);
  std::map<std::string, core::Json> levels;
  PlaceReader scenario{builder, problems, {}, {}, 0, &levels};
  JsonReader root(file->root(), problems);
  read_root(scenario, root, ignored);
  for (const auto& kind : part_table()) {
    if (*kind.text) levels[kind.name]["description"] = kind.text;
  }
  core::Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                    {"$id", "scenario.schema.json"},
                    {"title", "Firsthand scenario"},
                    {"description",
                     "A place, where the user starts, who else is there and what is to be done. Metres, kilograms, "
                     "degrees; right-handed, Y up. Comments are allowed."}};
  schema.update(levels.at("scenario"));
  levels.erase("scenario");
  schema["$defs"] = value_definitions();
  schema["$defs"]["part"] = std::move(part);
  for (auto& [level, definition] : levels) schema["$defs"][level] = std::move(definition);
  return schema;
}

}  // namespace fh::scene
