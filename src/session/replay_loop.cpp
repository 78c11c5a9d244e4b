// SPDX-License-Identifier: Apache-2.0
#include "session/replay_loop.h"

namespace fh::session {
namespace {

core::Result<> take_up(const KeyState& state, world::World& world) {
  if (state.layout == 0) return core::fail("the state is in the form of an older program");
  if (!core::load(world, state.bytes) || world.state_layout() != state.layout)
    return core::fail("the state does not fit this scenario or program");
  return {};
}

}  // namespace

core::Result<> replay_start(ReplayDriver& driver, world::World& world) {
  const KeyState* state = driver.first_state();
  if (!state) return {};
  if (state->layout == 0)
    return core::fail(
        "{}: starts in the middle of a visit, with a state in the form of an older program; "
        "only recordings that start with their scenario can be upgraded",
        driver.reader().name());
  if (!core::load(world, state->bytes))
    return core::fail("{}: the state at its start does not fit this scenario or program", driver.reader().name());
  return {};
}

core::Result<LoopReport> run_replay(ReplayDriver& driver, world::World& world, LoopHooks hooks) {
  FH_TRY(report, run_loop(driver, world, hooks));
  const auto stopped = [&] { return hooks.wants_stop && hooks.wants_stop(); };
  while (!stopped()) {
    const auto state = driver.resume();
    if (!state) break;
    if (const auto taken = take_up(*state, world); !taken) {
      driver.cannot_resume(taken.error().message);
      break;
    }
    hooks.measuring = nullptr;
    FH_TRY(stretch, run_loop(driver, world, hooks));
    stretch.frames += report.frames;
    stretch.ticks += report.ticks;
    stretch.refused_poses += report.refused_poses;
    stretch.seconds += report.seconds;
    report = std::move(stretch);
  }
  driver.read_rest();
  return report;
}

}  // namespace fh::session
