// SPDX-License-Identifier: Apache-2.0
// Agents sit down, kneel and get up, and stay down until their legs or hands have work.
#include "agent_stage.h"

using namespace fh;
using namespace fh::test;
using human::Joint;
using math::Vec3;

namespace {

const char* const kSeats =
    R"(, {"part": "chair", "name": "chair", "at": [0, 0, -1], "yaw_deg": 20},
       {"part": "chair", "name": "stool", "at": [2, 0, -1], "style": "stool"},
       {"part": "crate", "name": "crate", "at": [-2, 0, -1], "width": 0.5, "depth": 0.4, "height": 0.42, "mass": 20},
       {"part": "table", "name": "table", "at": [4, 0, -3], "width": 1.2, "depth": 0.6, "height": 0.74})";

/// Sits, waves and waits while seated, then walks off.
std::string sitter(const char* name, const char* seat, double x) {
  return fmt::format(R"({{"name": "{}", "at": [{}, 0, 1], "net": "{}", "knows": "place"}})", name, x, seat);
}
std::string sits_on(const char* seat, double x) {
  return fmt::format(R"({{"name": "{0}", "nodes": [
      {{"name": "sit", "do": "sit", "what": "{0}", "edges": [{{"to": "bad", "on": "failed"}}, {{"to": "wave", "on": "done"}}]}},
      {{"name": "wave", "do": "wave", "seconds": 2, "edges": [{{"to": "go"}}]}},
      {{"name": "go", "do": "go", "at": [{1}, 0, 2], "edges": [{{"to": "good", "on": "done"}}, {{"to": "bad", "on": "failed"}}]}},
      {{"name": "good", "do": "end"}}, {{"name": "bad", "do": "end", "result": "failed"}}]}})",
                     seat, x);
}

std::string at_node(const world::Agent& agent) {
  const auto& frame = agent.mind.net()->frames[0];
  return frame.node < 0 ? ""
                        : (*agent.plan->nets)[static_cast<std::size_t>(frame.net)]
                              .nodes[static_cast<std::size_t>(frame.node)]
                              .name;
}

}  // namespace

