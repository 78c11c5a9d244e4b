// SPDX-License-Identifier: Apache-2.0
// Agents take, put down and operate things with their hands: what they see, what they can touch, and nothing else.
#include <catch2/catch_test_macros.hpp>

#include "agent_stage.h"
#include "physics/queries.h"

using namespace fh;
using namespace fh::test;
using human::Joint;
using math::Vec3;

namespace {

const char* const kTwoTables =
    R"(, {"part": "table", "name": "desk", "at": [0, 0, -2], "width": 1.2, "depth": 0.6, "height": 0.74},
       {"part": "table", "name": "bench", "at": [3, 0, 0], "yaw_deg": 90, "width": 1.2, "depth": 0.6, "height": 0.9},
       {"part": "vessel", "name": "can", "style": "can", "at": [0.2, 0.742, -1.85], "radius": 0.033, "height": 0.12, "mass": 0.4})";

std::string doer(const std::string& errands, const std::string& knows = "structure") {
  return fmt::format(
      R"({{"name": "ann", "body": {{"sex": "f"}}, "at": [0, 0, 1], "yaw_deg": 0, "behaviour": "errands",
          "knows": "{}", "errands": [{}]}})",
      knows, errands);
}

/// What was seen of hands at work, from frames and physics alone.
struct DeedSeen {
  double untouched = 0.0;  // m, farthest that a moving thing was from the hands of the agent
  double fastest = 0.0;    // m/s of a hand's joint
  double tilted = 0.0;     // rad of the thing's axis against the vertical, while held
  bool held = false;
  std::vector<mind::ErrandOutcome> outcomes;
};

double off_hands(const world::Agent& agent, const world::World& world, core::ObjectId thing) {
  double least = 1e9;
  std::vector<physics::Near> near;
  for (const auto& piece : agent.person->solids.pieces) {
    const math::Capsule limb = human::as_capsule(piece.shape);
    const math::Pose joint = agent.frames.pose(piece.joint);
    physics::near(world.physics(),
                  physics::make_capsule({{joint.point(limb.axis.a), joint.point(limb.axis.b)}, limb.radius}), 0.5,
                  near);
    for (const auto& one : near) {
      if (one.what.object == thing) least = std::min(least, one.distance);
    }
  }
  return least;
}

DeedSeen watch_deed(WatchedWorld& world, const char* name, int most = 45 * 90) {
  const core::ObjectId thing = world.scenario().scene.find(name)->id;
  DeedSeen seen;
  std::array<Vec3, 2> hands{};
  const frame::FrameInput nobody;
  for (int i = 0; i < most && !world.all_done(); ++i) {
    world.tick(nobody);
    const world::Agent& agent = world.agents()[0];
    const auto& held = agent.handling.feel.held;
    const bool holds = held[0] == thing || held[1] == thing;
    seen.held = seen.held || holds;
    const physics::Velocity speed = world.physics().velocity(thing);
    if (i > 90 && glm::length(speed.linear) + 0.3 * glm::length(speed.angular) > 0.05)
      seen.untouched = std::max(seen.untouched, off_hands(agent, world, thing));
    if (holds) {
      const Vec3 up = world.physics().pose(thing).direction(math::kUp);
      seen.tilted = std::max(seen.tilted, std::acos(math::clamp(up.y, -1.0, 1.0)));
    }
    for (std::size_t s = 0; s < 2; ++s) {
      const Vec3 now = agent.frames.position(s == 0 ? Joint::LeftHand : Joint::RightHand);
      if (i > 1) seen.fastest = std::max(seen.fastest, 90.0 * glm::length(now - hands[s]));
      hands[s] = now;
    }
  }
  seen.outcomes = world.agents()[0].mind.task().outcomes;
  return seen;
}

void tell_deed(const DeedSeen& seen) {
  for (const auto& o : seen.outcomes) {
    UNSCOPED_INFO(
        fmt::format("outcome {} failure {} off {:.3f}", static_cast<int>(o.kind), static_cast<int>(o.failure), o.off));
  }
  UNSCOPED_INFO(fmt::format("untouched {:.3f} fastest {:.2f} tilted {:.2f} held {}", seen.untouched, seen.fastest,
                            seen.tilted, seen.held));
}

bool is_done(const mind::ErrandOutcome& outcome) {
  return outcome.kind == mind::ErrandOutcome::Kind::Done;
}

}  // namespace

TEST_CASE("deeds: a can is taken from one table and put on another") {
  const auto scenario = place(kTwoTables, doer(R"({"take": "can"}, {"put": "can", "on": "bench"})"));
  WatchedWorld world = world_of(scenario);
  const DeedSeen seen = watch_deed(world, "can");
  tell_deed(seen);
  REQUIRE(seen.outcomes.size() == 2);
  CHECK(is_done(seen.outcomes[0]));
  CHECK(is_done(seen.outcomes[1]));
  CHECK(seen.held);
  CHECK(seen.untouched < 0.02);
  CHECK(seen.fastest < 3.0);
  CHECK(seen.tilted < 0.6);
  idle(world, 90);
  const math::Pose can = world.physics().pose(scenario.scene.find("can")->id);
  CHECK(std::abs(can.position.y - 0.9) < 0.02);
  CHECK(std::abs(can.position.x - 3.0) < 0.35);
  CHECK(can.direction(math::kUp).y > 0.98);
}

