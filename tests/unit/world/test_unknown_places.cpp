// SPDX-License-Identifier: Apache-2.0
// Agents that know nothing: of walls they know the pieces they saw, of floors what they saw or stand on, and what is
// said behind a wall they do not hear.
#include "agent_stage.h"

using namespace fh;
using namespace fh::test;

namespace {

const senses::Observation* seen_of(const world::World& world, const char* name) {
  const auto* thing = world.scenario().scene.find(name);
  REQUIRE(thing);
  return world.agents()[0].mind.memory().find(senses::ItemId::of(thing->id), world.now());
}

bool is_believed_free(const world::World& world, double x, double z, int layer = 0) {
  const auto& map = world.agents()[0].mind.navigator().map();
  return map.is_free(map.frame().cell_at({x, z}, layer));
}

scene::Scenario parsed(const std::string& text) {
  core::set_data_folder(FH_SOURCE_DIR);
  auto scenario = scene::parse_scenario(text, "test", ".");
  if (!scenario) FAIL(scenario.error().message);
  return std::move(*scenario);
}

}  // namespace

TEST_CASE("who sees one end of a wall does not know the other") {
  // A long wall across the place; a short one before the agent hides all of it but its left end.
  const std::string parts = wall("long", 0.0, -3.0, 11.0, 0.0) + wall("near", 2.6, 0.0, 6.4, 0.0);
  const auto scenario = place(parts, R"({"name": "ada", "at": [-0.2, 0, 2.0], "sensing_hz": 10})");
  auto world = world_of(scenario);
  idle(world, 90);
  const auto* wall_seen = seen_of(world, "long");
  REQUIRE(wall_seen);
  CHECK(wall_seen->unseen != 0);                     // some of it was never seen
  CHECK_FALSE(is_believed_free(world, -4.5, -3.0));  // what was seen hinders
  CHECK(is_believed_free(world, 4.5, -3.0));         // what was not seen is taken for free
  // An agent of the house knows all of it.
  const auto known = place(parts, R"({"name": "ada", "at": [-0.2, 0, 2.0], "knows": "structure"})");
  auto house = world_of(known);
  idle(house, 90);
  CHECK(seen_of(house, "long")->unseen == 0);
  CHECK_FALSE(is_believed_free(house, 4.5, -3.0));
}

TEST_CASE("nobody knows a hole in the floor before it is seen") {
  // Two floors with a gap of 3 m between them, across the way; a wall hides it until the agent is past its end.
  const auto of = [](bool gap) {
    return parsed(std::string(R"({"name": "test", "seed": 3, "user": {"at": [5, 0, 5]}, "parts": [
      {"part": "floor", "name": "south", "width": 12, "depth": 6, "at": [0, 0, 3]},
      {"part": "floor", "name": "north", "width": 12, "depth": )") +
                  (gap ? R"(3, "at": [0, 0, -4.5]})" : R"(6, "at": [0, 0, -3]})") + wall("screen", 0.0, 1.0, 7.0, 0.0) +
                  R"(], "agents": [{"name": "ada", "at": [0, 0, 4.5], "behaviour": "errands",
                     "errands": [{"at": [0, 0, -4.5]}]}]})");
  };
  const auto whole = of(false), broken = of(true);
  auto a = world_of(whole), b = world_of(broken);
  int first_difference = -1, noticed = -1;
  for (double x = -5.5; x <= 5.5; x += 0.5) CHECK(is_believed_free(b, x, -1.5));
  for (int i = 0; i < 20 * 90 && !b.all_done(); ++i) {
    idle(a, 1);
    idle(b, 1);
    const auto &one = a.agents()[0], &two = b.agents()[0];
    const bool same = one.gait.root == two.gait.root && one.intent.velocity == two.intent.velocity;
    if (!same && first_difference < 0) first_difference = i;
    for (double x = -5.8; x <= 5.8 && noticed < 0; x += 0.2) {
      if (!is_believed_free(b, x, -0.4) || !is_believed_free(b, x, -1.5)) noticed = i;
    }
    REQUIRE(two.gait.root.y > -0.1);  // it did not walk off the edge
    REQUIRE(two.gait.root.z > -0.3);
  }
  INFO("differs from " << first_difference << ", noticed at " << noticed);
  CHECK(noticed >= 0);
  CHECK(first_difference >= noticed);
  CHECK(until_done(a) >= 0);
  CHECK(a.agents()[0].mind.task().tally.arrived == 1);
  CHECK(b.agents()[0].mind.task().tally.arrived == 0);
}