TEST_CASE("stances: agents sit on chairs, stools and crates, wave from there, get up and walk off") {
  const auto scenario = place(kSeats, sitter("ann", "chair", 0.2) + ", " + sitter("bob", "stool", 2.2) + ", " +
                                          sitter("cat", "crate", -2.2) + R"(], "nets": [)" + sits_on("chair", 0.0) +
                                          ", " + sits_on("stool", 2.0) + ", " + sits_on("crate", -2.0));
  WatchedWorld world = world_of(scenario);
  std::array<int, 3> seated{}, still_seated{};
  std::array<math::Pose, 3> seats;
  const char* const names[] = {"chair", "stool", "crate"};
  for (std::size_t i = 0; i < 3; ++i) seats[i] = world.physics().pose(scenario.scene.find(names[i])->id);
  std::array<std::array<Vec3, 2>, 3> feet{};
  for (int i = 0; i < 40 * 90 && !world.all_done(); ++i) {
    idle(world, 1);
    for (std::size_t k = 0; k < 3; ++k) {
      const world::Agent& agent = world.agents()[k];
      const Vec3 left = agent.frames.position(Joint::LeftFoot), right = agent.frames.position(Joint::RightFoot);
      // Feet stay where they stand on the way down and up.
      if (agent.stance.weight > 0.0 && agent.stance.weight < 1.0 && seated[k] > 0) {
        CHECK(glm::length(left - feet[k][0]) < 5e-3);
        CHECK(glm::length(right - feet[k][1]) < 5e-3);
      }
      feet[k] = {left, right};
      if (agent.stance.weight < 1.0) continue;
      ++seated[k];
      const Vec3 hips = agent.frames.position(Joint::Pelvis);
      CHECK(glm::length(hips - agent.stance.on) < 0.25);
      CHECK(hips.y > agent.stance.on.y);
      CHECK(agent.gait.velocity == Vec3(0.0));
      if (at_node(agent) == "go") ++still_seated[k];
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    INFO(names[k] << ": " << world.agents()[k].mind.why());
    CHECK(seated[k] > 90);
    CHECK(still_seated[k] < 10);
    CHECK(world.agents()[k].mind.task().tally.failed == 0);
    // Nobody shoves the seat about.
    const auto now = world.physics().pose(scenario.scene.find(names[k])->id);
    CHECK(glm::length(now.position - seats[k].position) < 0.05);
  }
  CHECK(world.all_done());
}

TEST_CASE("stances: nobody sits on a table; a kneeling agent has its knees on the ground and gets up") {
  const auto scenario = place(kSeats, sitter("ann", "table", 3.0) + R"(,
      {"name": "bob", "at": [-3, 0, 2], "net": "kneels"}], "nets": [)" +
                                          sits_on("table", 0.0) + R"(,
      {"name": "kneels", "nodes": [
        {"name": "kneel", "do": "kneel", "seconds": 2, "edges": [{"to": "up", "on": "done"}, {"to": "end", "on": "failed"}]},
        {"name": "up", "do": "get_up", "edges": [{"to": "end"}]}, {"name": "end", "do": "end"}]})");
  WatchedWorld world = world_of(scenario);
  int knelt = 0;
  for (int i = 0; i < 15 * 90 && !world.all_done(); ++i) {
    idle(world, 1);
    const world::Agent& bob = world.agents()[1];
    if (bob.stance.weight < 1.0) continue;
    ++knelt;
    for (const Joint knee : {Joint::LeftShank, Joint::RightShank}) {
      CHECK(bob.frames.position(knee).y < 0.075);
      CHECK(bob.frames.position(knee).y > 0.03);
    }
  }
  CHECK(knelt > 90);
  CHECK(world.agents()[1].stance.weight == 0.0);
  CHECK(world.agents()[1].mind.task().stage == mind::Stage::Done);
  CHECK(world.agents()[0].mind.task().tally.failed == 1);
  const auto& log = world.agents()[0].mind.net()->log;
  REQUIRE(log.size() > 1);
  CHECK(mind::in_words(*world.agents()[0].plan, log[1]).find("nobody can sit on it") != std::string::npos);
}

TEST_CASE("stances: an agent that holds a can waves and points with its other hand") {
  const auto scenario = place(
      R"(, {"part": "table", "name": "desk", "at": [0, 0, -2], "width": 1.2, "depth": 0.6, "height": 0.74},
         {"part": "vessel", "name": "can", "style": "can", "at": [0.2, 0.742, -1.85], "radius": 0.033, "height": 0.12, "mass": 0.4})",
      R"({"name": "ann", "at": [0, 0, 0], "net": "act", "knows": "place"}], "nets": [{"name": "act", "nodes": [
         {"name": "take", "do": "take", "take": "can", "edges": [{"to": "wave", "on": "done"}, {"to": "bad", "on": "failed"}]},
         {"name": "wave", "do": "wave", "seconds": 2, "edges": [{"to": "point"}]},
         {"name": "point", "do": "point_at", "what": "desk", "edges": [{"to": "end"}]},
         {"name": "end", "do": "end"}, {"name": "bad", "do": "end", "result": "failed"}]})");
  WatchedWorld world = world_of(scenario);
  const world::Agent& ann = world.agents()[0];
  int gestures = 0;
  for (int i = 0; i < 40 * 90 && !world.all_done(); ++i) {
    idle(world, 1);
    const std::string node = at_node(ann);
    if ((node != "wave" && node != "point") || ann.reach.weight < 0.5) continue;
    ++gestures;
    const auto& held = ann.handling.feel.held;
    REQUIRE(held[0].valid() != held[1].valid());
    CHECK_FALSE(held[ann.reach.right].valid());
  }
  CHECK(gestures > 60);
  CHECK(ann.mind.task().tally.failed == 0);
}
