// SPDX-License-Identifier: Apache-2.0
#include "app/models/open_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/models/import_process.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/log.h"
#include "core/rng.h"
#include "core/text.h"
#include "planning/navigation/floor_plan.h"
#include "planning/navigation/footprint.h"
#include "planning/navigation/walk_map.h"
#include "scene/place/gltf.h"
#include "scene/place/gltf_check.h"
#include "scene/place/model_survey.h"

namespace fh::app {
namespace {

namespace fs = std::filesystem;
using core::Json;
using math::Vec3;

constexpr double kMargin = 4.0;           // m of laid floor round the model
constexpr double kOnTable = 0.6;          // m: smaller things lie on a table
constexpr double kTableTop = 0.9;         // m
constexpr double kLargestFloor = 1000.0;  // m: of a laid floor
constexpr std::uint64_t kMostModelBytes = 1ull << 30;

std::string extension_of(const fs::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return extension;
}

bool is_gltf(const std::string& extension) {
  return extension == ".glb" || extension == ".gltf";
}

/// A .glb with the model's content, made when it is not there yet: named by the content and how it is read.
core::Result<fs::path> imported(const fs::path& file, WorkerStart start, std::vector<std::string>& notes) {
  FH_TRY(bytes, core::read_file(file, kMostModelBytes));
  const std::uint64_t name = core::hash_text(fs::absolute(file).string(), core::hash_bytes(bytes));
  const fs::path folder = core::cache_folder() / "models";
  const fs::path output = folder / (core::hash_string(name) + ".glb");
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  // Always anew: other files that the model names may have changed.
  FH_TRY(summary, import_in_process(file, output, {}, start));
  for (const std::string& problem : summary.problems) {
    if (problem.find("--unit") == std::string::npos) notes.push_back(problem);
  }
  return output;
}

constexpr double kFar = 5000.0;  // m: what lies farther away, and by several times its size, is brought to the origin

/// The model as a .glb of ours in the cache, where its own file cannot be named in a scenario as it is.
core::Result<fs::path> remade(const scene::Scene& model, const fs::path& file) {
  const fs::path folder = core::cache_folder() / "models";
  const fs::path output = folder / (core::hash_string(core::hash_text(fs::absolute(file).string())) + ".glb");
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  FH_TRY_VOID(scene::save_glb(model, output));
  return output;
}

/// The model's shape; `glb` is another file afterwards where the given one does not do.
core::Result<scene::Scene> shape_of(const fs::path& file, fs::path& glb, WorkerStart start,
                                    std::vector<std::string>& notes) {
  scene::Scene model;
  scene::GltfOptions how;
  how.pictures = false;
  auto read = scene::append_gltf(model, glb, how);
  if (!read && read.error().message.find(scene::kOnlyImported) != std::string::npos) {
    FH_ASSIGN(glb, imported(file, start, notes));
    model = {};
    read = scene::append_gltf(model, glb, how);
  }
  // Other programs have other words in extras: what cannot be meant for us is left out.
  const bool foreign = !read && read.error().message.find("/extras") != std::string::npos;
  const auto bounds = read ? read->bounds : math::Aabb{};
  const bool far = !bounds.empty() && glm::length(bounds.centre()) > std::max(kFar, 5.0 * glm::length(bounds.size()));
  if (!read && !foreign) return tl::make_unexpected(read.error());
  if (!foreign && !far) return model;
  model = {};
  how.pictures = true;
  how.extras = !foreign;
  FH_TRY(again, scene::append_gltf(model, glb, how));
  if (foreign)
    notes.push_back(fmt::format("{}: the extras of its nodes are another program's: left out", file.string()));
  if (far) {
    const Vec3 by = -again.bounds.centre();
    for (scene::Object& object : model.objects) object.world_from_object.position += by;
    notes.push_back(fmt::format("{}: lies {:.0f} m from its origin: brought there", file.string(), glm::length(by)));
  }
  FH_ASSIGN(glb, remade(model, file));
  return model;
}

/// What the format says of itself.
scene::ModelHints hints_of(const std::string& extension, const ModelOptions& options) {
  scene::ModelHints hints;
  hints.unit = options.unit;
  hints.small_units = extension == ".stl";
  hints.metres = is_gltf(extension);
  if (!options.up.empty()) hints.z_up = options.up == "z";
  const bool says_up = is_gltf(extension) || extension == ".ifc" || extension == ".dae" || extension == ".fbx";
  if (!hints.z_up && says_up) hints.z_up = false;
  if (hints.unit.empty() && extension == ".ifc") hints.unit = "m";
  return hints;
}

std::string size_text(const math::Aabb& bounds) {
  const Vec3 size = bounds.size();
  const double widest = std::max({size.x, size.y, size.z});
  const double factor = widest < 0.1 ? 1000.0 : 1.0;
  return fmt::format("{:.3g} x {:.3g} x {:.3g} {}", factor * size.x, factor * size.y, factor * size.z,
                     widest < 0.1 ? "mm" : "m");
}

void say_guesses(const fs::path& file, const scene::ModelSurvey& survey) {
  std::string text = size_text(survey.bounds) + " (wide, high, deep)";
  if (survey.unit_guessed) text += fmt::format("; lengths taken as {} (--unit says otherwise)", survey.unit);
  if (survey.up_guessed) text += fmt::format("; {} is up (--up says otherwise)", survey.z_up ? "Z" : "Y");
  if (!survey.has_floor) text += "; a floor is laid under it";
  core::log_info("{}: {}", file.string(), text);
}

Json list_of(const Vec3& at) {
  return {at.x, at.y, at.z};
}

/// Everything but the people: the model with its floor at y = 0 and its middle over the origin.
Json place_json(const fs::path& file, const std::string& name, const scene::ModelSurvey& survey) {
  Json json;
  json["name"] = name;
  json["description"] = "Made for a model that was opened without a scenario.";
  const math::Aabb& bounds = survey.bounds;
  const Vec3 size = bounds.size();
  const bool small = std::max({size.x, size.y, size.z}) < kOnTable;
  const double base = small ? kTableTop : 0.0;
  const Vec3 middle = bounds.empty() ? Vec3(0.0) : bounds.centre();
  Json model{{"name", "model"}, {"file", file.filename().string()}, {"unit", survey.unit}};
  model["at"] = list_of({-middle.x, base - (bounds.empty() ? 0.0 : survey.floor_height), -middle.z});
  if (survey.z_up) model["rotation_deg"] = {0.0, -90.0, 0.0};
  json["models"] = Json::array({model});
  json["parts"] = Json::array();
  if (!survey.has_floor) {
    const double width = std::min(kLargestFloor, size.x + 2.0 * kMargin);
    const double depth = std::min(kLargestFloor, size.z + 2.0 * kMargin);
    json["parts"].push_back({{"part", "floor"}, {"name", "laid_floor"}, {"width", width}, {"depth", depth}});
  }
  if (small) {
    json["parts"].push_back(
        {{"part", "table"}, {"name", "laid_table"}, {"height", kTableTop}, {"width", 1.0}, {"depth", 0.7}});
  }
  return json;
}

/// Cells where a person can stand, in order.
class FreeFloor {
 public:
  explicit FreeFloor(const scene::Scene& scene)
      : solids_(scene), floor_(planning::FloorPlan::from_scene(scene, solids_, {})), map_(floor_, {}, {}) {
    planning::FootprintScratch scratch;
    std::vector<planning::FootprintCell> cells;
    for (const scene::Object& object : scene.objects) {
      planning::project(*solids_.find(object.id), object.world_from_object, floor_, map_.body().band, scratch, cells);
      map_.add(cells);
    }
    std::vector<planning::WalkChanges> changes;
    map_.update(changes);
    for (planning::CellIndex cell = 0; static_cast<std::size_t>(cell) < map_.frame().size(); ++cell) {
      if (map_.is_free(cell) && !map_.is_narrow(cell)) cells_.push_back(cell);
    }
  }

