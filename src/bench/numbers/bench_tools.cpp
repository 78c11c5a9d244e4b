// SPDX-License-Identifier: Apache-2.0
#include "bench/numbers/bench_tools.h"

#include "scene/scenario/scenario.h"
#include "world/world.h"

namespace fh::bench {
namespace {

frame::FrameInput standing() {
  frame::FrameInput input;
  input.head.pose.position = {0.0, 1.6, 0.0};
  input.head.valid = input.head.tracked = 1;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    auto& hand = input.hands[side];
    hand.active = hand.aim.valid = hand.aim.tracked = hand.grip.valid = hand.grip.tracked = 1;
    hand.aim.pose.position = {side == frame::kLeft ? -0.2 : 0.2, 1.3, -0.2};
    hand.grip.pose = frame::grip_of(hand.aim.pose);
  }
  return input;
}

/// The same world with and without its menu, tick by tick in turn, so that a busy machine slows both.
struct Twins {
  core::Timing closed, open;
  std::uint64_t hash = 0;
};

template <class Work>
Twins measure(world::World& closed, world::World& open, int times, Work work) {
  Twins twins;
  twins.closed = core::time_work(times, 1, [&] { work(closed); });
  twins.open = core::time_work(times, 1, [&] { work(open); });
  twins.hash = open.state_hash();
  return twins;
}

core::BenchRow row_of(const char* name, const Twins& twins) {
  core::BenchRow row = core::bench_row("tools", name, twins.open, twins.hash);
  row.rival = "menu closed";
  row.rival_median_us = twins.closed.median_us;
  return row;
}

}  // namespace

std::vector<core::BenchRow> bench_tools(const core::BenchSettings& settings) {
  const auto file = scene::find_scenario("workshop");
  if (!file) return {};
  auto scenario = scene::load_scenario(*file);
  if (!scenario) return {};
  scenario->agents.clear();
  auto closed = world::World::create(*scenario, {.workers = 1}), open = world::World::create(*scenario, {.workers = 1});
  if (!closed || !open) return {};
  const frame::FrameInput input = standing();
  frame::FrameInput opening = input;
  opening.commands.add(frame::CommandId::Menu);
  for (int i = 0; i < 90; ++i) {
    closed->tick(input);
    open->tick(i == 60 ? opening : input);
  }
  const int times = settings.quick ? 200 : 4000;
  frame::Snapshot snapshot;
  return {row_of("tick, menu open", measure(*closed, *open, times, [&](world::World& w) { w.tick(input); })),
          row_of("picture, menu open", measure(*closed, *open, times, [&](world::World& w) { w.fill(snapshot); }))};
}

}  // namespace fh::bench
