// SPDX-License-Identifier: Apache-2.0
// Streams of people with real bodies and eyes: counter-flow, doors, exits (RiMEA 10 and our own).
#include <catch2/catch_test_macros.hpp>

#include "agent_stage.h"

using namespace fh;
using namespace fh::test;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // minutes there
namespace {

// Five looks a second are enough for people who walk.
const std::string kStream = kKnows + R"(, "sensing_hz": 5)";

/// n on either side of z = 0, in rows of five, who want to be where the others start.
std::string two_streams(int n) {
  std::string people;
  for (int i = 0; i < n; ++i) {
    const double x = 1.3 * (i % 5 - 2), z = 3.6 + 1.2 * (i / 5);
    people += (i ? "," : "") + walker(fmt::format("a{}", i), x, z, -x, -z, kStream) + "," +
              walker(fmt::format("b{}", i), x + 0.1, -z, -x, z, kStream);
  }
  return people;
}

}  // namespace

TEST_CASE("streams: counter-flow of 2 x 10 in a corridor of 2 m, 2 x 8 at a door of 1.2 m") {
  std::string parts, people;
  SECTION("corridor") {
    parts = corridor(2.0);
    people = two_streams(10);
  }
  SECTION("door") {
    parts = screen(1.2);
    people = two_streams(8);
  }
  const auto scenario = place(parts, people);
  auto world = world_of(scenario, 2);
  const int ticks = until_done(world, 90 * 90);
  REQUIRE(ticks > 0);
  CHECK(ticks < 75 * 90);
  check_arrived(world);
  for (std::size_t i = 0; i < world.agents().size(); ++i) CHECK(world.tally(i).jams == world.tally(i).jams_resolved);
}

TEST_CASE("streams: everybody leaves by the exit they were told, though another is nearer, R10") {
  const std::string parts =
      wall("screen", 0.0, 0.0, 11.9, 0.0,
           R"([{"x": -3.0, "width": 1.2, "height": 2.1}, {"x": 3.0, "width": 1.2, "height": 2.1}])");
  // Two start before their own exit, two before the other one.
  const double from[4] = {-3.6, -2.4, 2.4, 3.6};
  const double exit[4] = {-3.0, 3.0, -3.0, 3.0};
  std::string people;
  for (int i = 0; i < 4; ++i) {
    people += fmt::format(
        R"({}{{"name": "p{}", "at": [{}, 0, 3], "behaviour": "errands", "errands": [{{"at": [{}, 0, 0.7], "within": 0.6}}, {{"at": [{}, 0, -3], "within": 0.5}}]{}}})",
        i ? "," : "", i, from[i], exit[i], from[i], kStream);
  }
  const auto scenario = place(parts, people);
  auto world = world_of(scenario);
  std::array<double, 4> last_z, crossed;
  last_z.fill(3.0);
  crossed.fill(1e9);
  for (int i = 0; i < 40 * 90 && !world.all_done(); ++i) {
    idle(world, 1);
    for (std::size_t k = 0; k < 4; ++k) {
      const auto& at = world.agents()[k].gait.root;
      if (last_z[k] > 0.0 && at.z <= 0.0) crossed[k] = at.x;
      last_z[k] = at.z;
    }
  }
  for (std::size_t k = 0; k < 4; ++k) {
    INFO("p" << k);
    CHECK(std::abs(crossed[k] - exit[k]) < 0.6);
    CHECK(world.agents()[k].mind.task().tally.arrived == 2);
    CHECK(world.tally(k).wall_contacts == 0);
    CHECK(world.tally(k).nearest_person > 0.43);
  }
}

TEST_CASE("streams: a door shuts for good before somebody's eyes, JuPedSim #832") {
  bool other_way = true;
  SECTION("the other way is taken") {}
  SECTION("the only one: given up with the reason") {
    other_way = false;
  }
  const std::string openings =
      other_way ? R"([{"x": 0.0, "width": 1.0, "height": 2.1}, {"x": 4.5, "width": 1.2, "height": 2.1}])"
                : R"([{"x": 0.0, "width": 1.0, "height": 2.1}])";
  const auto scenario = place(
      wall("screen", 0.0, 0.0, 11.9, 0.0, openings) +
          R"(, {"part": "door", "name": "door", "at": [0, 0, 0], "yaw_deg": 180, "width": 1.0, "height": 2.1, "wall_thickness": 0.15, "open_deg": 100, "shuts_after": 2})",
      walker("ada", 0.3, 5.0, 0.0, -4.0, kKnows));
  auto world = world_of(scenario);
  const auto& ada = world.agents()[0];
  const auto door = scenario.scene.find("door")->id;
  idle(world, 170);
  CHECK(world.physics().joint_position(door) > 1.0);
  CHECK(ada.mind.navigator().path().length() < 10.0);  // straight through the open door
  const double before = ada.gait.root.z;
  CHECK(before < 4.5);
  const int ticks = until_done(world, 90 * 90);
  REQUIRE(ticks > 0);
  CHECK(world.physics().is_locked(door));
  CHECK(std::abs(world.physics().joint_position(door)) < 0.03);
  CHECK(world.tally(0).wall_contacts == 0);
  if (other_way) {
    check_arrived(world);
    CHECK(world.tally(0).walked > 12.0);
  } else {
    CHECK(ada.mind.task().tally.arrived == 0);
    CHECK(ada.mind.task().tally.failed == 1);
    CHECK(ada.mind.task().tally.reason == planning::NavReason::Door);
  }
}
#endif
