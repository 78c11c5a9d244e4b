// SPDX-License-Identifier: Apache-2.0
// What controls drive: a hand turns a valve and the pressure falls while it is open; an emergency stop stays in until
// it is pulled out; needles and lamps show it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/files.h"
#include "math/trig.h"
#include "world/world.h"

using namespace fh;

namespace {

using math::Vec3;

constexpr const char* kPlant = R"({
  "name": "plant", "user": { "at": [0, 0, 0] },
  "parts": [
    { "part": "floor", "name": "floor", "width": 6, "depth": 6 },
    { "part": "valve", "name": "valve", "at": [0.2, 1.15, -0.42], "radius": 0.13, "turns": 1.5 },
    { "part": "panel", "name": "panel", "at": [-0.25, 1.25, -0.45], "width": 0.4, "height": 0.3, "controls": [
      { "name": "gauge", "kind": "gauge", "x": 0.1, "y": 0.05 }, { "name": "ready", "kind": "lamp", "x": -0.1, "y": 0.1 },
      { "name": "stop", "kind": "emergency", "x": -0.1, "y": -0.05 }, { "name": "speed", "kind": "dial", "x": 0.1, "y": -0.08 } ] } ],
  "drives": [
    { "name": "pressure", "unit": "bar", "range": [0, 10], "start": 8,
      "changes": [ { "control": "valve", "states": ["partly open", "open"], "per_s": -1.5 } ], "gauges": ["panel.gauge"] },
    { "name": "power", "start": 1, "changes": [ { "control": "panel.stop", "states": ["pressed"], "per_s": -4 },
                                                { "control": "panel.stop", "states": ["released"], "per_s": 4 } ],
      "lamps": [ { "lamp": "panel.ready" } ] },
    { "name": "speed", "range": [0, 300], "follows": "panel.speed" } ] })";

struct Plant {
  scene::Scenario scenario;
  std::optional<world::World> world;
  Vec3 hand{0.3, 0.9, -0.1};
  math::Quat turn = frame::grip_of({}).rotation;
  double squeeze = 0.0, curl = 0.0;

  Plant() {
    auto parsed = scene::parse_scenario(kPlant, "plant", ".");
    if (!parsed) FAIL(parsed.error().message);
    scenario = std::move(*parsed);
    auto made = world::World::create(scenario, {.user = {}, .workers = 1});
    if (!made) FAIL(made.error().message);
    world.emplace(std::move(*made));
    for (int i = 0; i < 30; ++i) tick();
  }
  void tick() {
    frame::FrameInput input;
    input.head.pose.position = {0.0, 1.60, 0.0};
    input.head.valid = input.head.tracked = 1;
    for (std::size_t side = 0; side < frame::kHands; ++side) {
      auto& tracked = input.hands[side];
      tracked.active = tracked.grip.valid = tracked.grip.tracked = 1;
      tracked.grip.pose = {frame::grip_of({}).rotation, {-0.3, 0.8, -0.1}};
      if (side == frame::kRight) {
        tracked.grip.pose = {turn, hand};
        tracked.squeeze = squeeze;
        tracked.curls.fill(static_cast<float>(curl));
        tracked.curls_valid = 1;
      }
      tracked.aim = tracked.grip;
    }
    world->tick(input);
  }
  void bring(const Vec3& to, double seconds) {
    const int ticks = static_cast<int>(90.0 * seconds);
    const Vec3 from = hand;
    for (int i = 1; i <= ticks; ++i) {
      hand = from + (static_cast<double>(i) / ticks) * (to - from);
      tick();
    }
  }
  void wait(double seconds) { bring(hand, seconds); }
  core::ObjectId id(const char* name) const { return scenario.scene.find(name)->id; }
  double at(const char* name) const { return world->physics().joint_position(id(name)); }
  double value(std::size_t drive) const {
    frame::Moment moment;
    world->observe(moment);
    return scenario.drives[drive].value(moment.drives[drive]);
  }
  /// Of a part of the object: how it is drawn.
  std::vector<frame::DrawObject> drawn(const char* name) const {
    frame::Snapshot snapshot;
    world->fill(snapshot);
    std::erase_if(snapshot.objects, [&](const auto& object) { return object.id != id(name); });
    return snapshot.objects;
  }
  /// Degrees by which the farthest turned part of the gauge is turned against how it was made.
  double needle() const {
    const math::Pose gauge = scenario.scene.find("panel.gauge")->world_from_object;
    double most = 0.0;
    for (const auto& part : drawn("panel.gauge")) {
      const double turned = math::swing_twist((math::inverse(gauge) * part.world_from_mesh).rotation, {0, 0, 1}).twist;
      if (std::abs(turned) > std::abs(most)) most = turned;
    }
    return math::degrees(most);
  }
};

}  // namespace

