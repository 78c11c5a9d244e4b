// SPDX-License-Identifier: Apache-2.0
// What a scenario says of an agent's body, walk and memory shows in a visit.
#include <algorithm>

#include "agent_stage.h"
#include "cmu_bvh.h"
#include "temporary_folder.h"

using namespace fh;
using namespace fh::test;

namespace {

scene::Scenario place_in(const std::filesystem::path& folder, const std::string& parts, const std::string& agents) {
  core::set_data_folder(FH_SOURCE_DIR);
  auto scenario = scene::parse_scenario(R"({"name": "test", "seed": 3, "user": {"at": [5, 0, 5]}, "parts": [
      {"part": "floor", "name": "floor", "width": 12, "depth": 12})" +
                                            parts + R"(], "agents": [)" + agents + "]}",
                                        "test", folder);
  if (!scenario) FAIL(scenario.error().message);
  return std::move(*scenario);
}

/// How a walk of four metres looks.
struct WalkLook {
  double arms = 0.0;         // m, way of the right hand along the path, relative to the pelvis
  double stoop = 0.0;        // m the neck is ahead of the pelvis, mean
  double cycle = 0.0;        // s, mean
  double turned_away = 0.0;  // rad, worst angle of the head against the way ahead
};

WalkLook look_of_walk(const std::string& more, const std::filesystem::path& folder = ".") {
  const auto scenario = place_in(folder, "", walker("ada", 0, 4, 0, -4, more));
  auto world = world_of(scenario);
  WalkLook look;
  double ahead = -1.0, behind = 1.0, sum = 0.0;
  int ticks = 0;
  for (int i = 0; i < 4 * 90; ++i) {
    idle(world, 1);
    const auto& agent = world.agents()[0];
    if (agent.gait.root.z > 2.5 || agent.gait.root.z < -1.5) continue;
    const auto local = [&](human::Joint joint) {
      return math::inverse(math::standing_at(agent.gait.root, agent.gait.yaw)).point(agent.frames.position(joint));
    };
    const double pelvis = local(human::Joint::Pelvis).z, hand = local(human::Joint::RightHand).z - pelvis;
    ahead = std::max(ahead, -hand);
    behind = std::min(behind, -hand);
    sum += pelvis - local(human::Joint::Neck).z;
    ++ticks;
    look.cycle += agent.gait.feet.stride.cycle;
    const math::Vec3 nose = agent.frames.rotation(human::Joint::Head) * math::kForward;
    look.turned_away = std::max(look.turned_away, std::acos(std::clamp(-nose.z, -1.0, 1.0)));
  }
  REQUIRE(ticks > 90);
  look.arms = ahead - behind;
  look.stoop = sum / ticks;
  look.cycle /= ticks;
  return look;
}

}  // namespace

TEST_CASE("gait and mood of a scenario change how its agent walks") {
  const WalkLook natural = look_of_walk(""), march = look_of_walk(R"(, "gait": "march")");
  const WalkLook shuffle = look_of_walk(R"(, "gait": "shuffle")"), tired = look_of_walk(R"(, "mood": "tired")");
  const WalkLook brisk = look_of_walk(R"(, "mood": "brisk")");
  CHECK(march.arms > 1.3 * natural.arms);
  CHECK(shuffle.arms < 0.6 * natural.arms);
  CHECK(shuffle.cycle < 0.92 * natural.cycle);
  CHECK(tired.arms < 0.8 * natural.arms);
  CHECK(tired.stoop > natural.stoop + 0.03);
  CHECK(brisk.arms > 1.15 * natural.arms);
}

TEST_CASE("a captured walk moves its agent's body, with planted feet, where the way is straight") {
  const TemporaryFolder folder;
  REQUIRE(core::write_text(folder.path / "walk.bvh", cmu_bvh(400, 1.2)));
  const auto scenario = place_in(folder.path, "", walker("ada", 0, 4, 0, -4, R"(, "gait": "walk.bvh", "speed": 1.1)"));
  auto world = world_of(scenario);
  const auto& agent = world.agents()[0];
  REQUIRE(agent.captured);
  int whole = 0, locked = 0;
  double slid = 0.0, apart = 0.0;
  std::array<math::Vec3, 2> before{};
  std::array<bool, 2> was_locked{};
  for (int i = 0; i < 10 * 90 && !world.all_done(); ++i) {
    idle(world, 1);
    whole += agent.clip.weight == 1.0;
    for (std::size_t side = 0; side < 2; ++side) {
      const math::Vec3 toes = agent.frames.position(side == 0 ? human::Joint::LeftToes : human::Joint::RightToes);
      const bool is_locked = agent.clip.clip.feet[side].locked && agent.clip.weight == 1.0;
      if (is_locked && was_locked[side]) {
        ++locked;
        slid = std::max(slid, std::hypot(toes.x - before[side].x, toes.z - before[side].z));
      }
      before[side] = toes;
      was_locked[side] = is_locked;
    }
    // The clip holds its elbows as it was captured: bent by 10 to 30 degrees about the upright axis of the arm.
    const human::Posture wanted = human::blended(*agent.captured, 1.1, agent.clip.clip.phase);
    if (agent.clip.weight == 1.0 && std::abs(glm::length(agent.gait.velocity) - 1.1) < 0.02) {
      apart = std::max(
          apart, math::angle_between(agent.posture[human::Joint::LeftForearm], wanted[human::Joint::LeftForearm]));
    }
  }
  CHECK(world.all_done());
  CHECK(whole > 3 * 90);
  CHECK(locked > 90);
  CHECK(slid < 0.004);
  CHECK(apart < 0.02);
  CHECK(agent.clip.weight == 0.0);  // it stands as everybody does
  // It is not the parametric walk.
  const WalkLook captured = look_of_walk(R"(, "gait": "walk.bvh")", folder.path), natural = look_of_walk("");
  CHECK(std::abs(captured.arms - natural.arms) > 0.1);
  CHECK(captured.turned_away < 0.5);
}

