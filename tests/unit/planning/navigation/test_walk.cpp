// SPDX-License-Identifier: Apache-2.0
// One body and a place: the cases that jam or trap other simulators.
#include <catch2/catch_test_macros.hpp>

#include "scene/place/scene_builder.h"
#include "walk_stage.h"

using namespace fh;
using namespace fh::planning;
using test::Stage;

TEST_CASE("a walker in an empty hall walks straight, arrives and turns as asked") {
  Stage stage({-5, -5}, {5, 5});
  stage.walker({-4, -3}, Goal{.points = {{4, 0, 3}}, .radius = 0.1, .facing = 1.0, .person = {}, .speed = 0});
  CHECK(stage.run(20.0) < 11.0);
  REQUIRE(stage.everybody_arrived());
  const SandboxWalker& walker = stage.rehearsal.walkers()[0];
  CHECK(walker.travelled < 10.0);
  CHECK(std::abs(walker.facing - 1.0) < 0.1);
  CHECK(glm::length(walker.position - Vec3(4, 0, 3)) <= 0.1);
}

TEST_CASE("walking straight takes its time, whatever the direction: no axis bias, R1") {
  double least = 1e9, most = 0.0;
  for (int i = 0; i < 12; ++i) {
    Stage stage({-7, -7}, {7, 7});
    const Vec2 way = planning::direction_of(0.4 + i * math::kTau / 12.0) * 5.0;
    stage.walker(-way, way);
    const double time = stage.run(30.0);
    REQUIRE(stage.everybody_arrived());
    least = std::min(least, time);
    most = std::max(most, time);
  }
  CHECK(least > 10.0 / 1.35);
  CHECK(most < 10.0 / 1.3 + 2.5);
  CHECK(most - least < 0.3);
}

TEST_CASE("twice the speed, half the time, K-26") {
  double times[2];
  for (int i = 0; i < 2; ++i) {
    Stage stage({-10, -2}, {10, 2});
    stage.walker({-9, 0},
                 Goal{.points = {{9, 0, 0}}, .radius = 0.2, .facing = {}, .person = {}, .speed = 0.7 * (i + 1)});
    times[i] = stage.run(60.0);
    REQUIRE(stage.everybody_arrived());
  }
  CHECK(std::abs(times[0] / times[1] - 2.0) < 0.2);
}

TEST_CASE("a pillar dead centre, Menge #24") {
  Stage stage({-6, -4}, {6, 4});
  stage.box({-0.3, -0.3}, {0.3, 0.3});
  stage.walker({-5, 0}, {5, 0});
  CHECK(stage.run(20.0) < 11.0);
  CHECK(stage.everybody_arrived());
  CHECK(stage.rehearsal.stats().least_wall_gap > 0.28);
}

TEST_CASE("a U-shaped trap between body and goal is walked out of, K-62") {
  Stage stage({-6, -6}, {6, 6});
  stage.box({1.0, -2.0}, {1.2, 2.0});
  stage.box({-1.5, -2.0}, {1.2, -1.8});
  stage.box({-1.5, 1.8}, {1.2, 2.0});
  stage.walker({0, 0}, {4, 0});
  stage.run(30.0);
  CHECK(stage.everybody_arrived());
  CHECK(stage.rehearsal.stats().wall_contacts == 0);
}

TEST_CASE("a goal 0.1 mm off a wall, JuPedSim #1056") {
  Stage stage({-4, -4}, {4, 4});
  stage.box({2.0, -4.0}, {2.2, 4.0});
  stage.walker({-3, 0}, {1.9999, 0.0});
  stage.run(20.0);
  REQUIRE(stage.everybody_arrived());
  const SandboxWalker& walker = stage.rehearsal.walkers()[0];
  CHECK(walker.out.reason == NavReason::GoalOccupied);
  CHECK(walker.position.x > 1.5);
  CHECK(walker.position.x < 1.75);
}

TEST_CASE("a goal inside an obstacle: as near as a body can stand") {
  Stage stage({-4, -4}, {4, 4});
  stage.box({0.5, -1.0}, {2.5, 1.0}, 0.0, 0.8);
  stage.walker({-3, 0}, {1.2, 0.1});
  stage.run(20.0);
  REQUIRE(stage.everybody_arrived());
  CHECK(stage.rehearsal.walkers()[0].out.reason == NavReason::GoalOccupied);
  CHECK(stage.rehearsal.walkers()[0].position.x > 0.0);
  CHECK(stage.rehearsal.stats().least_wall_gap > 0.28);
}

TEST_CASE("walled in: the body goes as near as it can, says so, and sets out when the way opens, K-27") {
  Stage stage({-5, -4}, {5, 4});
  stage.wall_with_gap(1.0, 0.2, 0.0, 4.0);
  const std::size_t plug = stage.box({-0.1, -0.5}, {0.1, 0.5});
  stage.walker({-4, 1}, {4, 1});
  stage.run(12.0);
  SandboxWalker& walker = stage.rehearsal.walkers()[0];
  CHECK(walker.out.status == NavStatus::Blocked);
  CHECK(walker.out.reason == NavReason::NoPath);
  CHECK(glm::length(walker.velocity) < 0.05);
  CHECK(walker.position.x > -1.0);
  stage.take_away(plug);
  stage.rehearsal.step(test::kDt);
  CHECK(walker.out.status == NavStatus::Walking);
  stage.run(30.0);
  CHECK(stage.everybody_arrived());
}

