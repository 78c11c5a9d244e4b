#include "session/recorder.h"

#include <utility>

namespace fh::session {

void digest_phases(world::World& world, session::TickHashes& out) {
  thread_local world::PhaseDigest digest;
  out.tick = world.now();
  out.phases.resize(world::kPhases);
  for (std::size_t i = 0; i < world::kPhases; ++i) {
    world.digest(static_cast<world::Phase>(i), digest);
    out.phases[i].all = digest.all;
    std::swap(out.phases[i].fields, digest.fields);
  }
}

void Recorder::start(session::LogWriter writer, world::World& world) {
  writer_ = std::move(writer);
  if (world.now() > 0) write_state(world);
}

core::Result<> Recorder::close(std::string_view reason) {
  if (!writer_) return {};
  auto closed = writer_->close(reason);
  writer_.reset();
  return closed;
}

void Recorder::frame_begins(const frame::FrameInput& input) {
  if (writer_) writer_->input(input);
}

void Recorder::tick_done(world::World& world) {
  if (!writer_) return;
  digest_phases(world, hashes_);
  writer_->hashes(hashes_);
  if (world.now() % session::kKeyStateInterval == 0) write_state(world);
}

core::Result<> Recorder::frame_ends() {
  return writer_ ? writer_->end_frame() : core::Result<>{};
}

void Recorder::write_state(world::World& world) {
  state_.clear();
  core::save(world, state_);
  writer_->key_state(world.now(), state_);
}

core::Result<> replay_start(session::ReplayDriver& driver, world::World& world) {
  const session::KeyState* state = driver.first_state();
  if (!state) return {};
  if (!core::load(world, state->bytes))
    return core::fail("{}: the state at its start does not fit this scenario or program", driver.reader().name());
  return {};
}

}  // namespace fh::session
