// SPDX-License-Identifier: Apache-2.0
// Many bodies: nothing jams, nothing overlaps.
#include <catch2/catch_test_macros.hpp>

#include "walk_stage.h"

using namespace fh;
using namespace fh::planning;
using test::Stage;

namespace {

/// n bodies at random, each with the goal (-x, -y): everybody crosses the middle.
std::unique_ptr<Stage> make_square(int n, std::uint64_t seed) {
  const double side = std::sqrt(n / 0.25);
  auto stage = std::make_unique<Stage>(Vec2(-0.5 * side - 3.0), Vec2(0.5 * side + 3.0));
  stage->floor = FloorPlan::flat(Vec2(-0.5 * side - 3.0), Vec2(0.5 * side + 3.0), 0.0, 0.2);
  core::Rng rng(seed);
  std::vector<Vec2> places;
  while (static_cast<int>(places.size()) < n) {
    const Vec2 p{rng.uniform(-0.5 * side, 0.5 * side), rng.uniform(-0.5 * side, 0.5 * side)};
    bool fits = true;
    for (const Vec2& q : places) fits = fits && glm::length(p - q) >= 0.6;
    if (fits) places.push_back(p);
  }
  for (const Vec2& p : places) stage->walker(p, -p, 0.5);
  return stage;
}

struct SquareResult {
  int arrived = 0;  // ever within 1 m of the goal
  std::uint64_t hash = 0;
};

SquareResult run_square(Stage& stage, double seconds) {
  auto& walkers = stage.rehearsal.walkers();
  std::vector<char> there(walkers.size(), 0);
  while (stage.rehearsal.time() < seconds) {
    stage.rehearsal.step(0.1);
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      const Vec3 off = walkers[i].navigator->goal().points[0] - walkers[i].position;
      if (glm::dot(off, off) < 1.0) there[i] = 1;
    }
  }
  SquareResult result;
  for (const char one : there) result.arrived += one;
  result.hash = stage.rehearsal.hash();
  return result;
}

void two_streams(Stage& stage, int per_side, double from, double reach) {
  core::Rng rng(5);
  std::vector<Vec2> places;
  for (const double side : {-1.0, 1.0}) {
    for (int i = 0; i < per_side;) {
      const Vec2 p{side * rng.uniform(from, 7.5), rng.uniform(-reach, reach)};
      bool fits = true;
      for (const Vec2& q : places) fits = fits && glm::length(p - q) >= 0.6;
      if (!fits) continue;
      places.push_back(p);
      stage.walker(p, {-p.x, p.y}, 0.5);
      ++i;
    }
  }
}

}  // namespace