TEST_CASE("deeds: what is not seen is not grasped (K-35)") {
  // A board hides the can from everywhere that the agent may stand.
  const std::string hidden =
      std::string(kTwoTables) +
      R"(], "objects": [{"name": "lid", "at": [0.2, 0.83, -1.85], "shapes": [{"kind": "box", "size": [0.3, 0.2, 0.3]}]})";
  const auto scenario = place(hidden, doer(R"({"take": "can"})", "place"));
  WatchedWorld world = world_of(scenario);
  const DeedSeen seen = watch_deed(world, "can");
  tell_deed(seen);
  CHECK_FALSE(seen.held);
  CHECK(seen.outcomes[0].kind == mind::ErrandOutcome::Kind::GivenUp);
}

TEST_CASE("deeds: a thing that nobody holds cannot be put down") {
  const auto scenario = place(kTwoTables, doer(R"({"put": "can", "on": "bench"})"));
  WatchedWorld world = world_of(scenario);
  const DeedSeen seen = watch_deed(world, "can");
  CHECK(seen.outcomes[0].failure == mind::Failure::NotHeld);
}

TEST_CASE("deeds: a drawer is opened by a hand that touches it") {
  const auto scenario = place(
      R"(, {"part": "cabinet", "name": "cab", "at": [0, 0, -2], "width": 0.6, "depth": 0.5, "height": 0.9, "drawers": 3})",
      doer(R"({"operate": "cab.drawer1", "state": "open"})", "place"));
  WatchedWorld world = world_of(scenario);
  const DeedSeen seen = watch_deed(world, "cab.drawer1");
  tell_deed(seen);
  CHECK(is_done(seen.outcomes[0]));
  CHECK(seen.untouched < 0.12);  // fingers are on the bow of the handle, which is no solid
  CHECK(world.physics().joint_position(scenario.scene.find("cab.drawer1")->id) > 0.3);
}

TEST_CASE("deeds: a cabinet's drawers leave room on its top") {
  const auto scenario = place(
      R"(, {"part": "cabinet", "name": "cab", "at": [0, 0, -2], "width": 0.6, "depth": 0.5, "height": 0.9, "drawers": 5},
         {"part": "table", "name": "desk", "at": [3, 0, 0], "yaw_deg": 90, "width": 1.2, "depth": 0.6, "height": 0.74},
         {"part": "vessel", "name": "can", "style": "can", "at": [2.85, 0.742, 0.1], "radius": 0.045, "height": 0.12, "mass": 0.4})",
      doer(R"({"take": "can"}, {"put": "can", "on": "cab"})"));
  WatchedWorld world = world_of(scenario);
  const DeedSeen seen = watch_deed(world, "can");
  tell_deed(seen);
  CHECK(is_done(seen.outcomes[1]));
  idle(world, 90);
  CHECK(std::abs(world.physics().pose(scenario.scene.find("can")->id).position.y - 0.9) < 0.02);
}

TEST_CASE("deeds: a flat tool is taken with an open thumb, not with the thumb in the table") {
  const auto scenario = place(
      R"(, {"part": "table", "name": "desk", "at": [0, 0, -2], "width": 1.2, "depth": 0.6, "height": 0.74},
         {"part": "tool", "name": "wrench", "kind": "wrench", "at": [0.1, 0.741, -1.9], "yaw_deg": 40, "mass": 0.4})",
      doer(R"({"take": "wrench"})"));
  WatchedWorld world = world_of(scenario);
  const core::ObjectId desk = scenario.scene.find("desk")->id;
  const frame::FrameInput nobody;
  std::vector<physics::Overlap> found;
  double deep = 0.0;
  for (int i = 0; i < 30 * 90 && !world.all_done(); ++i) {
    world.tick(nobody);
    const world::Agent& agent = world.agents()[0];
    for (const auto& piece : agent.person->solids.pieces) {
      const math::Capsule part = human::as_capsule(piece.shape);
      const math::Pose joint = agent.frames.pose(piece.joint);
      physics::overlaps(world.physics(),
                        physics::make_capsule({{joint.point(part.axis.a), joint.point(part.axis.b)}, part.radius}),
                        found);
      for (const auto& one : found)
        if (one.what.object == desk) deep = std::max(deep, one.depth);
    }
  }
  REQUIRE(world.all_done());
  CHECK(is_done(world.agents()[0].mind.task().outcomes[0]));
  CHECK(deep < 0.005);
}

TEST_CASE("deeds: what is carried is drawn in where the way is narrow, and is not caught") {
  // A way of 0.75 m between two screens that end where the agent turns round them.
  const std::string screens = wall("one", -1.35, 0.0, 3.0, 0.0) + wall("two", 0.95, 0.8, 1.4, 0.0);
  const std::string things =
      R"(, {"part": "table", "name": "desk", "at": [-1.5, 0, 3], "width": 1.2, "depth": 0.6, "height": 0.74},
         {"part": "table", "name": "bench", "at": [-1.5, 0, -3], "width": 1.2, "depth": 0.6, "height": 0.9},
         {"part": "tool", "name": "hammer", "kind": "hammer", "at": [-1.4, 0.741, 2.85], "mass": 0.6})";
  const auto scenario = place(screens + things, doer(R"({"take": "hammer"}, {"put": "hammer", "on": "bench"})"));
  WatchedWorld world = world_of(scenario);
  const frame::FrameInput nobody;
  double caught = 0.0, drawn = 0.0;
  for (int i = 0; i < 60 * 90 && !world.all_done(); ++i) {
    world.tick(nobody);
    const world::HandlingState& hands = world.agents()[0].handling;
    const bool walks = hands.phase == world::HandlingState::Phase::None;
    for (std::size_t s = 0; s < 2; ++s) {
      if (walks) caught = std::max(caught, hands.caught[s]);
      drawn = std::max(drawn, hands.drawn_in[s]);
    }
  }
  REQUIRE(world.all_done());
  CHECK(is_done(world.agents()[0].mind.task().outcomes[1]));
  CHECK(drawn > 0.9);
  CHECK(caught < 0.06);
}
