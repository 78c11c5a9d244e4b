// SPDX-License-Identifier: Apache-2.0
#pragma once
// Joins a world and a log: input rows as they come, a digest of every phase after every tick, key states now and then.
#include <array>
#include <filesystem>
#include <optional>

#include "session/record/log_writer.h"
#include "session/record/motion_thread.h"
#include "session/record/replay_driver.h"
#include "world/world.h"

namespace fh::session {

/// The digests of all phases of the world as it is now.
void digest_phases(world::World& world, session::TickHashes& out);

/// May be started and stopped during a visit, between two frames. A recording that starts later than the world holds
/// the world's whole state first: replay_start() takes it up from there.
class Recorder {
 public:
  Recorder() = default;
  /// Recording from the start.
  explicit Recorder(session::LogWriter writer) : writer_(std::move(writer)) {}

  bool is_recording() const { return writer_.has_value(); }
  /// The file being written, or empty.
  std::filesystem::path path() const { return writer_ ? writer_->path() : std::filesystem::path(); }
  void start(session::LogWriter writer, world::World& world);
  /// Ends the file; nothing happens when there is none.
  core::Result<> close(std::string_view reason);

  void frame_begins(const frame::FrameInputs& inputs);
  void tick_done(world::World& world);
  core::Result<> frame_ends();
  /// Processor time of the thread that encodes the motion of this recording. After close() only.
  double motion_thread_seconds() const { return motion_.thread_seconds(); }

 private:
  /// Names the fields of kinds of ticks that have not been there yet.
  void write_names(world::World& world);
  void write_state(world::World& world);

  std::optional<session::LogWriter> writer_;
  std::array<std::vector<std::uint64_t>, world::kPhases> named_;  // keys of the kinds of ticks
  session::TickHashes hashes_;                                    // reused
  std::vector<std::byte> state_;                                  // reused
  session::MotionThread motion_;
};

/// Brings a fresh world to where the recording starts. Nothing happens when that is the scenario's own start.
core::Result<> replay_start(session::ReplayDriver& driver, world::World& world);

}  // namespace fh::session
