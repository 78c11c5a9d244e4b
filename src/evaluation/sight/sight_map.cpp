// SPDX-License-Identifier: Apache-2.0
#include "evaluation/sight/sight_map.h"

#include <algorithm>
#include <cmath>

#include "evaluation/sight/standing_eyes.h"
#include "human/tracking/worn_body.h"

namespace fh::evaluation {
namespace {

using math::Vec3;

constexpr std::uint32_t kSide = 32;         // samples across the thing
constexpr std::size_t kMostCells = 20'000;  // of a map; of larger floors the cells are larger

void fill(const StandingEyes& eyes, const scene::Object& object, SightMap& map) {
  const math::Aabb& ground = eyes.ground();
  const double wide = ground.high.x - ground.low.x, deep = ground.high.z - ground.low.z;
  map.cell = std::max(map.cell, std::sqrt(wide * deep / static_cast<double>(kMostCells)));
  map.low_x = ground.low.x;
  map.low_z = ground.low.z;
  map.columns = static_cast<std::size_t>(std::ceil(wide / map.cell));
  map.rows = static_cast<std::size_t>(std::ceil(deep / map.cell));
  map.fractions.assign(map.columns * map.rows, -1.0f);
  map.heights.assign(map.fractions.size(), 0.0f);
  map.at = eyes.middle_of(object.id);
  for (std::size_t i = 0; i < map.fractions.size(); ++i) {
    const double x = map.low_x + (static_cast<double>(i % map.columns) + 0.5) * map.cell;
    const double z = map.low_z + (static_cast<double>(i / map.columns) + 0.5) * map.cell;
    const double floor = eyes.floor_at(x, z);
    if (!std::isfinite(floor)) continue;
    map.heights[i] = static_cast<float>(floor);
    if (!eyes.is_free({x, floor, z}, map.eye_height)) continue;
    map.fractions[i] = static_cast<float>(eyes.fraction({x, floor + map.eye_height, z}, object.id, kSide));
  }
}

}  // namespace

std::size_t SightMap::free_cells() const {
  return static_cast<std::size_t>(std::count_if(fractions.begin(), fractions.end(), [](float f) { return f >= 0.0f; }));
}

double SightMap::share_seen() const {
  const auto seen =
      std::count_if(fractions.begin(), fractions.end(), [&](float f) { return f >= 0.0f && double{f} >= limit; });
  return free_cells() > 0 ? static_cast<double>(seen) / static_cast<double>(free_cells()) : 0.0;
}

core::Result<std::vector<SightMap>> sight_maps(std::span<const scene::Check> checks, const scene::Scene& scene,
                                               std::span<const std::string> bodies) {
  std::vector<SightMap> maps;
  const auto asks = [](const scene::Check& check) { return check.kind == scene::CheckKind::Visible; };
  if (std::none_of(checks.begin(), checks.end(), asks)) return maps;
  FH_TRY(population, human::load_default_population());
  FH_TRY(eyes, StandingEyes::create(scene));
  if (eyes.ground().empty()) return maps;
  for (const scene::Check& check : checks) {
    const scene::Object* object = asks(check) ? scene.find(check.object) : nullptr;
    const auto mapped = [&](const SightMap& map) { return object && map.object == object->name; };
    if (!object || std::any_of(maps.begin(), maps.end(), mapped)) continue;
    for (const std::string& name : bodies) {
      FH_TRY(wear, human::read_wear(name));
      FH_TRY(body, human::worn_body(population, wear));
      SightMap map;
      map.object = object->name;
      map.body = name;
      map.limit = check.limit;
      map.eye_height = StandingEyes::eye_height(body.dimensions);
      fill(eyes, *object, map);
      maps.push_back(std::move(map));
    }
  }
  return maps;
}

core::Json sight_map_json(const SightMap& map) {
  return {{"object", map.object},
          {"body", map.body},
          {"eye_height_m", map.eye_height},
          {"limit", map.limit},
          {"cell_m", map.cell},
          {"free_cells", map.free_cells()},
          {"share_seen", map.share_seen()}};
}

Table sight_map_table(const SightMap& map) {
  Table table{"seen_from",
              "How much of a thing is visible from each free place of the floor.",
              {"object", "body", "x_m", "z_m", "fraction"},
              {}};
  for (std::size_t i = 0; i < map.fractions.size(); ++i) {
    if (map.fractions[i] < 0.0f) continue;
    table.rows.push_back({map.object, map.body, map.low_x + (static_cast<double>(i % map.columns) + 0.5) * map.cell,
                          map.low_z + (static_cast<double>(i / map.columns) + 0.5) * map.cell,
                          static_cast<double>(map.fractions[i])});
  }
  return table;
}

}  // namespace fh::evaluation