TEST_CASE("a door that closes for good: the other way round, JuPedSim #832") {
  Stage stage({-6, -4}, {6, 4});
  // Two doors in the wall; the near one closes when the body is about to pass it.
  stage.box({-0.1, -4.0}, {0.1, -0.6});
  stage.box({-0.1, 0.6}, {0.1, 2.4});
  stage.box({-0.1, 3.6}, {0.1, 4.0});
  stage.walker({-5, 0}, {5, 0});
  while (stage.rehearsal.walkers()[0].position.x < -0.8) stage.rehearsal.step(test::kDt);
  stage.box({-0.1, -0.6}, {0.1, 0.6});
  stage.rehearsal.walkers()[0].navigator->set_obstacles(stage.obstacles, stage.scratch);
  stage.run(30.0);
  CHECK(stage.everybody_arrived());
  CHECK(stage.rehearsal.stats().wall_contacts == 0);
  CHECK(stage.rehearsal.walkers()[0].navigator->counters().searches == 2);
}

TEST_CASE("a closed door is asked to be opened; one that does not open is given up for another way") {
  Stage stage({-6, -4}, {6, 4});
  stage.box({-0.1, -4.0}, {0.1, -0.5});
  stage.box({-0.1, 0.5}, {0.1, 2.8});
  stage.box({-0.1, 3.7}, {0.1, 4.0});
  const std::size_t leaf = stage.box({-0.03, -0.5}, {0.03, 0.5}, 0.0, 2.0);
  stage.obstacles[leaf].openable = true;
  SECTION("it opens") {
    stage.walker({-4, -1}, {4, -1});
    SandboxWalker& walker = stage.rehearsal.walkers()[0];
    while (stage.rehearsal.time() < 10.0 && !walker.out.hints.open.valid()) stage.rehearsal.step(test::kDt);
    REQUIRE(walker.out.hints.open == stage.obstacles[leaf].id);
    for (int i = 0; i < 60; ++i) stage.rehearsal.step(test::kDt);
    CHECK(walker.out.status == NavStatus::Waiting);
    CHECK(walker.position.x < -0.4);
    // Swung open by a quarter turn about its edge.
    stage.obstacles[leaf].world_from_object = {math::from_axis_angle(math::kUp, 0.5 * math::kPi), {0.5, 1.0, -0.5}};
    walker.navigator->set_obstacles(stage.obstacles, stage.scratch);
    stage.run(25.0);
    CHECK(stage.everybody_arrived());
    CHECK(walker.position.x > 3.8);
  }
  SECTION("it does not") {
    stage.walker({-4, -1}, {4, -1});
    stage.run(50.0);
    CHECK(stage.everybody_arrived());
    CHECK(stage.rehearsal.walkers()[0].travelled > 10.0);
  }
}

TEST_CASE("a gap of 0.55 m is passed sideways") {
  for (const double middle : {0.0, 0.03, -0.044}) {
    Stage stage({-4, -3}, {4, 3});
    stage.wall_with_gap(0.55, 0.2, middle, 3.0);
    stage.walker({-3, 1}, {3, -1});
    bool sideways = false;
    while (stage.rehearsal.time() < 40.0 && !stage.everybody_arrived()) {
      stage.rehearsal.step(test::kDt);
      const SandboxWalker& walker = stage.rehearsal.walkers()[0];
      if (std::abs(walker.position.x) < 0.05) {
        sideways = walker.out.hints.side_step;
        // Shoulders along the way: the facing is across it.
        CHECK(std::abs(planning::direction_of(walker.facing).x) < 0.5);
      }
    }
    CHECK(stage.everybody_arrived());
    CHECK(sideways);
    CHECK(stage.rehearsal.stats().wall_contacts == 0);
  }
}

TEST_CASE("a gap too narrow for a body is no way") {
  Stage stage({-4, -3}, {4, 3});
  stage.wall_with_gap(0.3, 0.2, 0.0, 3.0);
  stage.walker({-3, 0}, {3, 0});
  stage.run(8.0);
  CHECK(stage.rehearsal.walkers()[0].out.status == NavStatus::Blocked);
}

TEST_CASE("under a beam and over a low box, where it saves way") {
  Stage stage({-4, -3}, {4, 3});
  stage.box({-0.1, -3.0}, {0.1, 3.0}, 1.5, 1.8);  // a beam right across
  stage.box({1.5, -3.0}, {1.7, 3.0}, 0.0, 0.2);   // a low box right across
  stage.walker({-3, 0}, {3, 0});
  bool ducked = false, stepped = false;
  while (stage.rehearsal.time() < 20.0 && !stage.everybody_arrived()) {
    stage.rehearsal.step(test::kDt);
    const SandboxWalker& walker = stage.rehearsal.walkers()[0];
    ducked |= std::abs(walker.position.x) < 0.1 && walker.out.hints.duck;
    stepped |= std::abs(walker.position.x - 1.4) < 0.1 && walker.out.hints.step_over;
  }
  CHECK(stage.everybody_arrived());
  CHECK(ducked);
  CHECK(stepped);
}

