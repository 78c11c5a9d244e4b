// SPDX-License-Identifier: Apache-2.0
// Pausing holds things and agents, not the user; it comes with the input, so that replays pause too.
#include <catch2/catch_test_macros.hpp>

#include "boxes.h"
#include "world/world.h"

using namespace fh;

namespace {

/// A box of 1 kg falls from 3 m.
scene::Scenario falling_box() {
  scene::Scenario scenario;
  scenario.name = "falling";
  scenario.users = {{"user", {}}};
  test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
  test::add_box(scenario, "box", {2.0, 3.0, -2.0}, {0.1, 0.1, 0.1}, 1.0);
  return scenario;
}

frame::FrameInput looking_on(double x) {
  frame::FrameInput input;
  input.head.pose.position = {x, 1.6, 0};
  input.head.valid = input.head.tracked = 1;
  return input;
}

bool says(const world::World& world, const std::string& text) {
  frame::Snapshot snapshot;
  world.fill(snapshot);
  for (const auto& shown : snapshot.overlay.texts) {
    if (shown.text == text) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("pause: a command or a system menu holds what falls, and the user still looks round") {
  const auto scenario = falling_box();
  const core::ObjectId box = scenario.scene.find("box")->id;
  for (const bool by_menu : {false, true}) {
    auto world = world::World::create(scenario, {.user = {}, .workers = 1});
    auto straight = world::World::create(scenario, {.user = {}, .workers = 1});
    REQUIRE((world && straight));
    const auto falling = [&](double x) {
      auto input = looking_on(x);
      world->tick(input);
      straight->tick(input);
    };
    for (int i = 0; i < 20; ++i) falling(0.0);
    const math::Vec3 held = world->physics().pose(box).position;
    for (int i = 0; i < 90; ++i) {
      auto input = looking_on(i / 200.0);
      if (by_menu)
        input.focus = frame::SessionFocus::Visible;
      else if (i == 0)
        input.commands.add(frame::CommandId::Pause);
      world->tick(input);
      CHECK(world->physics().pose(box).position == held);
    }
    CHECK(world->is_paused());
    CHECK(world->now() == 110);
    CHECK(world->simulated() == 20);
    CHECK(says(*world, "Paused"));
    CHECK(world->users()[0].state.head.world_from_point.position.x > 0.4);
    auto go_on = looking_on(0.0);
    if (!by_menu) go_on.commands.add(frame::CommandId::Pause);
    world->tick(go_on);
    straight->tick(looking_on(0.0));
    for (int i = 0; i < 10; ++i) falling(0.0);
    CHECK_FALSE(world->is_paused());
    CHECK_FALSE(says(*world, "Paused"));
    // The fall goes on as if nothing had been.
    CHECK(world->physics().pose(box).position == straight->physics().pose(box).position);
    CHECK(world->physics().pose(box).position.y < held.y - 0.05);
  }
}

TEST_CASE("pause: notices are shown for a while") {
  const auto scenario = falling_box();
  auto world = world::World::create(scenario, {.user = {}, .workers = 1});
  REQUIRE(world);
  for (const auto& [command, text] : {std::pair{frame::CommandId::Measure, "There is no surface to measure"},
                                      std::pair{frame::CommandId::Undo, "There is nothing to take back"}}) {
    auto input = looking_on(0.0);
    world->tick(input);
    CHECK_FALSE(says(*world, text));
    input.commands.add(command);
    world->tick(input);
    CHECK(says(*world, text));
    for (int i = 0; i < 300; ++i) world->tick(looking_on(0.0));
    CHECK_FALSE(says(*world, text));
  }
}
