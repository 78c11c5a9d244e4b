// SPDX-License-Identifier: Apache-2.0
#include "evaluation/sight/sight_map.h"

#include <algorithm>
#include <cmath>

#include "human/tracking/worn_body.h"
#include "physics/queries.h"
#include "senses/retina/inspect.h"

namespace fh::evaluation {
namespace {

using math::Vec3;

constexpr std::uint32_t kSide = 32;           // samples across the thing
constexpr std::size_t kMostCells = 20'000;    // of a map; of larger floors the cells are larger
constexpr double kBodyRadius = 0.2;           // m that somebody needs to stand; our choice
constexpr double kFrom = 0.35, kClear = 0.1;  // m above the floor, below the top of the head, that must be free
constexpr double kMapRange = 60.0;            // m

struct Ground {
  math::Aabb box;  // of all floors
  std::vector<math::Aabb> floors;
};

Ground ground_of(const scene::Scene& scene) {
  Ground ground;
  for (const scene::Object& object : scene.objects) {
    if (!object.is_a("floor") || object.bounds.empty()) continue;
    ground.floors.push_back(math::transformed(object.world_from_object, object.bounds));
    ground.box.add(ground.floors.back());
  }
  return ground;
}

/// The highest floor at a place of the plan; none: negative infinity.
double floor_at(const Ground& ground, double x, double z) {
  double height = -1e30;
  for (const math::Aabb& floor : ground.floors) {
    if (x >= floor.low.x && x <= floor.high.x && z >= floor.low.z && z <= floor.high.z)
      height = std::max(height, floor.high.y);
  }
  return height;
}

/// What all maps of a scene share.
struct Place {
  const scene::Scene* scene;
  Ground ground;
  senses::RetinaScene sight;
  physics::World solids;
};

void fill(const Place& place, const scene::Object& object, SightMap& map) {
  const Ground& ground = place.ground;
  const double wide = ground.box.high.x - ground.box.low.x, deep = ground.box.high.z - ground.box.low.z;
  map.cell = std::max(map.cell, std::sqrt(wide * deep / static_cast<double>(kMostCells)));
  map.low_x = ground.box.low.x;
  map.low_z = ground.box.low.z;
  map.columns = static_cast<std::size_t>(std::ceil(wide / map.cell));
  map.rows = static_cast<std::size_t>(std::ceil(deep / map.cell));
  map.fractions.assign(map.columns * map.rows, -1.0f);
  map.heights.assign(map.fractions.size(), 0.0f);
  const auto item = senses::ItemId::of(object.id);
  map.at = place.sight.bounds(item).centre();
  senses::SeeSettings settings;
  settings.range = kMapRange;
  physics::QueryFilter filter;
  filter.layers = physics::kPlaceLayers;
  for (std::size_t i = 0; i < map.fractions.size(); ++i) {
    const double x = map.low_x + (static_cast<double>(i % map.columns) + 0.5) * map.cell;
    const double z = map.low_z + (static_cast<double>(i / map.columns) + 0.5) * map.cell;
    const double floor = floor_at(ground, x, z);
    if (floor < -1e29) continue;
    map.heights[i] = static_cast<float>(floor);
    const math::Capsule body{
        {{x, floor + kFrom + kBodyRadius, z}, {x, floor + map.eye_height + kClear - kBodyRadius, z}}, kBodyRadius};
    if (physics::any_overlap(place.solids, physics::make_capsule(body), filter)) continue;
    map.fractions[i] = static_cast<float>(
        senses::inspect(place.sight, {x, floor + map.eye_height, z}, item, settings, kSide).fraction);
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
  Ground ground = ground_of(scene);
  if (std::none_of(checks.begin(), checks.end(), asks) || ground.floors.empty()) return maps;
  FH_TRY(population, human::load_default_population());
  FH_TRY(solids, physics::World::create(scene));
  Place place{&scene, std::move(ground), senses::RetinaScene(scene), std::move(solids)};
  place.sight.settle();
  for (const scene::Check& check : checks) {
    const scene::Object* object = asks(check) ? scene.find(check.object) : nullptr;
    if (!object) continue;
    for (const std::string& name : bodies) {
      FH_TRY(wear, human::read_wear(name));
      FH_TRY(body, human::worn_body(population, wear));
      SightMap map;
      map.object = object->name;
      map.body = name;
      map.limit = check.limit;
      map.eye_height = body.dimensions[human::Dimension::Stature] - body.dimensions[human::Dimension::SittingHeight] +
                       body.dimensions[human::Dimension::EyeHeightSitting];
      fill(place, *object, map);
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
