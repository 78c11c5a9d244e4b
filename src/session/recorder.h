#pragma once
// Joins a world and a log: input rows as they come, a digest of every phase after every tick, key states now and then.
#include "record/log_writer.h"
#include "world/world.h"

namespace fh::session {

/// The digests of all phases of the world as it is now.
void digest_phases(world::World& world, record::TickHashes& out);

class Recorder {
 public:
  explicit Recorder(record::LogWriter writer) : writer_(std::move(writer)) {}

  void frame_begins(const frame::FrameInput& input) { writer_.input(input); }
  void tick_done(world::World& world);
  core::Result<> frame_ends() { return writer_.end_frame(); }
  core::Result<> close(std::string_view reason) { return writer_.close(reason); }

 private:
  record::LogWriter writer_;
  record::TickHashes hashes_;     // reused
  std::vector<std::byte> state_;  // reused
};

}  // namespace fh::session
