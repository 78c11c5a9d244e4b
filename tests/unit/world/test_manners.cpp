// SPDX-License-Identifier: Apache-2.0
// The user's personal space, with real bodies, eyes and ears: 1.2 m unless the task says otherwise.
#include <catch2/catch_test_macros.hpp>

#include "agent_stage.h"

using namespace fh;
using namespace fh::test;

#if !defined(__SANITIZE_ADDRESS__)
namespace {

/// Busy for a minute at the middle of the place, looking along `yaw_deg`.
std::string busy(double yaw_deg, const std::string& more = "") {
  return fmt::format(
      R"({{"name": "ada", "at": [0, 0, 0], "yaw_deg": {0}, "behaviour": "errands", "knows": "structure", "errands": [{{"at": [0, 0, 0], "yaw_deg": {0}, "seconds": 60}}]{1}}})",
      yaw_deg, more);
}

/// Ticks while the user walks from where they start along -z, by `far` metres, and stands there.
void walk_up(WatchedWorld& world, double speed, double far, int ticks) {
  for (int i = 0; i < ticks; ++i) {
    const double gone = std::min(speed * i / 90.0, far);
    auto input = standing_user({0, 0, -gone});
    if (gone < far) input.head.linear_velocity = {0.0, 0.0, -speed};  // steps that can be heard
    input.head.velocity_valid = 1;
    world.tick(input);
  }
}

double off_the_middle(const world::Agent& agent) {
  return glm::length(math::Vec2(agent.gait.root.x, agent.gait.root.z));
}

}  // namespace

TEST_CASE("manners: an agent that is busy where the user walks leaves in time and comes back") {
  double yaw_deg = 180.0, speed = 1.2;
  SECTION("seen from afar") {}
  SECTION("at a slow walk") {
    speed = 0.8;
  }
  SECTION("from the side") {
    yaw_deg = 90.0;
  }
  SECTION("from behind: steps are heard") {
    yaw_deg = 0.0;
    speed = 1.0;
  }
  const auto scenario = place("", busy(yaw_deg), "[0.2, 0, 5.5]");
  auto world = world_of(scenario);
  const auto& ada = world.agents()[0];
  const int passed = static_cast<int>(90.0 * 10.5 / speed);
  walk_up(world, speed, 10.5, passed);
  INFO("facing " << yaw_deg << ", user at " << speed << " m/s");
  // Ears reach 3 m: who comes from behind is seen late, and it is they who come too near.
  CHECK(world.tally(0).nearest_user >= (yaw_deg == 0.0 ? 0.7 : 1.2));
  CHECK(world.tally(0).came_to_user >= 1.2);
  CHECK(world.tally(0).user_contacts == 0);
  for (int i = 0; i < 3 * 90; ++i) world.tick(standing_user({0, 0, -10.5}));
  CHECK(off_the_middle(ada) < 0.7);
  CHECK(ada.mind.task().stage == mind::Stage::Doing);
}

TEST_CASE("manners: an agent that left its place before its hand set out comes back and reaches") {
  const std::string table = R"(, {"part": "table", "name": "table", "at": [-0.85, 0, 0], "yaw_deg": 90, "width": 1.4,
      "depth": 0.9, "height": 0.75}, {"part": "carton", "name": "tin", "at": [-1.15, 0.76, 0], "width": 0.2, "depth": 0.2, "height": 0.2})";
  // An agent that arrives when the user comes to stand there goes aside at once: from there it reaches for nothing.
  for (const double start : {1.0, 2.0, 3.0}) {
    const auto scenario = place(table,
                                fmt::format(R"({{"name": "ada", "at": [{}, 0, 0], "yaw_deg": 90, "behaviour": "errands",
            "knows": "structure", "errands": [{{"at": [0, 0, 0], "within": 0.05, "yaw_deg": 90, "seconds": 4, "reach": "tin"}}]}})",
                                            start),
                                "[0.2, 0, 5.5]");
    auto world = world_of(scenario);
    const auto& ada = world.agents()[0];
    walk_up(world, 1.2, 4.6, 14 * 90);
    for (int i = 0; i < 30 * 90 && !world.all_done(); ++i)
      world.tick(standing_user({0, 0, std::max(-4.6 - 1.2 * i / 90.0, -10.5)}));
    INFO(start << " m: " << ada.mind.why() << " at " << ada.gait.root.x << ", " << ada.gait.root.z);
    CHECK(ada.mind.task().tally.failed == 0);
    CHECK(ada.mind.task().tally.arrived == 1);
  }
}

TEST_CASE("manners: while the user stands at the place, its owner waits aside") {
  const auto scenario = place("", busy(180.0), "[0, 0, 5.5]");
  auto world = world_of(scenario);
  const auto& ada = world.agents()[0];
  walk_up(world, 1.2, 5.2, 10 * 90);
  CHECK(world.tally(0).nearest_user >= 1.2);
  CHECK(glm::length(ada.intent.velocity) < 0.1);
  for (int i = 0; i < 8 * 90; ++i) world.tick(standing_user({0, 0, -5.2 + std::min(1.2 * i / 90.0, 5.0)}));
  CHECK(world.tally(0).nearest_user >= 1.2);
  CHECK(off_the_middle(ada) < 0.7);
}

TEST_CASE("manners: in a corner there is no way out; the user, not the agent, closes the distance") {
  // A niche of 1 x 1.2 m, open towards the user.
  const std::string niche =
      wall("back", 0.0, -0.6, 1.3, 0.0) + wall("left", -0.6, 0.0, 1.2, 90.0) + wall("right", 0.6, 0.0, 1.2, 90.0);
  const auto scenario = place(niche, busy(180.0), "[0, 0, 4]");
  auto world = world_of(scenario);
  walk_up(world, 1.2, 3.2, 4 * 90);
  CHECK(world.tally(0).nearest_user < 1.2);
  CHECK(world.tally(0).came_to_user >= 1.2);
  CHECK(world.tally(0).user_contacts == 0);
}

TEST_CASE("manners: told to go to the user, an agent does come near") {
  const auto scenario = place(
      "", R"({"name": "ada", "at": [0, 0, 0], "yaw_deg": 180, "behaviour": "pursue", "whom": "user", "speed": 1.2})",
      "[0, 0, 4]");
  auto world = world_of(scenario);
  walk_up(world, 0.0, 0.0, 6 * 90);
  CHECK(world.agents()[0].mind.task().stage == mind::Stage::Done);
  CHECK(world.tally(0).came_to_user < 1.7);
  CHECK(world.tally(0).user_contacts == 0);
}

TEST_CASE("manners: steps behind a door are heard: slowly, until it is seen who comes") {
  // A screen beside the way hides who comes through the door until one is there.
  const std::string parts = screen(1.0) + wall("side", -1.2, 1.2, 2.2, 90.0);
  const auto scenario = place(parts, walker("ada", -2.6, 1.4, 0.0, -4.5, kKnows), "[0, 0, -4]");
  auto world = world_of(scenario);
  for (int i = 0; i < 20 * 90 && !world.all_done(); ++i) {
    auto input = standing_user({0.0, 0.0, std::min(1.2 * i / 90.0, 8.5)});
    if (1.2 * i / 90.0 < 8.5) input.head.linear_velocity = {0.0, 0.0, 1.2};
    input.head.velocity_valid = 1;
    world.tick(input);
  }
  check_arrived(world);
  CHECK(world.tally(0).came_to_user >= 1.2);
}
#endif