  bool empty() const { return cells_.empty(); }
  /// The free place nearest to a point.
  Vec3 nearest(const Vec3& wanted) const {
    Vec3 best = floor_.point(cells_.front());
    for (const planning::CellIndex cell : cells_) {
      const Vec3 at = floor_.point(cell);
      if (glm::distance(at, wanted) < glm::distance(best, wanted)) best = at;
    }
    return best;
  }
  /// The heading, degrees, in which there is most room to walk from a place.
  double most_open_heading(const Vec3& from) const {
    constexpr int kHeadings = 16;
    constexpr double kFarthest = 10.0, kStep = 0.1;  // m
    double best = 0.0, farthest = -1.0;
    for (int i = 0; i < kHeadings; ++i) {
      const double yaw = i * 360.0 / kHeadings;
      const Vec3 way = math::standing_at(from, math::radians(yaw)).direction({0.0, 0.0, -1.0});
      double free = 0.0;
      while (free < kFarthest && map_.is_free(floor_.cell_at(from + (free + kStep) * way))) free += kStep;
      if (free <= farthest + 1e-9) continue;
      farthest = free;
      best = yaw;
    }
    return best;
  }
  Vec3 any(core::Rng& rng) const { return floor_.point(cells_[rng.below(static_cast<std::uint32_t>(cells_.size()))]); }

