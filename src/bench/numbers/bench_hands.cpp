// SPDX-License-Identifier: Apache-2.0
#include "bench/numbers/bench_hands.h"

#include "math/trig.h"
#include "scene/scenario/scenario.h"
#include "world/world.h"

namespace fh::bench {
namespace {

using math::Vec3;

void add_box(scene::Scenario& scenario, const char* name, const Vec3& at, const Vec3& half, double mass) {
  scene::Object object;
  object.id = {static_cast<std::uint32_t>(scenario.scene.objects.size() + 1)};
  object.name = name;
  object.world_from_object.position = at;
  scene::CollisionShape shape;
  shape.half = half;
  object.collision.push_back(shape);
  object.bounds.add(-half);
  object.bounds.add(half);
  object.movable = mass > 0.0;
  object.mass = mass;
  scenario.scene.objects.push_back(object);
}

scene::Scenario make_place() {
  scene::Scenario scenario;
  scenario.name = "hands";
  scenario.users = {{"user", {}}};
  add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10}, 0.0);
  for (const double side : {-1.0, 1.0}) {
    add_box(scenario, side < 0 ? "left stand" : "right stand", {0.25 * side, 0.45, -0.45}, {0.05, 0.45, 0.05}, 0.0);
    add_box(scenario, side < 0 ? "left box" : "right box", {0.25 * side, 0.94, -0.45}, {0.03, 0.04, 0.05}, 0.5);
  }
  return scenario;
}

/// Both hands at the boxes, then lifted and moved about.
frame::FrameInput input_at(int tick, bool squeeze) {
  frame::FrameInput input;
  input.head.pose.position = {0.0, 1.6, 0.0};
  input.head.valid = input.head.tracked = 1;
  const double lift = 0.15 * math::smooth_step((tick - 60) / 60.0);
  const double sway = tick > 120 ? 0.04 * math::sin(0.05 * (tick - 120)) : 0.0;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    auto& hand = input.hands[side];
    hand.active = hand.grip.valid = hand.grip.tracked = 1;
    const double out = side == frame::kLeft ? -1.0 : 1.0;
    hand.grip.pose.position = {0.30 * out + sway, 0.94 + lift, -0.45};
    hand.grip.pose.rotation = frame::grip_of(input.head.pose).rotation;
    hand.aim = hand.grip;
    hand.squeeze = squeeze && tick > 30 ? 1.0 : 0.0;
  }
  return input;
}

core::Timing measure(const scene::Scenario& scenario, bool squeeze, int ticks, std::uint64_t& hash) {
  auto world = world::World::create(scenario, {.workers = 1});
  if (!world) return {};
  int tick = 0;
  for (; tick < 180; ++tick) world->tick(input_at(tick, squeeze));
  const auto timing = core::time_work(ticks, 1, [&] { world->tick(input_at(tick++, squeeze)); });
  hash = world->state_hash();
  return timing;
}

}  // namespace

std::vector<core::BenchRow> bench_hands(const core::BenchSettings& settings) {
  const scene::Scenario scenario = make_place();
  const int ticks = settings.quick ? 200 : 4000;
  std::uint64_t empty_hash = 0, held_hash = 0;
  const core::Timing empty = measure(scenario, false, ticks, empty_hash);
  const core::Timing held = measure(scenario, true, ticks, held_hash);
  core::BenchRow row = core::bench_row("hands", "both hands hold", held, held_hash);
  row.rival = "empty hands";
  row.rival_median_us = empty.median_us;
  return {core::bench_row("hands", "empty hands", empty, empty_hash), row};
}

}  // namespace fh::bench
