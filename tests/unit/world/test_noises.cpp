// SPDX-License-Identifier: Apache-2.0
// Agents hear what happens to things, as loudspeakers play it: damped by walls, and they look there.
#include <algorithm>
#include <cmath>

#include "agent_stage.h"
#include "math/trig.h"
#include "show/sounds.h"

using namespace fh;
using namespace fh::test;
using math::Vec3;

namespace {

/// A light crate that hangs 1 m over the floor: 0.9 N s when it meets it.
std::string falling(double x, double z) {
  return fmt::format(
      R"(, {{"part": "crate", "name": "crate", "at": [{}, 1, {}], "width": 0.2, "height": 0.2, "depth": 0.2, "mass": 0.2}})",
      x, z);
}

/// One of 4 kg: 18 N s.
const std::string kHeavy =
    R"(, {"part": "crate", "name": "crate", "at": [2.5, 1, 2.5], "width": 0.3, "height": 0.3, "depth": 0.3, "mass": 4})";

/// Stands at a place and looks along -Z.
std::string stander(double x, double z) {
  return fmt::format(R"({{"name": "ada", "at": [{}, 0, {}], "yaw_deg": 0, "knows": "structure"}})", x, z);
}

/// Degrees between where an agent looks and a place, seen from above.
double off_gaze(const world::Agent& agent, const Vec3& place) {
  const math::Pose eye = agent.world_from_eye();
  const Vec3 to = place - eye.position, looks = eye.direction(math::kForward);
  const double cosine = (to.x * looks.x + to.z * looks.z) /
                        (std::sqrt(to.x * to.x + to.z * to.z) * std::sqrt(looks.x * looks.x + looks.z * looks.z));
  return math::degrees(math::acos(math::clamp(cosine, -1.0, 1.0)));
}

}  // namespace

TEST_CASE("noises: an agent hears a crate fall behind its back, where it falls, and looks there") {
  const Vec3 at{2.5, 0.0, 2.5};
  const auto scenario = place(falling(at.x, at.z), stander(0, 0));
  auto world = world_of(scenario);
  const auto& ada = world.agents()[0];
  core::Tick heard = -1;
  double nearest = 180.0;
  for (int i = 0; i < 3 * 90; ++i) {
    world.tick(frame::FrameInput{});
    if (heard < 0 && ada.mind.noise().count > 0) heard = world.now();
    if (heard >= 0) nearest = std::min(nearest, off_gaze(ada, at));
  }
  REQUIRE(heard >= 0);
  // Free fall of 1 m: 0.45 s; ears are asked some times a second.
  CHECK(core::seconds_of(heard) > 0.44);
  CHECK(core::seconds_of(heard) < 0.75);
  const Vec3 ears = ada.frames.position(human::Joint::Head), place = ada.mind.noise().place;
  const double bearing = std::atan2(place.x - ears.x, place.z - ears.z) - std::atan2(at.x - ears.x, at.z - ears.z);
  CHECK(std::abs(math::degrees(bearing)) < 10.0);
  CHECK(nearest < 45.0);
}

TEST_CASE("noises: an agent at its errands looks up at what falls loudly beside it, not at every noise") {
  const Vec3 at{2.5, 0.0, 2.5};
  for (const bool loud : {true, false}) {
    const auto scenario =
        place(loud ? kHeavy : falling(at.x, at.z),
              R"({"name": "ada", "at": [0, 0, 0], "yaw_deg": 0, "knows": "structure", "behaviour": "errands",
                                    "errands": [{"at": [0, 0, 0], "yaw_deg": 0, "seconds": 20}]})");
    auto world = world_of(scenario);
    const auto& ada = world.agents()[0];
    double nearest = 180.0;
    for (int i = 0; i < 3 * 90; ++i) {
      world.tick(frame::FrameInput{});
      if (ada.mind.noise().count > 0) nearest = std::min(nearest, off_gaze(ada, at));
    }
    INFO((loud ? "loud" : "soft") << ", gaze within " << nearest << " degrees, " << ada.mind.noise().level_db
                                  << " dB at the ears");
    CHECK(ada.mind.noise().count > 0);
    CHECK((nearest < 45.0) == loud);
  }
}

TEST_CASE("noises: a wall keeps from an agent what loudspeakers beside it do not play loudly either") {
  for (const bool walled : {false, true}) {
    const auto scenario =
        place(falling(0.0, 3.5) + (walled ? wall("between", 0.0, 0.0, 11.9, 0.0) : ""), stander(0, -3.5));
    auto world = world_of(scenario);
    const auto& ada = world.agents()[0];
    show::Sounds sounds;
    double loudest = -1e9;
    for (int i = 0; i < 2 * 90; ++i) {
      world.tick(frame::FrameInput{});
      const Vec3 ears = ada.frames.position(human::Joint::Head);
      for (const audio::Cue& cue : sounds.of_tick(world, ears)) {
        if (cue.kind != audio::CueKind::Impact) continue;
        loudest = std::max(loudest, cue.level_db - cue.loss_db - 20.0 * std::log10(glm::length(cue.position - ears)));
      }
    }
    INFO((walled ? "wall between" : "open") << ", loudest at the ears " << loudest << " dB");
    CHECK((ada.mind.noise().count > 0) == !walled);
    CHECK((loudest > senses::HearingSettings{}.threshold_db) == !walled);
  }
}

