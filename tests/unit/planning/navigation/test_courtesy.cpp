// SPDX-License-Identifier: Apache-2.0
// Manners: out of the user's way where there is no room to pass, aside when asked, turns at doors.
#include <catch2/catch_test_macros.hpp>

#include "planning/navigation/refuge.h"
#include "walk_stage.h"

using namespace fh;
using namespace fh::planning;
using test::Stage;

namespace {

/// A corridor of 6 m along x between two halls.
void corridor(Stage& stage, double width) {
  stage.box({-3, -5}, {3, -0.5 * width});
  stage.box({-3, 0.5 * width}, {3, 5});
}

}  // namespace

TEST_CASE("a user comes through a corridor of 1.2 m: agents wait at its mouth or go back, and keep 1.2 m") {
  for (const double user_from : {-6.0, -3.5, -1.0}) {
    for (const double speed : {0.8, 1.3}) {
      for (const double agent_from : {5.0, 1.0, -0.5}) {
        if (agent_from - user_from < 2.0) continue;
        INFO("user from " << user_from << " at " << speed << " m/s, agent from " << agent_from);
        Stage stage({-10, -5}, {10, 5});
        corridor(stage, 1.2);
        stage.user({user_from, 0.0}).velocity = {speed, 0.0};
        stage.walker({agent_from, 0}, {-8, 0}, 0.5);
        auto& walkers = stage.rehearsal.walkers();
        double nearest = 1e9;
        while (stage.rehearsal.time() < 30.0 && stage.rehearsal.arrived() < 1) {
          if (walkers[0].position.x > 8.0) walkers[0].velocity = Vec2(0.0);
          stage.rehearsal.step(test::kDt);
          nearest = std::min(nearest, glm::length(walkers[0].position - walkers[1].position));
        }
        CHECK(nearest >= 1.2);
        CHECK(stage.everybody_arrived());
        CHECK(stage.rehearsal.stats().wall_contacts == 0);
      }
    }
  }
}

TEST_CASE("an agent that stands in a corridor and is asked leaves it, and comes back to the goal") {
  Stage stage({-10, -5}, {10, 5});
  corridor(stage, 0.9);
  SandboxWalker& walker = stage.walker({1.5, 0}, {1.5, 0});
  PerceivedPerson other;
  other.id = {9};
  other.position = {-0.5, 0.0, 0.0};
  NavigatorInput input;
  input.self = walker.id;
  input.position = walker.position;
  const auto run = [&](double seconds) {
    NavigatorOutput out;
    for (double t = 0.0; t < seconds; t += test::kDt) {
      input.people = std::span(&other, 1);
      input.dt = test::kDt;
      ++input.tick;
      out = walker.navigator->step(input, stage.scratch);
      input.position += Vec3(out.velocity.x, 0.0, out.velocity.y) * test::kDt;
      input.velocity = out.velocity;
      input.facing = out.facing;
    }
    return out;
  };
  CHECK(run(2.0).status == NavStatus::Arrived);
  input.asked_by = other.id;
  CHECK(run(6.0).status == NavStatus::Waiting);
  CHECK(input.position.x > 3.0);             // out of the corridor
  CHECK(std::abs(input.position.z) > 0.65);  // and beside its mouth
  input.asked_by = {};
  CHECK(run(10.0).status == NavStatus::Arrived);
}

TEST_CASE("a refuge is out of the other's way, and reached without meeting them") {
  Stage stage({-10, -5}, {10, 5});
  corridor(stage, 1.2);
  stage.walker({1, 0}, {-8, 0});
  const WalkMap& map = stage.rehearsal.walkers()[0].navigator->map();
  RefugeScratch scratch;
  Path path;
  const OtherWay other{{-2.0, 0.0}, {1.0, 0.0}, 1.3, 1.25};
  REQUIRE(find_refuge(map, {1.0, 0.0}, 0, other, {}, scratch, path));
  const Vec2 end = path.points.back().at;
  CHECK(end.x > 3.0);  // not on their side
  CHECK(std::abs(end.y) >= 1.25);
  CHECK(path.length() < 5.0);
  SECTION("none in a blind alley") {
    stage.box({3, -5}, {3.2, 5});
    stage.walker({1, 0}, {-8, 0});
    CHECK_FALSE(find_refuge(stage.rehearsal.walkers()[1].navigator->map(), {1.0, 0.0}, 0, other, {}, scratch, path));
    CHECK(path.empty());
  }
}

