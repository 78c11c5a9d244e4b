// SPDX-License-Identifier: Apache-2.0
#pragma once
// A recording through the loop: from its start, and again from every state behind damage.
#include "session/loop.h"
#include "session/record/replay_driver.h"

namespace fh::session {

/// Brings a fresh world to where the recording starts. Nothing happens when that is the scenario's own start.
core::Result<> replay_start(ReplayDriver& driver, world::World& world);

/// Runs all stretches of a recording that can be read, in turn; the report adds them up. Measuring ends at the first
/// damage: a figure over a gap would be wrong. The rest of the recording is read in every case, so that
/// driver.reader() knows of all ticks and all damage afterwards.
core::Result<LoopReport> run_replay(ReplayDriver& driver, world::World& world, LoopHooks hooks);

}  // namespace fh::session