TEST_CASE("drives: a valve that a hand turns by 90 degrees lets the pressure fall, which the needle shows") {
  Plant plant;
  const Vec3 axis{0.2, 1.15, -0.42};
  plant.wait(0.5);
  CHECK(plant.value(0) == 8.0);
  CHECK(std::abs(plant.needle() - (135.0 - 270.0 * 0.8 - 40.0)) < 1e-6);
  const auto on_rim = [&](double degrees) {
    const double angle = math::radians(degrees);
    return axis + 0.13 * Vec3(math::cos(angle), math::sin(angle), 0.0);
  };
  plant.bring(on_rim(0.0) + Vec3(0.0, 0.0, 0.12), 0.5);
  plant.bring(on_rim(0.0) + Vec3(0.0, 0.0, 0.03), 0.3);
  plant.squeeze = 1.0;
  plant.wait(0.3);
  REQUIRE(plant.world->physics().held_by({core::BodyId{1}, frame::kRight}) == plant.id("valve"));
  CHECK(std::abs(plant.value(0) - 8.0) < 0.2);
  for (int degrees = 1; degrees <= 120 && plant.at("valve") < math::radians(90.0); ++degrees)
    plant.bring(on_rim(degrees) + Vec3(0.0, 0.0, 0.03), 1.0 / 45.0);
  plant.wait(0.5);
  CHECK(std::abs(math::degrees(plant.at("valve")) - 90.0) < 3.0);
  const double before = plant.value(0);
  plant.wait(1.0);
  CHECK(std::abs(before - plant.value(0) - 1.5) < 0.02);
  CHECK(std::abs(plant.needle() - (135.0 - 27.0 * plant.value(0) - 40.0)) < 1e-6);

  // The state is saved with the world, and goes on alike.
  std::vector<std::byte> bytes;
  core::save(*plant.world, bytes);
  Plant other;
  REQUIRE(core::load(*other.world, bytes));
  CHECK(other.value(0) == plant.value(0));
  plant.tick();
  other.hand = plant.hand, other.squeeze = 1.0;
  other.tick();
  CHECK(other.world->state_hash() == plant.world->state_hash());
}

TEST_CASE("drives: an emergency stop stays in until it is pulled out, and its lamp is dark meanwhile") {
  Plant plant;
  const auto dark = [&] {
    const auto parts = plant.drawn("panel.ready");
    return std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.highlight.a > 0.5f; });
  };
  CHECK_FALSE(dark());
  const math::Pose stop = plant.scenario.scene.find("panel.stop")->world_from_object;
  const Vec3 above = stop.point({0.0, 0.0, 0.25});
  plant.curl = 1.0;
  plant.bring(above, 0.6);
  // The fist comes straight at it until the head is in.
  for (int i = 0; i < 90 && plant.at("panel.stop") < 0.0078; ++i)
    plant.bring(plant.hand - Vec3(0.0, 0.0, 0.0025), 1.0 / 90.0);
  CHECK(plant.at("panel.stop") > 0.0075);
  plant.bring(above, 0.5);
  plant.wait(0.5);
  CHECK(plant.at("panel.stop") > 0.0075);
  CHECK(dark());
  CHECK(plant.value(1) == 0.0);

  plant.curl = 0.2;
  plant.bring(stop.point({0.0, 0.0, 0.10}), 0.4);
  plant.squeeze = 1.0;
  plant.wait(0.3);
  REQUIRE(plant.world->physics().held_by({core::BodyId{1}, frame::kRight}) == plant.id("panel.stop"));
  plant.bring(above, 0.6);
  plant.squeeze = 0.0;
  plant.wait(0.5);
  CHECK(plant.at("panel.stop") < 0.0005);
  CHECK_FALSE(dark());
  CHECK(plant.value(1) == 1.0);
}

TEST_CASE("drives: a dial that is let go and taken again turns on from where it was, in its steps") {
  Plant plant;
  const math::Pose dial = plant.scenario.scene.find("panel.speed")->world_from_object;
  const double start = plant.at("panel.speed");
  const auto turned = [](double degrees) {
    return frame::grip_of({}).rotation * math::from_axis_angle({0.0, 1.0, 0.0}, math::radians(degrees));
  };
  plant.turn = turned(0.0);
  plant.bring(dial.point({0.0, 0.0, 0.2}), 0.6);
  std::vector<double> stops;
  for (int grip = 0; grip < 3; ++grip) {
    plant.bring(dial.point({0.0, 0.0, 0.09}), 0.4);
    plant.squeeze = 1.0;
    plant.wait(0.3);
    REQUIRE(plant.world->physics().held_by({core::BodyId{1}, frame::kRight}) == plant.id("panel.speed"));
    for (int i = 1; i <= 60; ++i) {
      plant.turn = turned(0.5 * i);
      plant.tick();
    }
    plant.wait(0.2);
    plant.squeeze = 0.0;
    plant.wait(0.2);
    const double after = plant.at("panel.speed");
    const double before = stops.empty() ? start : stops.back();
    CHECK(std::abs(std::abs(math::degrees(after - before)) - 27.0) < 3.0);
    plant.bring(dial.point({0.0, 0.0, 0.2}), 0.3);
    for (int i = 60; i >= 0; --i) {
      plant.turn = turned(0.5 * i);
      plant.tick();
    }
    CHECK(std::abs(plant.at("panel.speed") - after) < math::radians(0.5));
    stops.push_back(after);
  }
  INFO(math::degrees(start) << " " << math::degrees(stops[0]) << " " << math::degrees(stops[2]));
  CHECK(std::abs(std::abs(math::degrees(stops[2] - start)) - 81.0) < 4.0);
}

TEST_CASE("drives: a value follows a dial, and stands still in a pause") {
  Plant plant;
  CHECK(std::abs(plant.value(2) - 150.0) < 1.0);
  auto& physics = const_cast<physics::World&>(plant.world->physics());
  physics.set_joint_target(plant.id("panel.speed"), math::radians(81.0), 1.0);
  physics.set_joint_target(plant.id("valve"), 3.0, 50.0);
  plant.wait(1.0);
  CHECK(std::abs(plant.value(2) - 240.0) < 3.0);
  const double before = plant.value(0);
  CHECK(before < 8.0);
  frame::FrameInput pause;
  pause.commands.add(frame::CommandId::Pause);
  plant.world->tick(pause);
  plant.wait(1.0);
  CHECK(plant.value(0) == before);
}