TEST_CASE("a neck has the direction of the door, however the path cuts through it") {
  Stage stage({-6, -6}, {6, 6});
  stage.wall_with_gap(1.2, 0.2, 0.0, 6.0);
  for (const Vec2& from : {Vec2(-4, 0), Vec2(-1.5, -4), Vec2(-1.0, 4)}) {
    INFO("from " << from.x << ", " << from.y);
    stage.rehearsal = Rehearsal();
    stage.walker(from, {3, -2.0 * from.y / 4.0});
    stage.rehearsal.step(test::kDt);
    const Navigator& navigator = *stage.rehearsal.walkers()[0].navigator;
    std::vector<Neck> necks;
    find_necks(navigator.map(), navigator.path(), 1.5, necks);
    REQUIRE(necks.size() == 1);
    CHECK(necks[0].width > 0.95);
    CHECK(necks[0].width < 1.35);
    CHECK(necks[0].direction.x > 0.9);
    CHECK(std::abs(necks[0].entry.x) < 0.7);
  }
  stage.rehearsal = Rehearsal();
  stage.walker({-5, -5}, {-5.4, 5.4});  // along a wall into the corner of a room: no neck
  stage.rehearsal.step(test::kDt);
  const Navigator& navigator = *stage.rehearsal.walkers()[0].navigator;
  std::vector<Neck> necks;
  find_necks(navigator.map(), navigator.path(), 1.5, necks);
  CHECK(necks.empty());
}

TEST_CASE("the gap that a standing person leaves is no neck: nobody takes turns there") {
  Stage stage({-6, -3}, {6, 3});
  stage.wall_with_gap(2.6, 0.2, 0.0, 3.0);
  stage.walker({-4, 0.3}, {4, 0.0});
  stage.user({0.0, 0.0}, 1.05);
  const Navigator& navigator = *stage.rehearsal.walkers()[0].navigator;
  std::int64_t replanned = 0;
  while (stage.rehearsal.time() < 15.0) {
    stage.rehearsal.step(test::kDt);
    CHECK(navigator.neck_ahead() == nullptr);
    replanned = std::max(replanned, navigator.counters().searches - 1);
  }
  CHECK(replanned > 0);  // round the person, who counted as an obstacle then
}

TEST_CASE("an agent that has waited for long moves up between those who wait nearer") {
  Neck neck;
  neck.direction = {0.0, 1.0};
  neck.width = 1.2;
  neck.from = 2.0;
  neck.to = 2.4;
  std::vector<PerceivedPerson> people;
  const auto add = [&](double x, double z, double facing) {
    PerceivedPerson person;
    person.id = {static_cast<std::uint32_t>(people.size()) + 2};
    person.position = {x, 0.0, z};
    person.facing = facing;
    people.push_back(person);
  };
  for (int i = 0; i < 9; ++i) add(-1.2 + 0.3 * i, -1.2, yaw_of({0.15 * (4 - i), 1.0}));  // wait on this side, nearer
  add(0.3, 1.8, yaw_of({-0.3, -1.0}));                                                   // wants to come through
  WayfarerState self;
  self.self = {1};
  self.position = {0.0, -2.0};
  self.time = 1.0;
  const RightOfWaySettings settings;
  // The turns of one of the two directions begin at 0 s, those of the other one turn later.
  const auto goes = [&](double waited) {
    self.waited = waited;
    bool any = false;
    for (const double turn : {0.0, settings.turn}) {
      self.time = 1.0 + turn;
      any = any || !stand_back(neck, self, people, settings);
    }
    return any;
  };
  CHECK_FALSE(goes(0.0));
  CHECK(goes(settings.patience));
}

TEST_CASE("forty people among four rooms: nobody gives up, everybody gets about") {
  Stage stage({-8, -8}, {8, 8});
  for (const auto& [a, b] : {std::pair(-8.0, -4.6), std::pair(-3.4, 3.4), std::pair(4.6, 8.0)}) {
    stage.box({a, -0.1}, {b, 0.1});
    stage.box({-0.1, a}, {0.1, b});
  }
  core::Rng rng(11);
  const auto place = [&] {
    const auto along = [&] { return (rng.below(2) ? 1.0 : -1.0) * rng.uniform(0.8, 7.2); };
    return Vec2(along(), along());
  };
#if defined(__SANITIZE_ADDRESS__)
  constexpr double kSeconds = 10.0;
#else
  constexpr double kSeconds = 90.0;
#endif
  std::vector<Vec2> starts;
  while (starts.size() < 40) {
    const Vec2 p = place();
    bool fits = true;
    for (const Vec2& q : starts) fits = fits && glm::length(p - q) >= 0.6;
    if (fits) starts.push_back(p);
  }
  for (const Vec2& p : starts) stage.walker(p, place(), 0.5);
  int gave_up = 0, trips = 0;
  while (stage.rehearsal.time() < kSeconds) {
    stage.rehearsal.step(test::kDt);
    for (SandboxWalker& walker : stage.rehearsal.walkers()) {
      const bool arrived = walker.out.status == NavStatus::Arrived, gone = walker.out.status == NavStatus::GaveUp;
      trips += arrived;
      gave_up += gone;
      if (!arrived && !gone) continue;
      const Vec2 to = place();
      walker.navigator->go_to({.points = {{to.x, 0, to.y}}, .radius = 0.5, .facing = {}, .person = {}, .speed = 0});
    }
  }
  CHECK(gave_up == 0);
  CHECK(trips >= 2.0 * kSeconds);
  CHECK(stage.rehearsal.stats().overlaps == 0);
  CHECK(stage.rehearsal.stats().wall_contacts == 0);
}
