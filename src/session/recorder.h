// SPDX-License-Identifier: Apache-2.0
#pragma once
// Joins a world and a log: input rows as they come, a digest of every phase after every tick, key states now and then.
#include <array>
#include <filesystem>
#include <optional>

#include "session/record/log_writer.h"
#include "session/record/motion_thread.h"
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
  /// All ticks of the frame are done.
  core::Result<> frame_ends(world::World& world);
  /// Processor time of the thread that encodes the motion of this recording. After close() only.
  double motion_thread_seconds() const { return motion_.thread_seconds(); }

 private:
  /// The fields of one kind of tick.
  struct Named {
    session::FieldNames names;
    bool written = false;  // since the last key state
  };

  /// Names the fields of kinds of ticks that have not been there since the last key state.
  void write_names(world::World& world);
  void write_state(world::World& world);

  std::optional<session::LogWriter> writer_;
  std::array<std::vector<Named>, world::kPhases> named_;
  session::TickHashes hashes_;    // reused
  std::vector<std::byte> state_;  // reused
  session::MotionThread motion_;
  bool state_due_ = false;
};

}  // namespace fh::session
