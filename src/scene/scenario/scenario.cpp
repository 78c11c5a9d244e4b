#include "scene/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/files.h"
#include "core/hash.h"
#include "core/text.h"
#include "scene/parts/part_reader.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace fs = std::filesystem;
using core::JsonReader;
using math::Pose;
using math::Vec3;

namespace {

constexpr std::uint64_t kLargestFile = 16ull << 20;

void read_lights(PlaceReader& scenario, JsonReader& root) {
  auto lights = root.objects("lights");
  if (lights.size() > 256) root.problem("lights", "holds more than 256 lights"), lights.clear();
  for (auto& entry : lights) {
    Light light;
    light.position = read_position(entry, "at");
    math::Vec3f colour(1.0f);
    const std::string word = entry.text("colour", "#ffffff");
    if (parse_colour(word, colour))
      light.colour = colour;
    else
      entry.problem("colour", fmt::format("\"{}\" is not a colour like \"#fff0d0\"", word));
    light.intensity =
        static_cast<float>(entry.number("intensity", {.fallback = 1.0, .minimum = 0.0, .maximum = 1000.0}));
    light.range = static_cast<float>(read_size(entry, "range", 6.0, 0.1));
    scenario.finish("light", entry);
    scenario.builder.scene().lights.push_back(light);
  }
}

void read_sky(PlaceReader& scenario, JsonReader& root) {
  auto sky = root.object("sky");
  if (!sky) return;
  Sky& result = scenario.builder.scene().sky;
  const auto sun = sky->numbers("direction_to_sun", 3);
  if (!sun.empty()) {
    const Vec3 direction(sun[0], sun[1], sun[2]);
    if (glm::length(direction) > 1e-6 && glm::length(direction) < 1e6)
      result.direction_to_sun = direction;
    else
      sky->problem("direction_to_sun", "must not be zero");
  }
  result.sun = static_cast<float>(sky->number("sun", {.fallback = 3.2, .minimum = 0.0, .maximum = 1000.0}));
  result.ambient = static_cast<float>(sky->number("ambient", {.fallback = 1.0, .minimum = 0.0, .maximum = 1000.0}));
  scenario.finish("sky", *sky);
}

/// Tasks have their own rules: here they only have to be objects.
std::vector<std::string> read_raw_objects(JsonReader& root, const char* key) {
  std::vector<std::string> list;
  const core::Json* value = root.raw(key);
  if (!value) return list;
  if (!value->is_array()) {
    root.problem(key, fmt::format("must be a list, is {}", value->type_name()));
    return list;
  }
  for (std::size_t i = 0; i < value->size(); ++i) {
    if ((*value)[i].is_object())
      list.push_back(core::to_text((*value)[i]));
    else
      root.problems().add(fmt::format("{}/{}/{}", root.pointer(), key, i),
                          fmt::format("must be an object, is {}", (*value)[i].type_name()));
  }
  return list;
}

using ReadEntry = void (*)(PlaceReader&, JsonReader&);

void read_entries(PlaceReader& scenario, JsonReader& root, const char* key, ReadEntry read, std::size_t& budget) {
  for (auto& entry : root.objects(key)) {
    if (budget == 0) {
      root.problem(key, fmt::format("the scenario holds more than {} parts, objects and models", kMostEntries));
      return;
    }
    --budget;
    const std::size_t known = scenario.builder.scene().meshes.size();
    read(scenario, entry);
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

void read_root(PlaceReader& scenario, JsonReader& root, Scenario& result) {
  result.name = root.text("name", "", true);
  result.description = root.text("description");
  root.integer("format", 1, 1, 1);
  const double seed = root.number("seed", {.fallback = 1.0, .minimum = 0.0, .maximum = 9007199254740992.0});
  if (seed != std::floor(seed)) root.problem("seed", "must be a whole number");
  result.seed = static_cast<std::uint64_t>(seed);
  std::size_t budget = kMostEntries;
  read_entries(scenario, root, "parts", read_part, budget);
  read_entries(scenario, root, "objects", read_object, budget);
  read_entries(scenario, root, "models", read_model, budget);
  read_lights(scenario, root);
  read_sky(scenario, root);
  if (auto user = root.object("user", true)) {
    result.user_start = read_standing_pose(*user);
    scenario.finish("user", *user);
  }
  read_agents(scenario, root, result.agents);
  result.tasks = read_raw_objects(root, "tasks");
  scenario.finish("scenario", root);
}

}  // namespace

core::Result<Scenario> parse_scenario(std::string text, const std::string& name, const fs::path& folder) {
  auto file = core::JsonFile::parse(std::move(text), name);
  if (!file) return tl::make_unexpected(file.error());
  Scenario result;
  core::Problems problems(*file);
  SceneBuilder builder(result.scene);
  PlaceReader scenario{builder, problems, folder, {}, core::hash_text(file->text()), {}, {}, {}};
  JsonReader root(file->root(), problems);
  if (file->root().is_object()) {
    read_root(scenario, root, result);
    check_scene(scenario, result);
  }
  if (!problems.empty()) return tl::make_unexpected(problems.as_error());
  result.content_hash = scenario.hash;
  result.warnings = std::move(scenario.warnings);
  return result;
}

core::Result<Scenario> load_scenario(const fs::path& file) {
  auto text = core::read_text(file, kLargestFile);
  if (!text) return tl::make_unexpected(text.error());
  auto scenario = parse_scenario(std::move(*text), file.string(), file.parent_path());
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
  const bool is_path = name_or_path.find('/') != std::string::npos || path.extension() == ".json";
  std::error_code error;
  if (is_path) {
    if (fs::exists(path, error)) return path;
    return core::fail("{}: no such scenario file", name_or_path);
  }
  const fs::path bundled = core::data_folder() / "assets" / "scenarios" / (name_or_path + ".json");
  if (!name_or_path.empty() && fs::exists(bundled, error)) return bundled;
  const auto names = bundled_scenarios();
  const std::string nearest = core::nearest_word(name_or_path, names);
  return core::fail("there is no scenario \"{}\"{}; bundled are: {}; give a path to use your own file", name_or_path,
                    nearest.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", nearest), fmt::join(names, ", "));
}

std::map<std::string, std::vector<std::string>> scenario_keys() {
  // A skeleton that visits every level; what is missing or wrong in it does not matter here.
  core::Json skeleton;
  for (const auto& kind : part_kinds()) skeleton["parts"].push_back({{"part", kind}});
  for (auto& part : skeleton["parts"]) {
    if (part["part"] == "wall") part["openings"].push_back(core::Json::object());
    if (part["part"] == "panel") part["controls"].push_back(core::Json::object());
  }
  const core::Json empty = core::Json::object();
  skeleton["objects"].push_back({{"joint", empty}});
  for (const char* list : {"shapes", "sites", "grasps"}) skeleton["objects"][0][list].push_back(empty);
  for (const char* list : {"models", "lights"}) skeleton[list].push_back(empty);
  skeleton["user"] = empty;
  skeleton["sky"] = empty;
  skeleton["agents"].push_back(
      {{"body", empty}, {"errands", core::Json::array({{{"or", core::Json::array({empty})}}})}});
  auto file = core::JsonFile::parse(skeleton.dump(), "skeleton");
  Scenario result;
  core::Problems problems(*file);
  SceneBuilder builder(result.scene);
  PlaceReader scenario{builder, problems, {}, {}, 0, {}, {}, {}};
  JsonReader root(file->root(), problems);
  read_root(scenario, root, result);
  return scenario.levels;
}

}  // namespace fh::scene
