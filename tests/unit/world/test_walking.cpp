// SPDX-License-Identifier: Apache-2.0
// Walking among people, with real bodies, eyes and things: the cases of RiMEA, Jülich and our own.
#include <catch2/catch_test_macros.hpp>

#include "agent_stage.h"

using namespace fh;
using namespace fh::test;

TEST_CASE("walking: sets off when told, at the speed it has, R1 R5 R7") {
  const auto scenario = place("", walker("slow", -2.0, 4.5, -2.0, -4.5, R"(, "speed": 0.8, "start_after": 0.5)") + "," +
                                      walker("fast", 2.0, 4.5, 2.0, -4.5, R"(, "speed": 1.4, "start_after": 1.0)"));
  auto world = world_of(scenario);
  const auto& agents = world.agents();
  idle(world, 45);
  CHECK(std::abs(agents[0].gait.root.z - 4.5) < 0.05);
  idle(world, 45);
  CHECK(std::abs(agents[1].gait.root.z - 4.5) < 0.05);
  CHECK(agents[0].gait.root.z < 4.4);
  idle(world, 120);
  const double from[2] = {agents[0].gait.root.z, agents[1].gait.root.z};
  idle(world, 180);
  CHECK(std::abs((from[0] - agents[0].gait.root.z) / 2.0 - 0.8) < 0.05);
  CHECK(std::abs((from[1] - agents[1].gait.root.z) / 2.0 - 1.4) < 0.08);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("walking: the user comes through a corridor of 1.2 m: the agent lets them out first") {
  const auto scenario = place(corridor(1.2), walker("ada", 0.0, 4.6, 0.0, -4.6, kKnows), "[0, 0, -5]");
  auto world = world_of(scenario);
  for (int i = 0; i < 30 * 90 && !world.all_done(); ++i) {
    world.tick(standing_user({0.0, 0.0, std::min(i / 90.0, 9.5)}));
  }
  check_arrived(world);
  CHECK(world.tally(0).nearest_user >= 1.2);
}

TEST_CASE("walking: a user in the only door is asked, not pressed; when they leave, the way is taken") {
  const auto scenario = place(screen(1.0), walker("ada", 0.5, 3.5, 0.0, -3.5, kKnows), "[0, 0, 0]");
  auto world = world_of(scenario);
  bool asked = false, said = false, waved = false, met = false;
  frame::Snapshot snapshot;
  for (int i = 0; i < 20 * 90; ++i) {
    world.tick(standing_user({0, 0, 0}));
    const auto& ada = world.agents()[0];
    if (ada.intent.ask != core::BodyId{1}) continue;
    asked = true;
    // The visitor can perceive it: words over the head of the one who asks, a hand held out, and eye contact.
    world.fill(snapshot);
    for (const auto& text : snapshot.overlay.texts) {
      const math::Vec3 off = text.world_from_text.position - ada.frames.position(human::Joint::Head);
      said = said || (text.text.find("get past") != std::string::npos && glm::length(off) < 0.5);
    }
    const math::Vec3 pelvis = ada.frames.position(human::Joint::Pelvis);
    for (const auto hand : {human::Joint::LeftHand, human::Joint::RightHand}) {
      const math::Vec3 held = ada.frames.position(hand) - pelvis;
      waved = waved || (held.y > 0.15 && std::hypot(held.x, held.z) > 0.3);
    }
    const math::Vec3 face = world.users()[0].avatar.fit().frames.position(human::Joint::Head);
    const math::Pose eye = ada.world_from_eye();
    met = met || glm::dot(eye.direction(math::kForward), glm::normalize(face - eye.position)) > std::cos(0.15);
  }
  CHECK(asked);
  CHECK(said);
  CHECK(waved);
  CHECK(met);
  CHECK(world.tally(0).nearest_user >= 1.2);
  for (int i = 0; i < 25 * 90 && !world.all_done(); ++i) {
    const double gone = std::min(i / 90.0, 6.0);
    world.tick(standing_user({std::min(std::max(gone - 3.0, 0.0), 3.0), 0, -std::min(gone, 3.0)}));
  }
  check_arrived(world);
}

TEST_CASE("walking: somebody who stands in a narrow door lets others through") {
  const auto scenario =
      place(screen(0.9), walker("ada", 0.2, 3.0, 0.0, -3.0, kKnows) +
                             R"(, {"name": "bob", "at": [0, 0, 0], "yaw_deg": 180, "behaviour": "stand"})");
  auto world = world_of(scenario);
  for (int i = 0; i < 30 * 90 && world.agents()[0].mind.task().tally.arrived == 0; ++i) idle(world, 1);
  CHECK(world.agents()[0].mind.task().tally.arrived == 1);
  CHECK(world.tally(0).nearest_person > 0.43);
}

TEST_CASE("walking: under a low lintel, over a bar, sideways through 0.55 m, round a pillar") {
  std::string parts;
  bool duck = false, step_over = false, side_step = false;
  SECTION("lintel") {
    parts = screen(1.4, 1.65);
  }
  SECTION("bar") {
    parts =
        screen(1.2) +
        R"(, {"part": "beam", "name": "bar", "at": [0, 0, 0], "length": 1.2, "width": 0.1, "height": 0.15, "i_section": false})";
  }
  SECTION("gap") {
    parts = screen(0.55);
  }
  SECTION("pillar") {
    parts = R"(, {"part": "pillar", "name": "pillar", "at": [0, 0, 0], "width": 0.6, "height": 3})";
  }
  const bool lintel = parts == screen(1.4, 1.65), gap = parts == screen(0.55);
  const bool bar = parts.find("bar") != std::string::npos;
  const auto scenario = place(parts, walker("ada", 0.0, 3.0, 0.0, -3.0, kKnows));
  auto world = world_of(scenario);
  double highest_under = 0.0;
  for (int i = 0; i < 20 * 90 && !world.all_done(); ++i) {
    idle(world, 1);
    const auto& agent = world.agents()[0];
    duck = duck || agent.intent.hints.duck;
    step_over = step_over || agent.intent.hints.step_over;
    side_step = side_step || agent.intent.hints.side_step;
    if (std::abs(agent.gait.root.z) < 0.1) {
      highest_under = std::max(highest_under, agent.frames.position(human::Joint::Head).y);
    }
  }
  check_arrived(world);
  CHECK(duck == lintel);
  CHECK(step_over == bar);
  CHECK(side_step == gap);
  if (lintel) CHECK(highest_under < 1.65);
}

TEST_CASE("walking: a locked door is left for the other way, JuPedSim #832") {
  const auto scenario = place(
      wall("screen", 0.0, 0.0, 11.9, 0.0,
           R"([{"x": 0.0, "width": 1.0, "height": 2.1}, {"x": 4.5, "width": 1.2, "height": 2.1}])") +
          R"(, {"part": "door", "name": "door", "at": [0, 0, 0], "width": 1.0, "height": 2.1, "wall_thickness": 0.15, "locked": true})",
      walker("ada", 0.0, 3.0, 0.0, -3.0, kKnows));
  auto world = world_of(scenario);
  REQUIRE(until_done(world, 30 * 90) > 0);
  check_arrived(world);
  CHECK(world.tally(0).walked > 9.0);
}

TEST_CASE("walking: a light crate before the only door is pushed aside") {
  const auto scenario = place(
      screen(1.0) +
          R"(, {"part": "crate", "name": "crate", "at": [0.05, 0, 0.5], "width": 0.8, "height": 0.4, "depth": 0.4, "mass": 10})",
      walker("ada", 0.0, 3.5, 0.0, -3.0, kKnows));
  auto world = world_of(scenario);
  const auto crate = scenario.scene.find("crate")->id;
  REQUIRE(until_done(world, 40 * 90) > 0);
  CHECK(world.agents()[0].mind.task().tally.arrived == 1);
  CHECK(std::abs(world.physics().pose(crate).position.x - 0.05) > 0.1);
}

namespace {

/// Metres by which a heel, ball or toe lies in the floor or in a step: under what a ray from above meets.
double depth_of_feet(const world::World& world) {
  const world::Agent& agent = world.agents()[0];
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Static);
  double deepest = 0.0;
  for (const bool right : {false, true}) {
    const math::Pose ankle = agent.frames.pose(right ? human::Joint::RightFoot : human::Joint::LeftFoot);
    const math::Vec3 toes = agent.frames.position(right ? human::Joint::RightToes : human::Joint::LeftToes);
    for (const math::Vec3& point : {ankle.position, ankle.point({0.0, -agent.walker.ankle, agent.walker.heel}), toes}) {
      const auto hit = physics::cast_ray(world.physics(), {point + math::Vec3(0.0, 0.4, 0.0), -math::kUp}, 2.0, filter);
      if (hit && hit->distance > 0.0) deepest = std::max(deepest, 0.4 - hit->distance);
    }
  }
  return deepest;
}

}  // namespace

