// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/footprint.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"
#include "math/distances.h"
#include "planning/navigation/floor_plan.h"
#include "planning/navigation/search.h"
#include "scene/place/mesh_kit.h"
#include "scene/scenario/scenario.h"

using namespace fh;
using namespace fh::planning;

namespace {

struct Fixture {
  FloorPlan floor = FloorPlan::flat({-3, -3}, {3, 3});
  FootprintScratch scratch;
  HeightBand band;

  std::vector<FootprintCell> cells(const Solids& solids, const math::Pose& pose) {
    std::vector<FootprintCell> out;
    project(solids, pose, floor, band, scratch, out);
    return out;
  }
  bool has(const std::vector<FootprintCell>& cells, const Vec2& point, Hindrance kind) const {
    const CellIndex cell = floor.frame().cell_at(point);
    return std::any_of(cells.begin(), cells.end(), [&](const FootprintCell& entry) {
      return entry.cell == cell && (entry.hindrances >> static_cast<unsigned>(kind) & 1u);
    });
  }
};

Solids mesh_solids(const math::TriMesh& mesh) {
  Solids solids;
  Solids::Piece piece;
  piece.convex = false;
  for (std::size_t i = 0; i < mesh.triangle_count(); ++i) piece.triangles.push_back(mesh.triangle(i));
  solids.pieces.push_back(piece);
  solids.measure();
  return solids;
}

}  // namespace

TEST_CASE_METHOD(Fixture, "footprints by height above the floor, K-16") {
  const auto box = [&](double low, double high) {
    return cells(make_box_solids({0.5, 0.5 * (high - low), 0.5}),
                 math::Pose{math::kIdentity, {0, 0.5 * (low + high), 0}});
  };
  CHECK(has(box(0.0, 3.0), {0, 0}, Hindrance::Solid));  // a pillar through floor and ceiling is filled
  CHECK(has(box(0.0, 0.2), {0, 0}, Hindrance::StepOver));
  CHECK(!has(box(0.0, 0.2), {0, 0}, Hindrance::Solid));
  CHECK(has(box(0.7, 0.75), {0, 0}, Hindrance::Solid));  // a table top
  CHECK(has(box(1.4, 1.6), {0, 0}, Hindrance::Duck));
  CHECK(has(box(1.2, 1.6), {0, 0}, Hindrance::Solid));  // too low to duck
  CHECK(box(2.2, 2.4).empty());                         // a lamp
  CHECK(box(-0.2, 0.0).empty());                        // the floor itself
  CHECK(box(0.0, 3.0).size() == 100);                   // aligned with the grid: exactly its cells
}

TEST_CASE_METHOD(Fixture, "a wall of one millimetre at any angle has no holes") {
  core::Rng rng(4);
  for (int i = 0; i < 50; ++i) {
    const double yaw = rng.uniform(0.0, math::kTau);
    const math::Pose pose{math::from_axis_angle(math::kUp, yaw), {rng.uniform(-0.5, 0.5), 1.5, rng.uniform(-0.5, 0.5)}};
    const auto found = cells(make_box_solids({2.0, 1.5, 0.0005}), pose);
    for (double t = -1.99; t < 2.0; t += 0.003) {
      const math::Vec3 p = pose.point({t, 0, 0});
      REQUIRE(has(found, {p.x, p.z}, Hindrance::Solid));
    }
  }
}

TEST_CASE_METHOD(Fixture, "footprints of tilted solids hold every point of them and little else") {
  core::Rng rng(6);
  for (int i = 0; i < 60; ++i) {
    const math::Vec3 half{rng.uniform(0.05, 0.6), rng.uniform(0.05, 0.6), rng.uniform(0.05, 0.6)};
    const math::Quat turn = math::from_rotation_vector({rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2)});
    const math::Pose pose{turn, {rng.uniform(-1, 1), rng.uniform(0.3, 0.9), rng.uniform(-1, 1)}};
    const auto found = cells(make_box_solids(half), pose);
    for (int k = 0; k < 400; ++k) {
      const math::Vec3 p =
          pose.point({rng.uniform(-half.x, half.x), rng.uniform(-half.y, half.y), rng.uniform(-half.z, half.z)});
      if (p.y > band.step_over && p.y < band.duck_from) REQUIRE(has(found, {p.x, p.z}, Hindrance::Solid));
    }
    // Within one cell's diagonal of the solid.
    const math::Box box{pose, half};
    for (const FootprintCell& entry : found) {
      const Vec2 c = floor.frame().centre(entry.cell);
      double nearest = 1e9;
      for (double y = 0.0; y < 2.0; y += 0.02) {
        const math::Vec3 p{c.x, y, c.y};
        nearest = std::min(nearest, glm::length(math::nearest_point(box, p) - p));
      }
      REQUIRE(nearest < 0.0708 + 0.01);
    }
  }
}

