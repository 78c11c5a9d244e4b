// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>

#include "boxes.h"
#include "world/world.h"

using namespace fh;

namespace {

/// A floor, a box of 2 kg on a stand, and a door on a hinge.
scene::Scenario small_place() {
  scene::Scenario scenario;
  scenario.name = "small";
  scenario.users = {{"user", {}}};
  test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
  test::add_box(scenario, "stand", {0.2, 0.45, -0.5}, {0.12, 0.45, 0.12});
  test::add_box(scenario, "box", {0.2, 1.0, -0.5}, {0.1, 0.1, 0.1}, 2.0);
  auto& door = test::add_box(scenario, "door", {3, 1, 0}, {0.45, 1, 0.02});
  door.mass = 20.0;
  door.openable = true;
  door.joint = {scene::JointKind::Hinge, {-0.45, 0, 0}, {0, 1, 0}, 0.0, 1.5, 0.5, 0.0, 0.0};
  return scenario;
}

frame::FrameInput input_with_hand(const math::Vec3& right, double squeeze) {
  frame::FrameInput input;
  input.head.pose.position = {0, 1.6, 0};
  input.head.valid = input.head.tracked = 1;
  for (auto& hand : input.hands) {
    hand.grip.valid = hand.grip.tracked = 1;
    hand.active = 1;
    hand.aim = hand.grip;
  }
  input.hands[frame::kLeft].grip.pose.position = {-0.3, 1.0, 0};
  input.hands[frame::kRight].grip.pose.position = right;
  input.hands[frame::kRight].squeeze = squeeze;
  return input;
}

}  // namespace

TEST_CASE("world: a squeezing hand lifts the box, an opening hand drops it") {
  const auto scenario = small_place();
  auto world = world::World::create(scenario, {.user = {}, .workers = 1});
  REQUIRE(world);
  const core::ObjectId box = scenario.scene.find("box")->id;
  const auto run = [&](math::Vec3 from, math::Vec3 to, double squeeze, int ticks) {
    for (int i = 1; i <= ticks; ++i) world->tick(input_with_hand(from + (to - from) * (double(i) / ticks), squeeze));
  };
  const math::Vec3 above{0.2, 1.4, -0.45}, at{0.2, 1.16, -0.45}, high{0.2, 1.5, -0.45};
  run(above, at, 0.0, 60);
  CHECK(std::abs(world->physics().pose(box).position.y - 1.0) < 0.02);
  run(at, at, 1.0, 10);
  run(at, high, 1.0, 120);
  run(high, high, 1.0, 60);
  CHECK(world->physics().held_by({core::BodyId{1}, frame::kRight}) == box);
  CHECK(world->physics().pose(box).position.y > 1.3);
  run(high, high, 0.0, 90);
  CHECK(world->physics().pose(box).position.y < 1.05);
}

TEST_CASE("world: a tracking glitch drops nothing") {
  const auto scenario = small_place();
  auto world = world::World::create(scenario, {.user = {}, .workers = 1});
  REQUIRE(world);
  const core::ObjectId box = scenario.scene.find("box")->id;
  const math::Vec3 at{0.2, 1.16, -0.45};
  for (int i = 0; i < 30; ++i) world->tick(input_with_hand(at, 1.0));
  auto lost = input_with_hand(at, 0.0);
  lost.hands[frame::kRight].grip.valid = lost.hands[frame::kRight].grip.tracked = 0;
  for (int i = 0; i < 20; ++i) world->tick(lost);
  CHECK(world->physics().held_by({core::BodyId{1}, frame::kRight}) == box);
}

TEST_CASE("world: teleporting does not sweep the hands through the room") {
  const auto scenario = small_place();
  auto world = world::World::create(scenario, {.user = {}, .workers = 1});
  REQUIRE(world);
  const core::ObjectId box = scenario.scene.find("box")->id;
  auto behind = input_with_hand({0.2, 1.05, 1.7}, 0.0);  // the way to the other side leads through the box
  behind.head.pose.position.z = 2.0;
  for (int i = 0; i < 30; ++i) world->tick(behind);
  CHECK(glm::length(world->users()[0].state.hands[1].grip.world_from_point.position - math::Vec3(0.2, 1.05, 1.7)) <
        0.05);
  auto jump = behind;
  jump.commands.add({frame::CommandId::Teleport, {}, 0.0, {math::kIdentity, {0, 0, -6}}});
  world->tick(jump);
  for (int i = 0; i < 60; ++i) world->tick(behind);
  CHECK(world->users()[0].state.hands[1].grip.world_from_point.position.z < -6.0);
  const auto moved = world->physics().pose(box).position - math::Vec3(0.2, 1.0, -0.5);
  CHECK(glm::length(moved) < 0.02);
}

TEST_CASE("world: the snapshot shows every part where physics has it, and reuses its memory") {
  auto scenario = small_place();
  scenario.scene.materials.push_back({});
  scenario.scene.meshes.push_back({});
  for (auto& object : scenario.scene.objects) object.parts.push_back({0, {}, math::Vec3(1.0)});
  auto world = world::World::create(scenario, {.user = {}, .workers = 1});
  REQUIRE(world);
  frame::Snapshot snapshot;
  for (int i = 0; i < 30; ++i) world->tick(input_with_hand({0.3, 1, 0}, 0.0));
  world->fill(snapshot);
  REQUIRE(snapshot.objects.size() == 4);
  CHECK(snapshot.tick == 30);
  const auto box = scenario.scene.find("box")->id;
  CHECK(glm::length(snapshot.objects[2].world_from_mesh.position - world->physics().pose(box).position) < 1e-12);
  const auto* before = snapshot.objects.data();
  world->fill(snapshot);
  CHECK(snapshot.objects.data() == before);
}

TEST_CASE("world: field paths and digests belong together") {
  const auto scenario = small_place();
  auto world = world::World::create(scenario, {.user = {}, .workers = 1});
  REQUIRE(world);
  world->tick(input_with_hand({0.3, 1, 0}, 0.0));
  for (std::size_t i = 0; i < world::kPhases; ++i) {
    world::PhaseDigest digest;
    world->digest(static_cast<world::Phase>(i), digest);
    const auto paths = world->field_paths(static_cast<world::Phase>(i));
    CHECK(paths.size() == digest.fields.size());
    // Without agents their phases have nothing to remember.
    const auto phase = static_cast<world::Phase>(i);
    const bool of_agents = phase == world::Phase::Sense || phase == world::Phase::Decide || phase == world::Phase::Move;
    CHECK(paths.empty() == of_agents);
    for (const auto& path : paths) CHECK_FALSE(path.empty());
  }
}
