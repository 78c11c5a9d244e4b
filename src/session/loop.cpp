// SPDX-License-Identifier: Apache-2.0
#include "session/loop.h"

#include "core/log.h"
#include "frame/input_guard.h"

namespace fh::session {
namespace {

void note_recording_error(const core::Error& error, LoopReport& report) {
  core::log_error("{}", error.message);
  if (report.recording_error.empty()) report.recording_error = error.message;
}

core::Result<> run_frame(const frame::FrameInputs& inputs, frame::FrameDriver& driver, world::World& world,
                         const LoopHooks& ends, LoopReport& report) {
  if (ends.recorder) ends.recorder->frame_begins(inputs);
  for (std::uint32_t i = 0; i < inputs.ticks; ++i) {
    world.tick(inputs.users, i == 0);
    if (ends.recorder) ends.recorder->tick_done(world);
    if (ends.measuring) ends.measuring->tick_done(world);
    if (ends.live && !inputs.users.empty()) ends.live->tick_done(world, inputs.users.front(), i == 0);
    if (ends.after_tick) ends.after_tick(world);
  }
  if (ends.recorder) {
    // A full disk must not end the visit: it is said once, and the visit goes on unrecorded.
    if (auto done = ends.recorder->frame_ends(world); !done) note_recording_error(done.error(), report);
  }
  core::Result<> drawn;
  if (ends.draw) drawn = ends.draw(world, driver);
  // A frame that was begun is ended, drawn or not: the runtime's order of calls stays legal.
  auto ended = driver.end();
  return drawn ? ended : drawn;
}

/// What came from outside, before anybody sees it; the first refusal is told.
void admit(frame::InputGuard& guard, frame::FrameInput& input, std::uint32_t ticks, LoopReport& report) {
  const auto refused = guard.admit(input, ticks);
  const bool first = refused > 0 && report.refused_poses == 0;
  report.refused_poses += refused;
  if (first) {
    core::log_warning("input: a pose or value is out of range or faster than a person (at {:.2f} s); taken as lost",
                      core::seconds_of(report.ticks));
  }
}

core::Result<std::string> run_frames(frame::FrameDriver& driver, world::World& world, const LoopHooks& ends,
                                     LoopReport& report) {
  frame::FrameInputs inputs;
  std::vector<frame::InputGuard> guards(world.users().size());
  for (;;) {
    if (ends.most_ticks >= 0 && report.ticks >= ends.most_ticks) return std::string("tick limit reached");
    if (ends.is_done && ends.is_done(world)) return std::string("everybody is done");
    if (ends.wants_stop && ends.wants_stop()) return std::string("stopped by the user");
    const auto outcome = driver.begin(inputs);
    if (!outcome) return tl::make_unexpected(outcome.error());
    if (*outcome == frame::FrameOutcome::End) return std::string("finished");
    if (*outcome == frame::FrameOutcome::Skip) continue;
    inputs.users.resize(world.users().size());  // users that the driver does not drive are not there
    for (std::size_t i = 0; i < guards.size(); ++i) admit(guards[i], inputs.users[i], inputs.ticks, report);
    if (auto done = run_frame(inputs, driver, world, ends, report); !done) return tl::make_unexpected(done.error());
    ++report.frames;
    report.ticks += inputs.ticks;
  }
}

}  // namespace

core::Result<LoopReport> run_loop(frame::FrameDriver& driver, world::World& world, const LoopHooks& ends) {
  const core::Stopwatch watch;
  LoopReport report;
  auto ended = run_frames(driver, world, ends, report);
  const std::string reason = ended ? *ended : ended.error().message;
  if (ends.recorder) {
    if (auto closed = ends.recorder->close(reason); !closed) note_recording_error(closed.error(), report);
  }
  if (!ended) return tl::make_unexpected(ended.error());
  report.ended_by = *ended;
  report.state_hash = world.state_hash();
  report.seconds = watch.seconds();
  return report;
}

}  // namespace fh::session
