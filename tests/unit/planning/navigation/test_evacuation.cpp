// SPDX-License-Identifier: Apache-2.0
// The cases of RiMEA and Jülich that concern streams of people.
#include <catch2/catch_test_macros.hpp>

#include "samples.h"
#include "walk_stage.h"

using namespace fh;
using namespace fh::planning;
using test::Stage;

namespace {

/// Seconds until everybody has left a hall of 10 x 10 m by its doors of 1.2 m in the walls at x = -5 and x = 5.
double time_to_leave(int doors, int people) {
  Stage stage({-9, -5.5}, {9, 5.5});
  for (const double x : {-5.0, 5.0}) {
    double from = -5.5;
    const int here = doors / 2;
    for (int i = 0; i < here; ++i) {
      const double middle = here == 1 ? 0.0 : (i == 0 ? -2.5 : 2.5);
      stage.box({x - 0.1, from}, {x + 0.1, middle - 0.6});
      from = middle + 0.6;
    }
    stage.box({x - 0.1, from}, {x + 0.1, 5.5});
  }
  Goal out;
  for (int i = 0; i < 5; ++i) {
    out.points.push_back({-7.5, 0, 2.0 * i - 4.0});
    out.points.push_back({7.5, 0, 2.0 * i - 4.0});
  }
  for (int i = 0; i < people; ++i) stage.walker({-3.6 + 0.8 * (i % 10), -3.0 + 0.85 * (i / 10)}, out);
  int inside = people;
  while (stage.rehearsal.time() < 120.0 && inside > 0) {
    stage.rehearsal.step(test::kDt);
    inside = 0;
    for (SandboxWalker& walker : stage.rehearsal.walkers()) {
      inside += std::abs(walker.position.x) < 6.0;
      if (std::abs(walker.position.x) < 6.0 || walker.position.x > 100.0) continue;
      walker.navigator->stop();  // gone, and out of everybody's way
      walker.position = {1000.0 + 10.0 * walker.id.value, 0.0, 0.0};
    }
  }
  CHECK(inside == 0);
  CHECK(stage.rehearsal.stats().overlaps == 0);
  return stage.rehearsal.time();
}

/// Seconds until the last of n people has passed a door, all from one side.
double time_through(int n, double width, double speed) {
  Stage stage({-9, -5.5}, {9, 5.5});
  stage.wall_with_gap(width, 0.2, 0.0, 5.5);
  NavigatorSettings settings;
  settings.follow.speed = speed;
  Goal out;
  for (int i = 0; i < 5; ++i) out.points.push_back({7.5, 0, 2.0 * i - 4.0});
  for (int i = 0; i < n; ++i) stage.walker({-1.2 - 0.75 * (i / 8), -2.8 + 0.8 * (i % 8)}, out, settings);
  int left = n;
  while (stage.rehearsal.time() < 120.0 && left > 0) {
    stage.rehearsal.step(test::kDt);
    left = 0;
    for (SandboxWalker& walker : stage.rehearsal.walkers()) {
      left += walker.position.x < 0.0;
      if (walker.position.x < 5.5 || walker.position.x > 100.0) continue;
      walker.navigator->stop();  // gone, and out of everybody's way
      walker.position = {1000.0 + 10.0 * walker.id.value, 0.0, 0.0};
    }
  }
  CHECK(left == 0);
  CHECK(stage.rehearsal.stats().overlaps == 0);
  return stage.rehearsal.time();
}

/// Mean speed of a stream of n people along a corridor of 3 x 20 m.
double stream_speed(int n) {
  Stage stage({-11, -1.6}, {11, 1.6});
  for (int i = 0; i < n; ++i)
    stage.walker({-10.2 + 0.75 * (i / 4), -1.05 + 0.7 * (i % 4)}, {10.0, -1.05 + 0.7 * (i % 4)}, 1.0);
  double way = 0.0, time = 0.0;
  while (stage.rehearsal.time() < 6.0) {
    stage.rehearsal.step(test::kDt);
    for (const SandboxWalker& walker : stage.rehearsal.walkers()) way += walker.velocity.x * test::kDt;
    time += n * test::kDt;
  }
  CHECK(stage.rehearsal.stats().overlaps == 0);
  return way / time;
}

}  // namespace

