// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one loop: a driver supplies input, the world ticks, ears listen. Headless runs, replays, recordings and pictures
// are this loop with other ends.
#include <functional>
#include <string>

#include "frame/frame_driver.h"
#include "session/live_numbers.h"
#include "session/measuring.h"
#include "session/recorder.h"
#include "world/world.h"

namespace fh::session {

struct LoopHooks {
  Recorder* recorder = nullptr;                                            // optional
  Measuring* measuring = nullptr;                                          // optional
  LiveNumbers* live = nullptr;                                             // optional
  std::function<void(world::World&)> after_tick;                           // optional
  std::function<core::Result<>(world::World&, frame::FrameDriver&)> draw;  // optional, once per frame
  std::function<bool()> wants_stop;                                        // optional: Ctrl-C
  std::function<bool(const world::World&)> is_done;                        // optional: nothing is left to do
  core::Tick most_ticks = -1;                                              // -1: until the driver ends
};

struct LoopReport {
  std::int64_t frames = 0;
  core::Tick ticks = 0;
  std::uint64_t state_hash = 0;
  std::uint64_t refused_poses = 0;  // poses and values of the input that were taken as lost (InputGuard)
  double seconds = 0.0;             // wall clock
  std::string ended_by;             // "tour finished", "stopped by the user", …
  std::string recording_error;      // why the recording is not whole; empty: it is, or there is none
};

/// Runs until the driver ends, the tick limit or a stop request. The recording is closed in every case.
core::Result<LoopReport> run_loop(frame::FrameDriver& driver, world::World& world, const LoopHooks& ends);

}  // namespace fh::session