TEST_CASE("people who do not know a place look at the ground before they walk on it") {
  // Behind the screen lies ground that cannot be seen from the start.
  const auto scenario = place(wall("screen", 0.0, 1.0, 7.0, 0.0), walker("ada", 0.0, 4.5, 0.0, -4.5));
  auto world = world_of(scenario);
  const auto& agent = world.agents()[0];
  int unseen = 0, looked = 0;
  for (int i = 0; i < 20 * 90 && !world.all_done(); ++i) {
    idle(world, 1);
    const auto place = agent.mind.navigator().unseen_ahead();
    if (!place) continue;
    const math::Pose eye = agent.world_from_eye();
    const math::Vec3 way = *place - eye.position;
    ++unseen;
    looked += glm::dot(glm::normalize(way), eye.direction(math::kForward)) > 0.94;  // within 20 degrees
  }
  INFO("unseen " << unseen << ", looked at " << looked);
  CHECK(agent.mind.task().tally.arrived == 1);
  CHECK(unseen > 45);
  CHECK(2 * looked > unseen);
}

TEST_CASE("the bundled unknown building is explored with real eyes") {
  core::set_data_folder(FH_SOURCE_DIR);
  const auto file = scene::find_scenario("unknown_building");
  if (!file) FAIL(file.error().message);
  const auto scenario = scene::load_scenario(*file);
  if (!scenario) FAIL(scenario.error().message);
  auto world = world_of(*scenario);
  const auto things = [&](std::size_t i) { return world.agents()[i].mind.memory().observations().size(); };
  for (std::size_t i = 0; i < world.agents().size(); ++i) {
    CHECK_FALSE(world.agents()[i].mind.knows_ground());
    CHECK(things(i) == 0);
  }
  idle(world, scaled(20 * 90, 5 * 90));
  for (std::size_t i = 0; i < world.agents().size(); ++i) {
    const auto& agent = world.agents()[i];
    INFO(agent.plan->name << ": " << agent.mind.why() << ", walls " << world.tally(i).wall_contacts << ", knows "
                          << things(i) << ", searches " << agent.mind.navigator().counters().searches);
    CHECK(things(i) > 3);  // it saw walls …
    if (kSanitized) continue;
    CHECK(agent.mind.navigator().counters().searches > 1);  // … which changed its way …
    CHECK(agent.mind.task().tally.arrived >= 1);            // … and got there
    CHECK(world.tally(i).wall_contacts == 0);
  }
}

TEST_CASE("a raised place is reached by finding its stairs") {
  const auto climb = [](const std::string& steps, double z, double height) {
    const auto scenario = parsed(fmt::format(R"({{"name": "test", "seed": 3, "user": {{"at": [5, 0, 5]}}, "parts": [
      {{"part": "floor", "name": "floor", "width": 12, "depth": 12}},
      {{"part": "stairs", "name": "steps", "at": [-3, 0, 4], "width": 1.4, {}, "landing_depth": 2.4,
        "landing_width": 3}}],
      "agents": [{{"name": "ada", "at": [3, 0, -4], "yaw_deg": -90, "behaviour": "errands",
        "errands": [{{"at": [-3, {}, {}], "within": 0.5}}]}}]}})",
                                             steps, height, z));
    auto world = world_of(scenario);
    const auto& agent = world.agents()[0];
    CHECK_FALSE(agent.mind.knows_ground());
    const int ticks = until_done(world, 60 * 90);
    INFO(agent.mind.why() << " at " << agent.gait.root.x << ' ' << agent.gait.root.y << ' ' << agent.gait.root.z);
    CHECK(ticks >= 0);
    CHECK(agent.mind.task().tally.arrived == 1);
    CHECK(agent.gait.root.y > height - 0.1);
    CHECK(world.tally(0).wall_contacts == 0);
  };
  climb(R"("steps": 6, "rise": 0.17, "run": 0.28)", 1.1, 1.02);
}

TEST_CASE("ears: steps behind a wall are not heard, through an open doorway they are") {
  // The visitor walks to and fro 1.9 m behind the agent, who looks the other way.
  const auto hears = [](const std::string& parts) {
    const auto scenario = place(parts, R"({"name": "ada", "at": [0, 0, 2], "yaw_deg": 180})");
    auto world = world_of(scenario);
    for (int i = 0; i < 90; ++i) {
      auto input = standing_user({-5.0, 0.0, -4.9});
      input.head.linear_velocity = {0.6, 0.0, 0.0};
      input.head.velocity_valid = 1;
      world.tick(input);
      for (const auto& seen : world.agents()[0].mind.memory().observations()) {
        if (seen.source == senses::Source::Hearing) return true;
      }
    }
    return false;
  };
  CHECK(hears(""));
  CHECK_FALSE(hears(wall("screen", 0.0, 1.0, 11.9, 0.0)));
  CHECK(hears(wall("screen", 0.0, 1.0, 11.9, 0.0, R"([{"x": 0.0, "width": 1.0, "height": 2.1}])")));
}