TEST_CASE("four doors instead of two: a hall of people leaves about twice as fast, R9") {
  if (kSanitized) return void(time_to_leave(2, 8));
  const double two = time_to_leave(2, 80), four = time_to_leave(4, 80);
  INFO("two doors " << two << " s, four doors " << four << " s");
  CHECK(two / four > 1.6);
  CHECK(four > 80 / 4 / 2.0);  // nobody flies: at most 2 a second through a door
}

TEST_CASE("a crowd goes through a door of 1.2 m one behind the other, more than one a second") {
  for (const int n : {20, 40}) {
    const double time = time_through(kSanitized ? n / 4 : n, 1.2, 1.3);
    INFO(n << " people in " << time << " s");
    if (kSanitized) continue;
    CHECK(n / time > 1.0);
    CHECK(n / time < 2.2);  // about 1.3 per metre and second are published; nobody squeezes
  }
}

TEST_CASE("what a study varies tells: narrower doors and slower people take longer, R8") {
  const int n = samples(24);
  const double narrow = time_through(n, 0.8, 1.3), door = time_through(n, 1.2, 1.3), wide = time_through(n, 3.0, 1.3);
  const double slow = time_through(n, 3.0, 0.7);
  INFO(narrow << " s by 0.8 m, " << door << " s by 1.2 m, " << wide << " s by 3 m, " << slow << " s at 0.7 m/s");
  if (kSanitized) return;
  CHECK(narrow > door);
  CHECK(door > wide);
  CHECK(slow > 1.3 * wide);
}

TEST_CASE("the denser the stream the slower it walks, and a loose one walks freely, R4") {
  const double loose = stream_speed(4), dense = stream_speed(48);
  INFO("4 people " << loose << " m/s, 48 people " << dense << " m/s");
  CHECK(loose > 1.15);
  CHECK(dense < loose);
  CHECK(dense > 0.3);
}

TEST_CASE("of several places that would do, the nearest is taken, R11") {
  Stage stage({-8, -4}, {8, 4});
  stage.wall_with_gap(1.2, 0.2, 0.0, 4.0);
  Goal goal;
  goal.points = {{-6, 0, 0}, {6, 0, 0}};
  goal.radius = 0.3;
  stage.walker({-1.5, 1.0}, goal);
  stage.walker({1.5, 1.0}, goal);
  stage.run(20.0);
  REQUIRE(stage.everybody_arrived());
  CHECK(stage.rehearsal.walkers()[0].position.x < -5.5);
  CHECK(stage.rehearsal.walkers()[1].position.x > 5.5);
}

TEST_CASE("a door turned by 30 degrees takes as long as a straight one, Jülich") {
  double times[2];
  for (int turned = 0; turned < 2; ++turned) {
    Stage stage({-8, -8}, {8, 8});
    const double angle = turned ? math::kPi / 6.0 : 0.0;
    const math::SinCos sc = math::sin_cos(angle);
    const auto rotated = [&](const Vec2& p) { return Vec2(p.x * sc.cos + p.y * sc.sin, -p.x * sc.sin + p.y * sc.cos); };
    stage.wall_with_gap(1.4, 0.2, 0.0, 5.0);
    for (Obstacle& obstacle : stage.obstacles) {
      const Vec2 at = rotated({obstacle.world_from_object.position.x, obstacle.world_from_object.position.z});
      obstacle.world_from_object.position = {at.x, obstacle.world_from_object.position.y, at.y};
      obstacle.world_from_object.rotation = math::from_axis_angle(math::kUp, angle);
    }
    for (const double z : {-1.5, 0.0, 1.5}) stage.walker(rotated({-4.0, z}), rotated({4.0, -z}), 0.3);
    times[turned] = stage.run(40.0);
    CHECK(stage.everybody_arrived());
    CHECK(stage.rehearsal.stats().overlaps == 0);
  }
  INFO(times[0] << " s straight, " << times[1] << " s turned");
  CHECK(std::abs(times[1] - times[0]) < 0.2 * times[0]);
}
