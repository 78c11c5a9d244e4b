// SPDX-License-Identifier: Apache-2.0
// What reaches an agent's memory through each of its senses, and how soon.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "agent_stage.h"
#include "senses/retina/inspect.h"
#include "senses/retina/retina.h"
#include "show/retina_picture.h"

using namespace fh;

namespace {

const auto kUser = senses::ItemId::of(core::BodyId{1});
constexpr core::Tick kReaction = 18, kLookPeriod = 9;  // ticks: 0.2 s and 0.1 s

/// The user's tracking space is at the origin. The seed is one with which the agent does not happen to look round by
/// itself.
scene::Scenario room(const std::string& parts, const std::string& agent) {
  return test::place(parts, agent, "[0, 0, 0]", 7);
}
/// Upright, looking along -Z, making no sound.
frame::FrameInput visitor_at(double x, double z) {
  return test::standing_user({x, 0.0, z});
}

const senses::Memory& memory_of(const world::World& world) {
  return world.agents()[0].mind.memory();
}
bool knows_user(const world::World& world) {
  return memory_of(world).find(kUser, world.now()) != nullptr;
}
/// Something of the user has been sensed, recognised or not.
bool senses_user(const world::World& world) {
  for (const auto& seen : memory_of(world).observations()) {
    if (seen.item == kUser || seen.item == kUser.nameless()) return true;
  }
  return false;
}

/// A visitor who comes from behind the agent, slowly, up to `nearest` metres, and stays there until 6 s are over.
struct Approach {
  core::Tick sensed = -1, seen = -1;
  senses::Source first_by = senses::Source::Told;
  double apart = 1e9;  // m between the bodies' axes, the least until sensed
};
Approach approach_from_behind(double nearest) {
  const auto scenario = room("", R"({"name": "ada", "at": [0, 0, 0], "behaviour": "stand"})");
  auto world = test::world_of(scenario);
  Approach approach;
  for (int i = 0; i < 6 * 90; ++i) {
    const double z = std::max(nearest, 0.9 - 0.38 * i / 90.0);
    world.tick(visitor_at(0.0, z));
    const auto& body = world.users()[0].avatar.fit().posture.world_from_pelvis.position;
    const auto& root = world.agents()[0].gait.root;
    if (approach.sensed < 0)
      approach.apart = std::min(approach.apart, glm::length(math::Vec2(body.x - root.x, body.z - root.z)));
    if (approach.sensed < 0 && senses_user(world)) {
      approach.sensed = i;
      approach.first_by = memory_of(world).observations().back().source;
    }
    if (approach.seen < 0 && knows_user(world)) approach.seen = i;
  }
  return approach;
}

}  // namespace

TEST_CASE("senses: a person who comes from behind unseen is not known until they touch") {
  const Approach near = approach_from_behind(0.55);
  CHECK(near.sensed == -1);
  CHECK(near.seen == -1);
  CHECK(near.apart > 0.45);  // bodies meet at 0.44 m between their axes
  const Approach touching = approach_from_behind(0.25);
  REQUIRE(touching.sensed > 0);
  CHECK(touching.first_by == senses::Source::Touch);
  CHECK(touching.apart < 0.45);
  // A nameless thing at first; it turns round and sees who it is.
  REQUIRE(touching.seen >= touching.sensed + kReaction);
  CHECK(touching.seen < touching.sensed + 3 * 90);
}

TEST_CASE("senses: a hand on the shoulder is felt, one held beside it is not") {
  const auto scenario = room("", R"({"name": "ada", "at": [0, 0, 0], "behaviour": "stand"})");
  for (const double aside : {0.0, 0.25}) {
    auto world = test::world_of(scenario);
    bool felt = false;
    const math::Vec3 shoulder = world.agents()[0].frames.position(human::Joint::RightUpperArm);
    for (int i = 0; i < 3 * 90; ++i) {
      auto input = visitor_at(0.1, 0.58);
      auto& grip = input.hands[frame::kRight].grip;
      const double behind = std::max(0.02, 0.45 - 0.4 * i / 90.0);
      grip.pose.position = shoulder + math::Vec3(aside, 0.0, behind);
      input.hands[frame::kRight].active = 1;
      grip.valid = grip.tracked = grip.velocity_valid = 1;
      grip.linear_velocity = {0.0, 0.0, behind > 0.02 ? -0.4 : 0.0};
      world.tick(input);
      for (const auto& noticed : memory_of(world).observations()) {
        felt = felt || (noticed.item == kUser.nameless() && noticed.source == senses::Source::Touch);
      }
    }
    const math::Vec3 hand = world.users()[0].avatar.world_from_grip(frame::kRight).position - shoulder;
    INFO("hand at " << hand.x << ", " << hand.y << ", " << hand.z << " from the shoulder");
    CHECK(felt == (aside == 0.0));
  }
}