 private:
  planning::SolidLibrary solids_;
  planning::FloorPlan floor_;
  planning::WalkMap map_;
  std::vector<planning::CellIndex> cells_;
};

/// In front of a thing, in the middle of a place.
Vec3 user_place(const scene::ModelSurvey& survey) {
  if (survey.has_floor) return Vec3(0.0);
  const Vec3 size = survey.bounds.size();
  const double away = std::clamp(0.8 * std::max(size.x, size.y), 0.5, kMargin - 0.6);
  return {0.0, 0.0, std::min(0.5 * size.z + away, 0.5 * kLargestFloor - 1.0)};
}

void add_people(const FreeFloor& free, const Vec3& user, int people, Json& json) {
  constexpr double kApart = 1.0;  // m
  constexpr int kTries = 200;
  core::Rng rng(1);
  std::vector<Vec3> taken{user};
  for (int i = 0; i < people; ++i) {
    Vec3 at = free.any(rng);
    for (int k = 0; k < kTries; ++k) {
      const auto is_near = [&](const Vec3& other) { return glm::distance(at, other) < kApart; };
      if (std::none_of(taken.begin(), taken.end(), is_near)) break;
      at = free.any(rng);
    }
    taken.push_back(at);
    json["agents"].push_back({{"name", fmt::format("person{}", i + 1)}, {"at", list_of(at)}, {"behaviour", "wander"}});
  }
}

/// The place with its model in plain colours: its pictures are decoded once, at the end.
core::Result<scene::Scenario> plain_place(const Json& json, const fs::path& glb, const scene::ModelSurvey& survey) {
  Json bare = json;
  bare.erase("models");
  FH_TRY(place, scene::parse_scenario(bare.dump(2), glb.string(), {}));
  const Json& at = json["models"][0]["at"];
  scene::GltfOptions how;
  how.pictures = false;
  how.metres_per_unit = scene::metres_per(survey.unit);
  how.world_from_model.position = {at[0].get<double>(), at[1].get<double>(), at[2].get<double>()};
  if (survey.z_up) how.world_from_model.rotation = math::from_yaw_pitch_roll(0.0, math::radians(-90.0), 0.0);
  FH_TRY_VOID(scene::append_gltf(place.scene, glb, how));
  return place;
}

/// The user on free floor, looking at the model, and whoever walks about; false where there is no such floor.
core::Result<bool> put_people(const fs::path& glb, const scene::ModelSurvey& survey, const ModelOptions& options,
                              Json& json) {
  json["users"] = Json::array();
  FH_TRY(empty, plain_place(json, glb, survey));
  const FreeFloor free(empty.scene);
  if (free.empty()) return false;
  const Vec3 at = free.nearest(user_place(survey));
  const double heading = survey.has_floor ? free.most_open_heading(at) : 0.0;
  json["users"] = Json::array({{{"name", "visitor"}, {"at", list_of(at)}, {"yaw_deg", heading}}});
  json["tour"] = "look_round";
  add_people(free, at, options.people, json);
  return true;
}

}  // namespace

bool is_model(const fs::path& file) {
  const std::string extension = extension_of(file);
  const auto& others = scene::import_extensions();
  return is_gltf(extension) || std::find(others.begin(), others.end(), extension) != others.end();
}

core::Result<scene::Scenario> open_model(const fs::path& file, const ModelOptions& options) {
  std::vector<std::string> notes;
  const std::string extension = extension_of(file);
  fs::path glb = file;
  if (!is_gltf(extension)) FH_ASSIGN(glb, imported(file, options.import_start, notes));
  scene::ModelSurvey survey;
  {
    FH_TRY(raw, shape_of(file, glb, options.import_start, notes));
    survey = scene::survey_model(raw, hints_of(extension, options));
  }
  const std::string name = core::printable(file.stem().string());
  Json json = place_json(glb, name, survey);
  const fs::path folder = glb.has_parent_path() ? glb.parent_path() : fs::path(".");
  FH_TRY(stands, put_people(glb, survey, options, json));
  if (!stands && survey.has_floor) {  // what looked like a floor is the base of a thing: people walk round it
    survey.has_floor = false;
    survey.floor_height = survey.bounds.low.y;
    json = place_json(glb, name, survey);
    FH_ASSIGN(stands, put_people(glb, survey, options, json));
  }
  if (!stands)
    return core::fail("{}: there is no free floor to stand on; make a scenario for it (docs/scenarios.md)",
                      file.string());
  say_guesses(file, survey);
  FH_TRY(scenario, scene::parse_scenario(json.dump(2), file.string(), folder));
  scenario.file = file;
  scenario.warnings.insert(scenario.warnings.begin(), notes.begin(), notes.end());
  return scenario;
}

}  // namespace fh::app