TEST_CASE("a box in the corridor that could be moved: asked for, and walked round when there is another way") {
  Stage stage({-6, -4}, {6, 4});
  stage.box({-3.0, 0.6}, {3.0, 4.0});
  stage.box({-3.0, -4.0}, {3.0, -0.6});
  const std::size_t crate = stage.box({-0.3, -0.5}, {0.3, 0.5}, 0.0, 0.6);
  stage.obstacles[crate].movable = true;
  stage.walker({-5, 0}, {5, 0});
  SandboxWalker& walker = stage.rehearsal.walkers()[0];
  while (stage.rehearsal.time() < 10.0 && !walker.out.hints.clear.valid()) stage.rehearsal.step(test::kDt);
  CHECK(walker.out.hints.clear == stage.obstacles[crate].id);
  for (int i = 0; i < 400; ++i) stage.rehearsal.step(test::kDt);
  CHECK(walker.out.status == NavStatus::Blocked);  // nobody moved it: no way
  stage.take_away(crate);
  stage.run(60.0);
  CHECK(stage.everybody_arrived());
}

TEST_CASE("up the stairs to a gallery over the hall: two layers") {
  // A hall with a gallery at 2.6 m over its far half, reached by a straight flight of steps along the wall.
  scene::Scene place;
  scene::SceneBuilder builder(place);
  const auto slab = [&](const char* name, const char* kind, const Vec3& low, const Vec3& high) {
    scene::ObjectBuilder object(builder, name, name, {kind, "structure"}, {});
    object.box(builder.material("concrete"), 0.5 * (low + high), 0.5 * (high - low), 0.0);
    object.finish();
  };
  slab("ground", "floor", {-6, -0.2, -4}, {6, 0, 4});
  slab("gallery", "floor", {1, 2.4, -4}, {6, 2.6, 4});
  for (int i = 0; i < 13; ++i) {
    const double x = -2.9 + 0.3 * i, top = 0.2 * (i + 1);
    slab(("step" + std::to_string(i)).c_str(), "stairs", {x, top - 0.2, -4}, {x + 0.3, top, -2.6});
  }
  const SolidLibrary solids(place);
  const FloorPlan floor = FloorPlan::from_scene(place, solids, {});
  REQUIRE(floor.frame().layers == 2);
  CHECK(floor.layer_at({4, 0, 0}) != floor.layer_at({4, 2.6, 0}));
  NavigatorScratch scratch;
  std::vector<Obstacle> obstacles;
  for (const scene::Object& object : place.objects) obstacles.push_back({object.id, object.world_from_object});
  Rehearsal rehearsal;
  auto navigator = std::make_unique<Navigator>(floor, solids, NavigatorSettings{});
  navigator->set_obstacles(obstacles, scratch);
  navigator->go_to({.points = {{4, 2.6, 2}}, .radius = 0.2, .facing = {}, .person = {}, .speed = 0});
  rehearsal.add({4, 0, 2}, 0.0, std::move(navigator));  // right under the goal
  while (rehearsal.time() < 60.0 && rehearsal.arrived() == 0) rehearsal.step(test::kDt);
  CHECK(rehearsal.arrived() == 1);
  CHECK(rehearsal.walkers()[0].position.y > 2.5);
  CHECK(rehearsal.walkers()[0].travelled > 12.0);
}

TEST_CASE("a walk saved and loaded in the middle goes on bit for bit") {
  const auto make = [] {
    auto stage = std::make_unique<Stage>(Vec2{-6, -4}, Vec2{6, 4});
    stage->wall_with_gap(1.2, 0.2, 0.5, 4.0);
    for (int i = 0; i < 4; ++i) {
      stage->walker({-4.0 - 0.4 * (i % 2), -2.0 + i}, {4.0, 2.0 - i});
      stage->walker({4.0 + 0.4 * (i % 2), 2.0 - i}, {-4.0, -2.0 + i});
    }
    return stage;
  };
  auto whole = make(), halves = make();
  for (int i = 0; i < 120; ++i) {
    whole->rehearsal.step(test::kDt);
    halves->rehearsal.step(test::kDt);
  }
  for (SandboxWalker& walker : halves->rehearsal.walkers()) {
    std::vector<std::byte> bytes;
    core::save(*walker.navigator, bytes);
    auto fresh = std::make_unique<Navigator>(halves->floor, halves->solids, NavigatorSettings{});
    REQUIRE(core::load(*fresh, bytes));
    CHECK(!core::compare(*fresh, bytes).has_value());
    walker.navigator = std::move(fresh);
  }
  for (int i = 0; i < 300; ++i) {
    whole->rehearsal.step(test::kDt);
    halves->rehearsal.step(test::kDt);
    REQUIRE(whole->rehearsal.hash() == halves->rehearsal.hash());
  }
}