TEST_CASE("senses: of many contacts the strongest are felt, each thing once") {
  world::TouchState touch;
  const auto thing = [](std::uint32_t id) { return senses::ItemId::of(core::ObjectId{id}); };
  touch.add({thing(9), {}, 0.5 * senses::kFeltImpulse});
  CHECK(touch.felt().empty());
  for (std::uint32_t id = 1; id <= 6; ++id) touch.add({thing(id), {}, 1.0 * id});
  touch.add({thing(6), {}, 0.7});
  touch.add({thing(4), {}, 8.0});
  REQUIRE(touch.felt().size() == world::TouchState::kMost);
  double sum = 0.0;
  for (const auto& contact : touch.felt()) sum += contact.impulse;
  CHECK(sum == 3.0 + 8.0 + 5.0 + 6.0);
}

TEST_CASE("senses: a pane of glass is not seen, but felt") {
  const std::string front =
      R"(, {"part": "wall", "name": "front", "at": [0, 0, -2], "length": 12, "height": 2.6, "thickness": 0.15,
            "openings": [{"x": 0, "width": 2.4, "height": 2.2}]},
          {"part": "window", "name": "shop", "at": [0, 0, -2], "width": 2.4, "height": 2.2, "sill": 0, "wall_thickness": 0.15})";
  const auto scenario =
      room(front, R"({"name": "ada", "at": [0, 0, 1], "behaviour": "errands", "errands": [{"at": [0, 0, -4]}]})");
  auto world = test::world_of(scenario);
  const auto pane = senses::ItemId::of(scenario.scene.find("shop.pane")->id).nameless();
  const senses::Observation* felt = nullptr;
  for (int i = 0; i < 8 * 90 && !felt; ++i) {
    world.tick(frame::FrameInput{});
    for (const auto& seen : memory_of(world).observations()) {
      if (seen.item == pane) felt = &seen;
      CHECK(seen.item != pane.named());
    }
  }
  REQUIRE(felt);
  CHECK(felt->source == senses::Source::Touch);
  CHECK(std::abs(felt->pose.position.z + 2.0) < 0.15);
  CHECK(world.agents()[0].gait.root.z < -1.5);  // it is there, not before
}

TEST_CASE("senses: behind a rack the user is not perceived; stepping out, within a look and the reaction time") {
  const auto scenario =
      room(R"(, {"part": "wall", "name": "rack", "at": [0, 0, -1], "length": 3, "height": 2.2, "thickness": 0.4})",
           R"({"name": "ada", "at": [0, 0, 3], "behaviour": "stand"})");
  auto world = test::world_of(scenario);
  // The oracle: an eye without limits of acuity or attention at the same place.
  senses::RetinaScene truth(scenario.scene);
  human::Frames<double> frames;
  const auto& person = world.people()[0];
  human::forward_kinematics(person.body.skeleton, human::zero_posture(person.body.skeleton), frames);
  truth.add_body(core::BodyId{1}, person.solids, frames);
  core::Tick glimpse = -1, plain = -1, known = -1;
  for (int i = 0; i < 5 * 90 && known < 0; ++i) {
    const double x = std::max(0.0, 0.01 * (i - 90));  // waits a second, then 0.9 m/s to the side
    world.tick(visitor_at(x, -2.5));
    truth.place_body(core::BodyId{1}, world.users()[0].avatar.fit().frames);
    truth.settle();
    const double seen = senses::inspect(truth, world.agents()[0].world_from_eye().position, kUser).fraction;
    if (glimpse < 0 && seen > 0.0) glimpse = i;
    if (plain < 0 && seen > 0.4) plain = i;
    if (knows_user(world)) known = i;
    if (glimpse < 0) CHECK_FALSE(senses_user(world));
  }
  REQUIRE(glimpse > 120);
  REQUIRE(plain > glimpse);
  CHECK(known >= glimpse + kReaction);
  CHECK(known <= plain + kLookPeriod + kReaction);
}

