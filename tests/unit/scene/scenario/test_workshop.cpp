// SPDX-License-Identifier: Apache-2.0
// The bundled places hold what the experiments need (mazes and offices: Kuffner 1999, table 3.1).
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>

#include "core/files.h"
#include "scene/scenario/scenario.h"

namespace fh::scene {
namespace {

Scenario load(const std::string& name) {
  core::set_data_folder(FH_SOURCE_DIR);
  const auto file = find_scenario(name);
  REQUIRE(file);
  auto scenario = load_scenario(*file);
  if (!scenario) FAIL(scenario.error().message);
  return std::move(*scenario);
}

math::Aabb world_bounds(const Object& object) {
  return math::transformed(object.world_from_object, object.bounds);
}

}  // namespace

TEST_CASE("the workshop is the reference place") {
  const Scenario workshop = load("workshop");
  const Scene& scene = workshop.scene;
  CHECK(workshop.warnings.empty());
  CHECK(scene.triangle_count() >= 20000);
  CHECK(scene.objects.size() >= 60);
  const math::Vec3 size = scene.bounds().size();
  CHECK(std::abs(size.x - 14.4) < 0.3);
  CHECK(std::abs(size.z - 10.4) < 0.3);

  SECTION("the floor is at zero and the user stands on it") {
    REQUIRE(scene.find("floor.hall"));
    CHECK(std::abs(world_bounds(*scene.find("floor.hall")).high.y) < 1e-6);
    CHECK(workshop.users[0].start.position.y == 0.0);
  }
  SECTION("clearances are what the signs say") {
    const auto corridor_wall = world_bounds(*scene.find("wall.corridor")),
               south = world_bounds(*scene.find("wall.south"));
    // Skirting boards stand 12 mm off the walls and do not count.
    CHECK(std::abs((south.low.z + 0.012) - (corridor_wall.high.z - 0.012) - 1.2) < 1e-3);
    const auto west = world_bounds(*scene.find("rack.west")), east = world_bounds(*scene.find("rack.east"));
    CHECK(std::abs(east.low.x - west.high.x - 0.55) < 5e-3);
    CHECK(std::abs(world_bounds(*scene.find("beam.low")).low.y - 1.75) < 1e-3);
  }
  SECTION("the pillar stands on the straight way from the start to the door") {
    const auto pillar = world_bounds(*scene.find("pillar"));
    CHECK(std::abs(pillar.centre().z - workshop.users[0].start.position.z) < 1e-6);
    CHECK(pillar.centre().x > workshop.users[0].start.position.x);
    CHECK(pillar.centre().x < scene.find("door.store")->world_from_object.position.x);
  }
  SECTION("the panel has its controls, each with a joint against the panel") {
    const Object* panel = scene.find("bench.panel");
    REQUIRE(panel);
    int working = 0;
    for (const auto& object : scene.objects) {
      if (object.is_a("control") && object.parent == panel->id && object.joint.kind != JointKind::None) ++working;
    }
    CHECK(working >= 6);
    REQUIRE(scene.find("bench.panel.start"));
    CHECK(scene.find("bench.panel.start")->joint.kind == JointKind::Button);
    CHECK(scene.find("bench.panel.speed")->joint.kind == JointKind::Dial);
    CHECK(scene.find("bench.panel.clutch")->joint.kind == JointKind::Hinge);
  }
  SECTION("things that open have limits") {
    const Object* door = scene.find("door.store");
    REQUIRE(door);
    CHECK(door->openable);
    CHECK(door->joint.kind == JointKind::Hinge);
    CHECK(door->joint.maximum > math::radians(89.0));
    const Object* hatch = scene.find("press.hatch");
    REQUIRE(hatch);
    CHECK(std::abs(world_bounds(*hatch).centre().y - 0.5) < 0.05);  // knee height
    CHECK(scene.find("toolcabinet.drawer1")->joint.kind == JointKind::Slider);
  }
  SECTION("goods stand at 0.3 to 1.9 m and say what they weigh") {
    std::set<double> levels;
    for (const auto& object : scene.objects) {
      if (!object.movable) continue;
      CHECK(object.mass > 0.0);
      CHECK(!object.collision.empty());
      CHECK(!object.grasps.empty());
      if (std::abs(object.world_from_object.position.x - 1.64) < 0.1) levels.insert(world_bounds(object).low.y);
    }
    REQUIRE(!levels.empty());
    CHECK(*levels.begin() <= 0.31);
    CHECK(*levels.rbegin() >= 1.89);
  }
  SECTION("glass and a mirror") {
    REQUIRE(scene.find("window.store.pane"));
    CHECK(scene.materials[scene.meshes[scene.find("window.store.pane")->parts[0].mesh].material].glass);
    bool mirror = false;
    for (const auto& part : scene.find("mirror")->parts) {
      mirror = mirror || scene.materials[scene.meshes[part.mesh].material].mirror;
    }
    CHECK(mirror);
  }
}

}  // namespace fh::scene