TEST_CASE_METHOD(Fixture, "closed meshes are filled, rooms are not") {
  math::TriMesh solid, room;
  scene::append_box(solid, {math::kIdentity, {0, 1.5, 0}}, {0.8, 2.0, 0.8});
  scene::append_box(room, {math::kIdentity, {0, 1.25, 0}}, {2.0, 1.3, 2.0});
  for (std::size_t i = 0; i < room.indices.size(); i += 3) std::swap(room.indices[i + 1], room.indices[i + 2]);
  const auto filled = cells(mesh_solids(solid), {});
  const auto lined = cells(mesh_solids(room), {});
  CHECK(has(filled, {0.01, 0.02}, Hindrance::Solid));
  CHECK(has(filled, {0.75, 0.0}, Hindrance::Solid));
  CHECK(!has(filled, {1.0, 0.0}, Hindrance::Solid));
  CHECK(!has(lined, {0.01, 0.02}, Hindrance::Solid));
  CHECK(has(lined, {1.99, 0.0}, Hindrance::Solid));
}

TEST_CASE_METHOD(Fixture, "a body fits exactly where its radius fits, K-17") {
  // Corridors of 2 R + 3 cells stay passable wherever they lie; free cells keep the radius from the geometry.
  core::Rng rng(9);
  WalkBody body;
  for (int i = 0; i < 100; ++i) {
    const double width = 2.0 * body.radius + 0.3, shift = rng.uniform(-0.05, 0.05);
    WalkMap map(floor, body, {});
    std::vector<WalkChanges> changes;
    for (const double side : {-1.0, 1.0}) {
      const double z = shift + side * (0.5 * width + 0.5);
      map.add(cells(make_box_solids({2.9, 1.0, 0.5}), {math::kIdentity, {0, 1, z}}));
    }
    map.update(changes);
    bool passable = false;
    for (double z = -0.2; z <= 0.2; z += 0.05) {
      const CellIndex cell = floor.frame().cell_at({0, shift + z});
      if (!map.is_free(cell)) continue;
      const double room = 0.5 * width - std::abs(floor.frame().centre(cell).y - shift);
      REQUIRE(room >= (map.is_narrow(cell) ? body.side_radius : body.radius));
      passable |= !map.is_narrow(cell);
    }
    REQUIRE(passable);
  }
}

TEST_CASE("the workshop as a floor plan: the platform is reached by its steps") {
  const auto scenario = scene::load_scenario(std::string(FH_SOURCE_DIR) + "/assets/scenarios/workshop.json");
  REQUIRE(scenario);
  const scene::Scene& place = scenario->scene;
  const SolidLibrary solids(place);
  const FloorPlan floor = FloorPlan::from_scene(place, solids, {});
  CHECK(floor.frame().layers == 1);
  CHECK(floor.height(floor.cell_at({0, 0, 2})) == 0.0f);
  CHECK(std::abs(floor.height(floor.cell_at({-5.8, 0.5, -4.0})) - 0.51f) < 0.01f);
  WalkMap map(floor, {}, {});
  FootprintScratch scratch;
  std::vector<FootprintCell> cells;
  std::vector<WalkChanges> changes;
  for (const scene::Object& object : place.objects) {
    if (object.openable || object.movable) continue;
    project(*solids.find(object.id), object.world_from_object, floor, {}, scratch, cells);
    map.add(cells);
  }
  map.update(changes);
  SearchScratch search_scratch;
  SearchResult found;
  const CellIndex hall = floor.cell_at({0, 0, 2}), platform = floor.cell_at({-5.75, 0.5, -4.15}),
                  store = floor.cell_at({4.5, 0, 1.5});
  search(map, hall, std::vector{platform}, {}, search_scratch, found);
  CHECK(found.status == SearchStatus::Found);
  search(map, hall, std::vector{store}, {}, search_scratch, found);
  CHECK(found.status == SearchStatus::Found);
}