TEST_CASE("SQUARE 100: everybody arrives, nobody overlaps") {
  const auto stage = make_square(100, 42);
  const SquareResult result = run_square(*stage, 60.0);
  CHECK(result.arrived >= 99);
  CHECK(stage->rehearsal.stats().overlaps == 0);
  CHECK(stage->rehearsal.stats().least_gap > -0.001);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("SQUARE 250: everybody arrives, nobody overlaps") {
  const auto stage = make_square(250, 42);
  const SquareResult result = run_square(*stage, 60.0);
  CHECK(result.arrived >= 248);
  CHECK(stage->rehearsal.stats().overlaps == 0);
  CHECK(stage->rehearsal.stats().least_gap > -0.001);
}
#endif

TEST_CASE("the order in which agents decide does not matter") {
  const auto forwards = make_square(40, 7), backwards = make_square(40, 7);
  NavigatorScratch scratch;
  for (int i = 0; i < 150; ++i) {
    for (Stage* stage : {forwards.get(), backwards.get()}) {
      Rehearsal& rehearsal = stage->rehearsal;
      rehearsal.perceive();
      for (std::size_t k = 0; k < 40; ++k) {
        const std::size_t at = stage == forwards.get() ? k : 39 - k;
        rehearsal.decide(at, at + 1, 0.1, scratch);
      }
      rehearsal.move(0.1);
    }
    REQUIRE(forwards->rehearsal.hash() == backwards->rehearsal.hash());
  }
}

TEST_CASE("two people in a door of 1.2 m, FDS #943") {
  Stage stage({-8, -5}, {8, 5});
  stage.wall_with_gap(1.2, 0.2, 0.0, 5.0);
  stage.walker({-3, 0}, {3, 0});
  stage.walker({3, 0}, {-3, 0});
  CHECK(stage.run(20.0) < 9.0);
  CHECK(stage.everybody_arrived());
  CHECK(stage.rehearsal.stats().overlaps == 0);
}

TEST_CASE("two people in a corridor too narrow to pass: one gives way") {
  Stage stage({-8, -5}, {8, 5});
  stage.box({-3, -5}, {3, -0.45});
  stage.box({-3, 0.45}, {3, 5});
  stage.walker({-5, 0}, {5, 0}, 0.5);
  stage.walker({5, 0}, {-5, 0}, 0.5);
  stage.run(90.0);
  CHECK(stage.everybody_arrived());
  CHECK(stage.rehearsal.stats().overlaps == 0);
}

TEST_CASE("counter-flow of 2 x 10 in a corridor of 2 m") {
  Stage stage({-8, -5}, {8, 5});
  stage.box({-4, -5}, {4, -1});
  stage.box({-4, 1}, {4, 5});
  two_streams(stage, 10, 4.8, 4.0);
  CHECK(stage.run(60.0) < 45.0);
  CHECK(stage.everybody_arrived());
  CHECK(stage.rehearsal.stats().overlaps == 0);
  CHECK(stage.rehearsal.stats().wall_contacts == 0);
}

TEST_CASE("a door of 1.2 m with 2 x 8") {
  Stage stage({-8, -5}, {8, 5});
  stage.wall_with_gap(1.2, 0.2, 0.0, 5.0);
  two_streams(stage, 8, 0.9, 4.0);
  CHECK(stage.run(90.0) < 60.0);
  CHECK(stage.everybody_arrived());
  CHECK(stage.rehearsal.stats().overlaps == 0);
  CHECK(stage.rehearsal.stats().wall_contacts == 0);
}

TEST_CASE("twenty round a corner, nobody through the wall, R6") {
  Stage stage({-8, -8}, {8, 8});
  stage.box({-8, 1}, {-1, 8});  // an L-shaped corridor of 2 m
  stage.box({1, -8}, {8, 8});
  stage.box({-8, -8}, {1, -1});
  for (int i = 0; i < 20; ++i)
    stage.walker({-7.6 + 0.6 * (i / 2), i % 2 ? 0.5 : -0.5}, {i % 2 ? 0.5 : -0.5, 2.2 + 0.6 * (i / 2)}, 0.5);
  CHECK(stage.run(60.0) < 40.0);
  CHECK(stage.everybody_arrived());
  CHECK(stage.rehearsal.stats().overlaps == 0);
  CHECK(stage.rehearsal.stats().wall_contacts == 0);
}

TEST_CASE("past somebody who stands in the way") {
  Stage stage({-6, -3}, {6, 3});
  stage.walker({-5, 0}, {5, 0});
  stage.walker({0, 0.0}, Goal{});  // no goal: stands, and makes room
  stage.rehearsal.walkers()[1].radius = 0.25;
  while (stage.rehearsal.time() < 20.0 && stage.rehearsal.arrived() < 1) stage.rehearsal.step(test::kDt);
  CHECK(stage.rehearsal.arrived() == 1);
  CHECK(stage.rehearsal.time() < 11.0);
  CHECK(stage.rehearsal.stats().overlaps == 0);
}

TEST_CASE("a standing user keeps 1.2 m to themselves; a task may invite nearer") {
  Stage stage({-6, -4}, {6, 4});
  const core::BodyId user = stage.user({0, 0}).id;
  stage.walker({-5, 0.1}, {5, 0.1});
  SECTION("walked round") {
    while (stage.rehearsal.time() < 20.0 && stage.rehearsal.arrived() < 1) stage.rehearsal.step(test::kDt);
    CHECK(stage.rehearsal.arrived() == 1);
    CHECK(stage.rehearsal.stats().space_intrusions == 0);
  }
  SECTION("not approached uninvited") {
    stage.rehearsal.walkers()[1].navigator->go_to(
        {.points = {{-0.6, 0, 0}}, .radius = 0.1, .facing = {}, .person = {}, .speed = 0});
    for (int i = 0; i < 300; ++i) stage.rehearsal.step(test::kDt);
    CHECK(stage.rehearsal.stats().space_intrusions == 0);
    CHECK(stage.rehearsal.walkers()[1].position.x > -1.6);
  }
  SECTION("invited") {
    stage.rehearsal.walkers()[1].navigator->go_to(
        {.points = {{-0.6, 0, 0}}, .radius = 0.1, .facing = {}, .person = user, .speed = 0});
    for (int i = 0; i < 300; ++i) stage.rehearsal.step(test::kDt);
    CHECK(stage.rehearsal.walkers()[1].out.status == NavStatus::Arrived);
    CHECK(stage.rehearsal.stats().overlaps == 0);
  }
}

TEST_CASE("somebody is approached from the front, at a distance") {
  Stage stage({-6, -4}, {6, 4});
  stage.user({0, 0}).facing = 0.5 * math::kPi;  // looks along -x
  stage.walker({4, 0}, {5, 0});
  PerceivedPerson user;
  user.id = stage.rehearsal.walkers()[0].id;
  user.facing = stage.rehearsal.walkers()[0].facing;
  stage.rehearsal.walkers()[1].navigator->go_to(approach_goal(user));
  for (int i = 0; i < 600; ++i) stage.rehearsal.step(test::kDt);
  const SandboxWalker& walker = stage.rehearsal.walkers()[1];
  CHECK(walker.out.status == NavStatus::Arrived);
  CHECK(walker.position.x < -0.8);
  CHECK(glm::length(walker.position) > 1.05);
  CHECK(planning::direction_of(walker.facing).x > 0.9);
}

TEST_CASE("a user who stands in the only door: wait, ask, give up with a reason, and go on when they leave") {
  Stage stage({-5, -3}, {5, 3});
  stage.wall_with_gap(1.2, 0.2, 0.0, 3.0);
  stage.user({0, 0});
  stage.walker({-4, 0}, {4, 0});
  bool asked = false;
  while (stage.rehearsal.time() < 70.0) {
    stage.rehearsal.step(test::kDt);
    asked |= stage.rehearsal.walkers()[1].out.hints.ask.valid();
  }
  const SandboxWalker& walker = stage.rehearsal.walkers()[1];
  CHECK(asked);
  CHECK(walker.out.status == NavStatus::GaveUp);
  CHECK(walker.out.reason == NavReason::Person);
  CHECK(stage.rehearsal.stats().space_intrusions == 0);
  stage.rehearsal.walkers()[0].position = {4, 0, 2.5};
  walker.navigator->go_to(Goal(walker.navigator->goal()));
  stage.run(100.0);
  CHECK(stage.everybody_arrived());
}

TEST_CASE("a user who stands in one of two doors: the other one is taken") {
  Stage stage({-6, -4}, {6, 4});
  stage.box({-0.1, -4.0}, {0.1, -0.6});
  stage.box({-0.1, 0.6}, {0.1, 2.4});
  stage.box({-0.1, 3.6}, {0.1, 4.0});
  stage.user({0, 0});
  stage.walker({-4, 0}, {4, 0});
  stage.run(60.0);
  CHECK(stage.everybody_arrived());
  CHECK(stage.rehearsal.stats().space_intrusions == 0);
}

TEST_CASE("eight people on a circle swap places, K-25") {
  Stage stage({-6, -6}, {6, 6});
  for (int i = 0; i < 8; ++i) {
    const Vec2 p = planning::direction_of(i * math::kTau / 8.0) * 4.0;
    stage.walker(p, -p, 0.2);
  }
  const double time = stage.run(40.0);
  CHECK(stage.everybody_arrived());
  CHECK(time < 2.0 * 8.0 / 1.3 + 2.0);
  CHECK(stage.rehearsal.stats().overlaps == 0);
}

TEST_CASE("two obstacles that take turns to be in the way: no dithering for ever, E-07") {
  Stage stage({-6, -5}, {6, 5});
  stage.box({-0.1, -2.5}, {0.1, 2.5});
  const std::size_t left = stage.box({-0.6, 2.5}, {0.6, 3.2}), right = stage.box({-0.6, -3.2}, {0.6, -2.5});
  stage.walker({-3, 0}, {3, 0});
  Navigator& navigator = *stage.rehearsal.walkers()[0].navigator;
  double next = 0.0;
  bool flip = false;
  while (stage.rehearsal.time() < 60.0 && !stage.everybody_arrived()) {
    if (stage.rehearsal.time() >= next) {
      std::vector<Obstacle> now = stage.obstacles;
      now[left].world_from_object.position.z += flip ? 1.2 : 0.0;
      now[right].world_from_object.position.z -= flip ? 0.0 : 1.2;
      navigator.set_obstacles(now, stage.scratch);
      flip = !flip;
      next += 1.5;
    }
    stage.rehearsal.step(test::kDt);
  }
  CHECK(stage.everybody_arrived());
}