TEST_CASE("walking: up the steps to the landing and down again, R2 R3") {
  const auto scenario = place(
      R"(, {"part": "stairs", "name": "stairs", "at": [0, 0, 0], "steps": 3, "rise": 0.17, "run": 0.28, "width": 1.1, "landing_width": 2.4, "landing_depth": 1.4})",
      R"({"name": "ada", "at": [0, 0, 3], "behaviour": "errands", "knows": "structure", "errands": [{"at": [0, 0.51, -1.6]}, {"at": [1.5, 0, 3]}]})");
  auto world = world_of(scenario);
  double highest = 0.0, deepest = 0.0;
  for (int i = 0; i < 30 * 90 && !world.all_done(); ++i) {
    idle(world, 1);
    highest = std::max(highest, world.agents()[0].gait.root.y);
    deepest = std::max(deepest, depth_of_feet(world));
  }
  INFO("deepest foot " << deepest << " m");
  CHECK(deepest < 0.005);  // no foot goes into a step
  CHECK(world.agents()[0].mind.task().tally.arrived == 2);
  CHECK(std::abs(highest - 0.51) < 0.03);
  CHECK(std::abs(world.agents()[0].gait.root.y) < 0.03);
}
TEST_CASE("walking: somebody whose shoulders are in the walls of a corner comes out of it") {
  // As after a push and a turn: however it turns, the outline is in one wall or the other.
  auto scenario = place(wall("beside", 0.0, 0.0, 4.0, 90.0) + wall("behind", 1.0, 1.0, 4.0, 0.0),
                        walker("ada", 2.0, 0.0, 2.0, -2.0, kKnows));
  const double shoulder = world_of(scenario).agents()[0].outline.half_breadth;
  scenario.agents[0].start = {math::from_axis_angle(math::kUp, math::radians(-45.0)),
                              {0.075 + 0.8 * shoulder, 0.0, 0.925 - 0.72 * shoulder}};
  auto world = world_of(scenario);
  CHECK(until_done(world, 12 * 90) > 0);
  CHECK(world.agents()[0].mind.task().tally.arrived == 1);
}

TEST_CASE("walking: who cannot turn at the mouth of a slot steps out of it to turn") {
  // Both walls end at z = 1. Within reach of the goal the slot is narrower than the shoulders: it was entered sideways.
  const auto slot = [](double half) {
    return place(wall("left", -half - 0.075, 0.0, 2.0, 90.0) + wall("right", half + 0.075, 0.0, 2.0, 90.0),
                 R"({"name": "ada", "at": [0, 0, 0.85], "yaw_deg": 90, "behaviour": "errands",
        "knows": "structure", "errands": [{"at": [0, 0, 1.08], "yaw_deg": 0, "within": 0.25}]})");
  };
  const auto wide = slot(0.4);
  const auto narrow = slot(0.9 * world_of(wide).agents()[0].outline.half_breadth);
  auto world = world_of(narrow);
  CHECK(until_done(world, 12 * 90) > 0);
  CHECK(world.agents()[0].mind.task().tally.arrived == 1);
  CHECK(std::abs(math::wrap_angle(world.agents()[0].gait.yaw)) < 0.1);
}
#endif