TEST_CASE("noises: a siren sounds while its value is high, once a second, and an agent hears it") {
  const std::string panel =
      R"(, {"part": "panel", "name": "panel", "at": [0, 1.3, -5], "width": 0.4, "height": 0.3, "controls": [
           {"name": "alarm", "kind": "siren", "x": 0, "y": 0}]}], "drives": [
         {"name": "pressure", "range": [0, 10], "start": 8, "changes": [{"per_s": 1}],
          "lamps": [{"lamp": "panel.alarm", "from": 9, "to": 9.99}]})";
  const auto scenario = place(panel, stander(0, 0));
  auto world = world_of(scenario);
  const auto& ada = world.agents()[0];
  show::Sounds sounds;
  std::vector<double> sirens;
  double first_heard = -1.0;
  for (int i = 0; i < 5 * 90; ++i) {
    world.tick(frame::FrameInput{});
    for (const audio::Cue& cue : sounds.of_tick(world, {0.0, 1.6, 0.0}))
      if (cue.kind == audio::CueKind::Siren) sirens.push_back(core::seconds_of(world.now()));
    if (first_heard < 0.0 && ada.mind.noise().count > 0) first_heard = core::seconds_of(world.now());
  }
  REQUIRE(sirens.size() == 1);  // 9 to 9.99: just under a second
  CHECK(std::abs(sirens[0] - 1.0) < 0.05);
  CHECK(first_heard > 0.99);
  CHECK(first_heard < 1.3);
  CHECK(glm::length(ada.mind.noise().place - Vec3(0.0, 1.3, -5.0)) < 2.0);
}

TEST_CASE("noises: a world that goes on from a saved state hears the same") {
  const auto scenario = place(falling(2.5, 2.5), stander(0, 0));
  auto world = world_of(scenario);
  for (int i = 0; i < 43; ++i) world.tick(frame::FrameInput{});  // just after the crate met the floor
  REQUIRE_FALSE(world.noises().recent().empty());
  std::vector<std::byte> bytes;
  core::save(static_cast<world::World&>(world), bytes);
  auto other = world::World::create(scenario, {.workers = 2});
  REQUIRE(other);
  REQUIRE(core::load(*other, bytes));
  for (int i = 0; i < 90; ++i) {
    world.tick(frame::FrameInput{});
    other->tick(frame::FrameInput{});
  }
  CHECK(other->state_hash() == world.state_hash());
  CHECK(other->agents()[0].mind.noise().count == world.agents()[0].mind.noise().count);
}

TEST_CASE("noises: what somebody holds is not to be had by others, user or agent, and both are told") {
  const std::string parts =
      R"(, {"part": "table", "name": "desk", "at": [0, 0, -2], "width": 1.2, "depth": 0.6, "height": 0.74},
         {"part": "vessel", "name": "can", "style": "can", "at": [0.2, 0.742, -1.85], "radius": 0.033, "height": 0.12, "mass": 0.4})";
  const auto scenario =
      place(parts,
            R"({"name": "ann", "body": {"sex": "f"}, "at": [0, 0, 1.5], "yaw_deg": 0, "knows": "structure",
                                  "behaviour": "errands", "errands": [{"take": "can"}]})",
            "[0.2, 0, -1.45]");
  auto world = world_of(scenario);
  const core::ObjectId can = scenario.scene.find("can")->id;
  const auto& ann = world.agents()[0];
  const auto input = [&](double squeeze) {
    frame::FrameInput in = standing_user({0.0, 0.0, 0.0});
    for (std::size_t s = 0; s < frame::kHands; ++s) {
      auto& hand = in.hands[s];
      hand.active = hand.grip.valid = hand.grip.tracked = 1;
      hand.grip.pose.rotation = frame::grip_of(in.head.pose).rotation;
      hand.grip.pose.position = s == frame::kRight ? Vec3(0.05, 0.82, -0.36) : Vec3(-0.25, 0.8, -0.1);
      if (s == frame::kRight) hand.squeeze = squeeze;
      hand.aim = hand.grip;
    }
    return in;
  };
  for (int i = 0; i < 45; ++i) world.tick(input(0.0));
  for (int i = 0; i < 60 * 90 && !world.all_done(); ++i) {
    world.tick(input(1.0));
    CHECK_FALSE((ann.handling.feel.held[0] == can || ann.handling.feel.held[1] == can));
  }
  INFO(ann.mind.why());
  CHECK(world.physics().held_by({core::BodyId{1}, frame::kRight}) == can);
  REQUIRE(world.all_done());
  CHECK(ann.mind.task().tally.failed == 1);
}
