// SPDX-License-Identifier: Apache-2.0
// Pausing holds things and agents, not the user; it comes with the input, so that replays pause too.
#include <catch2/catch_test_macros.hpp>

#include "world/world.h"

using namespace fh;

namespace {

/// A box of 1 kg falls from 3 m.
scene::Scenario falling_box() {
  scene::Scenario scenario;
  scenario.name = "falling";
  scenario.users = {{"user", {}}};
  const auto add = [&](const char* name, const math::Vec3& at, const math::Vec3& half) -> scene::Object& {
    scene::Object object;
    object.id = {static_cast<std::uint32_t>(scenario.scene.objects.size() + 1)};
    object.name = name;
    object.world_from_object.position = at;
    scene::CollisionShape box;
    box.half = half;
    object.collision.push_back(box);
    object.bounds.add(-half);
    object.bounds.add(half);
    scenario.scene.objects.push_back(object);
    return scenario.scene.objects.back();
  };
  add("floor", {0, -0.5, 0}, {10, 0.5, 10});
  auto& box = add("box", {2.0, 3.0, -2.0}, {0.1, 0.1, 0.1});
  box.movable = true;
  box.mass = 1.0;
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

TEST_CASE("pause: measuring and the menu say that they are not there yet") {
  const auto scenario = falling_box();
  auto world = world::World::create(scenario, {.user = {}, .workers = 1});
  REQUIRE(world);
  for (const auto& [command, text] :
       {std::pair{frame::CommandId::Measure, "Measuring is not available in this version"},
        std::pair{frame::CommandId::Menu, "There is no menu in this version"}}) {
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