TEST_CASE("a file that holds no walk is refused with its name") {
  const TemporaryFolder folder;
  REQUIRE(core::write_text(folder.path / "standing.bvh", cmu_bvh(300, 0.0)));
  const auto scenario = place_in(folder.path, "", walker("ada", 0, 4, 0, -4, R"(, "gait": "standing.bvh")"));
  const auto world = world::World::create(scenario, {.workers = 1});
  REQUIRE_FALSE(world);
  CHECK(world.error().message.find("standing.bvh") != std::string::npos);
  CHECK(world.error().message.find("ada") != std::string::npos);
}

TEST_CASE("what an agent remembers for how long is the scenario's to say") {
  // A crate that it knows of stands behind it and out of its sight.
  const std::string crate = R"(, {"part": "crate", "name": "crate", "at": [0, 0, 3]})";
  const auto knows_of_crate = [&](const std::string& memory) {
    const auto scenario = place(
        crate, R"({"name": "ada", "at": [0, 0, -4], "sensing_hz": 1, "knows": "place", "memory": ")" + memory + "\"}");
    auto world = world_of(scenario);
    idle(world, 32 * 90);
    const auto* thing = scenario.scene.find("crate");
    REQUIRE(thing);
    return world.agents()[0].mind.memory().find(senses::ItemId::of(thing->id), world.now()) != nullptr;
  };
  CHECK(knows_of_crate("rules"));
  CHECK(knows_of_crate("keep"));
  CHECK_FALSE(knows_of_crate("temporal"));
  // People are believed for 20 s by the rules, for ever by an agent that keeps what it saw.
  const auto knows_of_user = [&](const std::string& memory) {
    const auto scenario = place(
        wall("screen", 0, 0, 8, 0),
        R"({"name": "ada", "at": [0, 0, -4], "yaw_deg": -90, "sensing_hz": 4, "knows": "structure", "start_after": 1,
                  "behaviour": "errands", "errands": [{"at": [0, 0, 3], "yaw_deg": 180}], "memory": ")" +
            memory + "\"}",
        "[2, 0, -5]");
    auto world = world_of(scenario);
    const auto there = standing_user({0, 0, 0});
    const auto user = senses::ItemId::of(core::BodyId{1});
    bool seen = false;
    for (int i = 0; i < 36 * 90; ++i) {
      world.tick(there);
      seen = seen || world.agents()[0].mind.memory().find(user, world.now());
    }
    REQUIRE(seen);
    REQUIRE(world.all_done());
    return world.agents()[0].mind.memory().find(user, world.now()) != nullptr;
  };
  CHECK_FALSE(knows_of_user("rules"));
  CHECK(knows_of_user("keep"));
}

TEST_CASE("bodies are drawn from a population: at random, from its boundary, from another file") {
  const TemporaryFolder folder;
  REQUIRE(core::write_text(folder.path / "tall.json", R"({"format": "firsthand-population-1", "name": "tall people",
      "inherits": true, "provenance": {"source": "made up"}, "groups": [
        {"sex": "female", "count": 10, "dimensions": {"stature": {"mean": 1.90, "sd": 0.05}}}]})"));
  std::string agents;
  auto add = [&, x = -5.0](const std::string& name, const std::string& body) mutable {
    agents += (agents.empty() ? "" : ", ") +
              fmt::format(R"({{"name": "{}", "at": [{}, 0, 0], "body": {{{}}}}})", name, x, body);
    x += 1.2;
  };
  add("typical", R"("sex": "m")");
  add("one", R"("sex": "m", "sample": 1)");
  add("same", R"("sex": "m", "sample": 1, "looks": 5)");
  add("other", R"("sex": "m", "sample": 2)");
  add("median", R"("sex": "m", "boundary": 0)");
  add("large", R"("sex": "m", "boundary": 1)");
  add("small", R"("sex": "m", "boundary": 5)");
  add("tall", R"("sex": "f", "population": "tall.json")");
  const auto scenario = place_in(folder.path, "", agents);
  auto world = world_of(scenario);
  const auto size = [&](std::size_t agent, human::Dimension what) {
    return world.people()[1 + agent].body.dimensions[what];
  };
  using enum human::Dimension;
  CHECK(size(1, Stature) == size(2, Stature));
  CHECK(std::abs(size(1, Stature) - size(3, Stature)) > 0.001);
  CHECK(std::abs(size(1, Weight) - size(3, Weight)) > 0.1);
  CHECK(std::abs(size(4, Stature) - size(0, Stature)) < 0.005);
  CHECK(size(5, Stature) > size(4, Stature) + 0.08);
  CHECK(size(6, Stature) < size(4, Stature) - 0.08);
  CHECK(size(5, Weight) > size(6, Weight) + 15.0);
  CHECK(std::abs(size(7, Stature) - 1.90) < 0.01);
  // The eyes are where the body has them.
  CHECK(world.agents()[5].world_from_eye().position.y > world.agents()[6].world_from_eye().position.y + 0.15);
}
