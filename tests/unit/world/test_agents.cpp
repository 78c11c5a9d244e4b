// SPDX-License-Identifier: Apache-2.0
// Agents in a world: they know what they have seen, walk where they may, and do the same on any number of workers.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "agent_stage.h"

using namespace fh;
using namespace fh::test;

namespace {

/// What an agent decided and did, without what it may not know.
std::vector<std::byte> conduct(world::World& world) {
  core::Bytes bytes;
  auto archive = core::Archive::saving(bytes);
  world.visit_phase(world::Phase::Sense, archive);
  world.visit_phase(world::Phase::Decide, archive);
  world.visit_phase(world::Phase::Move, archive);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_CASE("agents: what was not seen changes nothing (K-01)") {
  // A crate behind the wall; the agent walks past its end and sees it then.
  const std::string walls = wall("screen", 0.0, -1.0, 5.0, 0.0);
  const std::string crate = R"(, {"part": "crate", "name": "crate", "at": [0.6, 0, -2.0], "width": 0.8, "mass": 300})";
  const std::string agent = walker("ada", -4.0, 0.5, 4.0, -2.0);
  const auto with = place(walls + crate, agent), without = place(walls, agent);
  auto a = world_of(with), b = world_of(without);
  const auto item = senses::ItemId::of(with.scene.find("crate")->id);
  int seen_at = -1, differs_at = -1;
  for (int i = 0; i < 12 * 90 && differs_at < 0; ++i) {
    idle(a, 1);
    idle(b, 1);
    const auto& percepts = a.agents()[0].percepts;
    bool visible = percepts.find(item) != nullptr;
    for (const auto& percept : percepts.items) visible = visible || percept.kind == senses::Kind::Obstacle;
    if (seen_at < 0 && visible) seen_at = i;
    if (conduct(a) != conduct(b)) differs_at = i;
    if (seen_at < 0) REQUIRE(differs_at < 0);
  }
  REQUIRE(seen_at > 60);         // hidden at first
  CHECK(differs_at == seen_at);  // and known from that very look on
}

TEST_CASE("agents: a user behind a rack is not known, in the open they are") {
  const std::string rack = wall("rack", 0.0, -2.0, 3.0, 0.0);
  const auto scenario =
      place(rack, R"({"name": "ada", "at": [0, 0, 2], "yaw_deg": 0, "behaviour": "stand"})", "[0, 0, -3]");
  auto world = world_of(scenario);
  const auto user = senses::ItemId::of(core::BodyId{1});
  for (int i = 0; i < 180; ++i) world.tick(standing_user({0, 0, 0}));  // tracking space starts at the user's place
  CHECK_FALSE(world.agents()[0].mind.memory().find(user, world.now()));
  // One step to the side every tick until the wall's end is passed.
  int hidden = 0;
  for (int i = 0; i < 180; ++i) {
    world.tick(standing_user({0.02 * i, 0, 0}));
    if (!world.agents()[0].mind.memory().find(user, world.now())) hidden = i;
  }
  CHECK(world.agents()[0].mind.memory().find(user, world.now()));
  // The wall ends at x = 1.5; from (0, 2) the user at z = -3 comes into view beyond x = 1.9. A look every tenth of a
  // second and 0.2 s of reaction later at most it is known (0.02 m a tick).
  CHECK(hidden > 60);
  CHECK(0.02 * hidden < 1.9 + 0.3 + 0.02 * (9 + 18 + 9));
}

TEST_CASE("agents: an errand round a wall that has to be found out") {
  const auto scenario = place(wall("screen", 0.0, 0.0, 6.0, 0.0), walker("ada", 0.0, 3.0, 0.0, -3.0));
  auto world = world_of(scenario);
  const int ticks = until_done(world, kMost);
  if (kSanitized) return;  // too few ticks to arrive
  REQUIRE(ticks > 0);
  const auto& agent = world.agents()[0];
  CHECK(glm::length(agent.gait.root - math::Vec3(0.0, 0.0, -3.0)) < 0.4);
  CHECK(world.tally(0).wall_contacts == 0);
  CHECK(world.tally(0).walked_on_errands < 1.6 * world.tally(0).optimum);
  CHECK(agent.mind.task().tally.arrived == 1);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("agents: two people meet in a doorway of 1.2 m") {
  const std::string door = R"([{"x": 0.0, "width": 1.2, "height": 2.1}])";
  const auto scenario = place(wall("screen", 0.0, 0.0, 11.5, 0.0, door),
                              walker("ada", 0.05, 3.0, 0.0, -3.0, R"(, "knows": "structure")") + "," +
                                  walker("bob", -0.05, -3.0, 0.0, 3.0, R"(, "knows": "structure")"));
  auto world = world_of(scenario);
  REQUIRE(until_done(world) > 0);
  check_arrived(world);
}

TEST_CASE("agents: a person who stands still is walked round, the user at more than arm's length") {
  const auto scenario = place("", walker("ada", 0.0, 4.0, 0.0, -4.0), "[0, 0, 0]");
  auto world = world_of(scenario);
  for (int i = 0; i < 20 * 90 && !world.all_done(); ++i) world.tick(standing_user({0, 0, 0}));
  REQUIRE(world.all_done());
  CHECK(world.agents()[0].mind.task().tally.arrived == 1);
  CHECK(world.tally(0).nearest_user >= 1.2);
  CHECK(world.tally(0).user_contacts == 0);
}

TEST_CASE("agents: a closed door is opened, a locked one is given up with a reason") {
  const std::string opening = R"([{"x": 0.0, "width": 1.0, "height": 2.1}])";
  const auto house = [&](bool locked) {
    return place(
        wall("screen", 0.0, 0.0, 12.0, 0.0, opening) +
            fmt::format(
                R"(, {{"part": "door", "name": "door", "at": [0, 0, 0], "width": 1.0, "height": 2.1, "wall_thickness": 0.15, "locked": {}}})",
                locked),
        walker("ada", 1.0, 3.0, 0.0, -3.0, R"(, "knows": "structure")"));
  };
  const auto open = house(false), shut = house(true);
  auto world = world_of(open);
  REQUIRE(until_done(world) > 0);
  CHECK(world.agents()[0].mind.task().tally.arrived == 1);
  auto locked = world_of(shut);
  REQUIRE(until_done(locked, 90 * 90) > 0);
  CHECK(locked.agents()[0].mind.task().tally.arrived == 0);
  CHECK(locked.agents()[0].mind.task().tally.failed == 1);
}

TEST_CASE("agents: a follower who lost the user searches for them and finds them") {
  const auto scenario = place(
      screen(1.2), R"({"name": "ada", "at": [0, 0, 5], "behaviour": "follow", "whom": "user", "knows": "structure"})",
      "[0, 0, 2]");
  auto world = world_of(scenario);
  const auto& ada = world.agents()[0];
  for (int i = 0; i < 2 * 90; ++i) world.tick(standing_user({0, 0, 0}));
  REQUIRE(ada.mind.task().stage == mind::Stage::Going);
  bool searched = false, came_to_last_place = false, asked = false, greeted = false;
  double from_user = 100.0;
  frame::Snapshot snapshot;
  const auto hears = [&](const char* words) {
    if (ada.intent.say != words) return false;
    world.fill(snapshot);
    return std::any_of(snapshot.overlay.texts.begin(), snapshot.overlay.texts.end(), [&](const auto& text) {
      return text.text.find(words) != std::string::npos &&
             glm::length(text.world_from_text.position - ada.frames.position(human::Joint::Head)) < 0.5;
    });
  };
  for (int i = 0; i < 60 * 90 && !(searched && from_user < 2.5); ++i) {
    world.tick(standing_user({-4.5, 0, -6.5}));  // at (-4.5, -4.5), behind the wall
    const math::Vec3 at = ada.gait.root;
    searched |= ada.mind.task().stage == mind::Stage::Searching;
    came_to_last_place |= searched && glm::length(math::Vec2(at.x, at.z - 2.0)) < 2.5;
    from_user = glm::length(math::Vec2(at.x + 4.5, at.z + 4.5));
    // The visitor can tell: words over the head of the one who has lost and found them.
    asked = asked || (ada.mind.task().stage == mind::Stage::Searching && hears("Where are you?"));
    greeted = greeted || (asked && ada.mind.task().stage != mind::Stage::Searching && hears("There you are."));
  }
  CHECK(searched);
  CHECK(asked);
  CHECK(greeted);
  CHECK(came_to_last_place);
  CHECK(from_user < 2.5);
  CHECK(ada.mind.task().tally.failed == 0);
}

TEST_CASE("agents: a search without success ends, with a reason") {
  // A closet without a door.
  const std::string closet = wall("w", -5.5, -4.0, 3.0, 90.0) + wall("e", -2.5, -4.0, 3.0, 90.0) +
                             wall("n", -4.0, -5.5, 3.0, 0.0) + wall("s", -4.0, -2.5, 3.0, 0.0);
  const auto scenario = place(
      closet,
      R"({"name": "ada", "at": [0, 0, 5], "behaviour": "pursue", "whom": "user", "knows": "structure", "speed": 0.8})",
      "[0, 0, 0]");
  auto world = world_of(scenario);
  for (int i = 0; i < 90; ++i) world.tick(standing_user({0, 0, 0}));
  const auto& task = world.agents()[0].mind.task();
  for (int i = 0; i < 90 * 90 && task.stage != mind::Stage::Done; ++i) world.tick(standing_user({-4, 0, -4}));
  CHECK(task.stage == mind::Stage::Done);
  CHECK(task.tally.arrived == 0);
  CHECK(task.tally.failed == 1);
  CHECK(task.tally.reason == planning::NavReason::NotFound);
  CHECK(task.search.visited.size() >= 3);
}

TEST_CASE("agents: an agent that pursues a person meets them from the front") {
  const auto scenario =
      place("", R"({"name": "ada", "at": [0, 0, 4], "behaviour": "pursue", "whom": "user"})", "[0, 0, 0]");
  auto world = world_of(scenario);
  const auto& ada = world.agents()[0];
  for (int i = 0; i < 20 * 90 && ada.mind.task().stage != mind::Stage::Done; ++i) world.tick(standing_user({0, 0, 0}));
  CHECK(ada.mind.task().stage == mind::Stage::Done);
  // The user looks along -z: ada is within their field of view, 75 degrees to either side, when she is done.
  CHECK(-ada.gait.root.z > 0.2588 * std::hypot(ada.gait.root.x, ada.gait.root.z));
}

TEST_CASE("agents: the same on one, two and four workers, and after a save in the middle") {
  const auto scenario = place(wall("screen", 0.0, 0.0, 6.0, 0.0),
                              walker("ada", 0.0, 3.0, 0.0, -3.0) + "," + walker("bob", 1.0, -3.0, 1.0, 3.0) + "," +
                                  R"({"name": "cy", "at": [-4, 0, 0], "behaviour": "wander"})" + "," +
                                  R"({"name": "di", "at": [4, 0, 0], "behaviour": "follow", "whom": "cy"})");
  auto one = world_of(scenario, 1), two = world_of(scenario, 2), four = world_of(scenario, 4);
  for (int second = 0; second < 6; ++second) {
    for (auto* world : {&one, &two, &four}) idle(*world, 90);
    REQUIRE(one.state_hash() == two.state_hash());
    REQUIRE(one.state_hash() == four.state_hash());
  }
  std::vector<std::byte> saved;
  core::save(one, saved);
  auto restored = world_of(scenario, 2);
  REQUIRE(core::load(restored, saved));
  for (int second = 0; second < 4; ++second) {
    idle(one, 90);
    idle(restored, 90);
    REQUIRE(one.state_hash() == restored.state_hash());
  }
}
#endif