TEST_CASE("senses: in a mirror the user is perceived when mirrors are on, and only then") {
  // The rack hides the user; the mirror at the side shows them round its end.
  const std::string parts =
      R"(, {"part": "wall", "name": "rack", "at": [0, 0, -1], "length": 3, "height": 2.2, "thickness": 0.4},
          {"part": "mirror", "name": "mirror", "at": [3, 1.3, -0.25], "yaw_deg": -90, "width": 1.8, "height": 1.8})";
  const auto agent = [](bool mirrors) {
    return fmt::format(
        R"({{"name": "ada", "at": [0, 0, 2], "yaw_deg": -53, "behaviour": "stand", "sees_mirrors": {}}})", mirrors);
  };
  for (const bool mirrors : {false, true}) {
    INFO("mirrors " << mirrors);
    const auto scenario = room(parts, agent(mirrors));
    auto world = test::world_of(scenario);
    bool in_mirror = false, directly = false;
    for (int i = 0; i < 3 * 90; ++i) {
      world.tick(visitor_at(0.0, -2.5));
      if (const auto* percept = world.agents()[0].percepts.find(kUser)) {
        in_mirror = in_mirror || percept->in_mirror;
        directly = directly || !percept->in_mirror;
      }
    }
    CHECK(senses_user(world) == mirrors);
    CHECK(in_mirror == mirrors);
    CHECK_FALSE(directly);
    const auto* seen = memory_of(world).find(kUser, world.now());
    REQUIRE((seen != nullptr) == mirrors);
    if (!seen) continue;
    const math::Vec3 off = seen->pose.position - world.users()[0].avatar.fit().posture.world_from_pelvis.position;
    CHECK(glm::length(off) < 0.25);  // where they are, not behind the glass
  }
}

TEST_CASE("senses: the picture of an eye shows people where they were seen") {
  const auto scenario =
      room(R"(, {"part": "wall", "name": "rack", "at": [0, 0, -1], "length": 3, "height": 2.2, "thickness": 0.4})",
           R"({"name": "ada", "at": [0, 0, 3], "behaviour": "stand"})");
  auto world = test::world_of(scenario);
  frame::Inset inset;
  const auto is_person = [](const frame::Inset::Pixel& p) { return p[0] > p[1] + 20 && p[1] > p[2] + 20; };
  const auto people = [&] { return std::count_if(inset.pixels.begin(), inset.pixels.end(), is_person); };
  show::draw_eye(world, 0, inset);
  CHECK(inset.title == "ada has not looked yet");
  for (int i = 0; i < 45; ++i) world.tick(visitor_at(0.0, -2.5));
  show::draw_eye(world, 0, inset);
  CHECK(inset.title.starts_with("seen by ada"));
  CHECK(people() == 0);  // behind the rack
  for (int i = 0; i < 90; ++i) world.tick(visitor_at(1.9, 0.5));
  const auto& percepts = world.agents()[0].percepts;
  REQUIRE(percepts.find(kUser));
  show::draw_eye(world, 0, inset);
  const math::Vec3 head =
      world.users()[0].avatar.fit().frames.position(human::Joint::Head) + math::Vec3(0.0, 0.08, 0.0);
  const math::Vec3 way = math::inverse(percepts.world_from_eye).point(head);
  const double across = 0.5 + math::degrees(math::atan2(way.x, -way.z)) / 200.0;
  const double down = 0.5 - math::degrees(math::asin(way.y / glm::length(way))) / 130.0;
  const auto x = static_cast<std::uint32_t>(across * inset.columns), y = static_cast<std::uint32_t>(down * inset.rows);
  REQUIRE((x < inset.columns && y < inset.rows));
  CHECK(is_person(inset.row(y)[x]));
  CHECK(people() > 200);
  CHECK(people() < static_cast<std::ptrdiff_t>(inset.pixels.size() / 10));
}
