// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/path_follower.h"

#include <catch2/catch_test_macros.hpp>

#include "walk_stage.h"

using namespace fh;
using namespace fh::planning;

TEST_CASE("the yaw loop is critically damped at any step, K-23 errata") {
  for (const double dt : {1.0 / 90.0, 1.0 / 30.0, 0.1}) {
    for (const double wanted : {1.0, -2.5, 3.1}) {
      double facing = 0.0, rate = 0.0, overshoot = 0.0;
      for (double t = 0.0; t < 3.0; t += dt) {
        facing = turn(facing, wanted, rate, dt, {});
        overshoot = std::max(overshoot, math::wrap_angle(facing - wanted) * (wanted > 0.0 ? 1.0 : -1.0));
        REQUIRE(std::abs(rate) <= FollowSettings{}.max_turn_rate + 1e-9);
      }
      CHECK(overshoot < 0.02 * std::abs(wanted));
      CHECK(std::abs(math::wrap_angle(facing - wanted)) < 0.01);
    }
  }
}

TEST_CASE("turning takes the short way across the half turn") {
  double rate = 0.0;
  CHECK(turn(3.0, -3.0, rate, 1.0 / 90.0, {}) > 3.0);
}

TEST_CASE("bodies walk forwards faster than sideways and backwards") {
  const FollowSettings settings;
  CHECK(speed_limit(settings, 0.3) == settings.max_speed);
  CHECK(std::abs(speed_limit(settings, -0.5 * math::kPi) - settings.side_speed) < 1e-9);
  CHECK(std::abs(speed_limit(settings, math::kPi, true) - settings.back_speed) < 1e-9);
  CHECK(speed_limit(settings, math::kPi) < settings.back_speed);
}

TEST_CASE("a path with corners is followed closely, slower is closer, E-03") {
  double deviation[2] = {0.0, 0.0};
  for (int run = 0; run < 2; ++run) {
    test::Stage stage({-2, -4}, {14, 10});
    stage.box({-2, 0.6}, {5.4, 10});  // a Z of corridors 1.2 m wide
    stage.box({-2, -4}, {14, -0.6});
    stage.box({6.6, -0.6}, {14, 5.4});
    stage.box({5.4, 6.6}, {14, 10});
    NavigatorSettings settings;
    settings.follow.max_speed = 2.8;
    stage.walker({0, 0},
                 Goal{.points = {{12, 0, 6}}, .radius = 0.1, .facing = {}, .person = {}, .speed = run == 0 ? 1.4 : 2.8},
                 settings);
    stage.rehearsal.step(test::kDt);
    const Path path = stage.rehearsal.walkers()[0].navigator->path();
    PathPlace place;
    while (stage.rehearsal.time() < 30.0 && !stage.everybody_arrived()) {
      stage.rehearsal.step(1.0 / 90.0);
      const Vec2 at{stage.rehearsal.walkers()[0].position.x, stage.rehearsal.walkers()[0].position.z};
      place = nearest_place(path, place, at, 1.5);
      deviation[run] = std::max(deviation[run], glm::length(point_at(path, place).at - at));
    }
    REQUIRE(stage.everybody_arrived());
    CHECK(stage.rehearsal.stats().wall_contacts == 0);
  }
  CHECK(deviation[0] < 0.2);
  CHECK(deviation[0] < deviation[1] + 0.02);
  CHECK(deviation[1] < 0.36);
}
