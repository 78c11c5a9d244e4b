// SPDX-License-Identifier: Apache-2.0
#include "session/recorder.h"

#include <algorithm>
#include <utility>

namespace fh::session {
namespace {

constexpr std::size_t kMostNamed = 256;  // kinds of ticks of a phase

}  // namespace

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
  named_ = {};
  motion_ = {};
  state_due_ = false;
  if (world.now() > 0) write_state(world);
}

core::Result<> Recorder::close(std::string_view reason) {
  if (!writer_) return {};
  for (const auto& row : motion_.finish()) writer_->motion(row);
  auto closed = writer_->close(reason);
  writer_.reset();
  return closed;
}

void Recorder::frame_begins(const frame::FrameInputs& inputs) {
  if (writer_) writer_->input(inputs);
}

void Recorder::tick_done(world::World& world) {
  if (!writer_) return;
  digest_phases(world, hashes_);
  write_names(world);
  writer_->hashes(hashes_);
  world.observe(motion_.slot());
  for (const auto& row : motion_.moment_done()) writer_->motion(row);
  if (world.now() % session::kKeyStateInterval == 0) state_due_ = true;
}

core::Result<> Recorder::frame_ends(world::World& world) {
  if (!writer_) return {};
  // Not in the middle of a frame: reading may have to begin there, with the next input.
  if (state_due_) write_state(world);
  return writer_->end_frame();
}

void Recorder::write_names(world::World& world) {
  for (std::uint32_t i = 0; i < world::kPhases; ++i) {
    const auto phase = static_cast<world::Phase>(i);
    const std::uint64_t key = world.field_key(phase);
    auto& known = named_[i];
    auto named = std::find_if(known.begin(), known.end(), [&](const Named& n) { return n.names.key == key; });
    if (named == known.end()) {
      if (known.size() == kMostNamed) continue;
      named = known.insert(known.end(), Named{{i, key, {}}, false});
      for (const auto& path : world.field_paths(phase)) named->names.names.push_back(name_hash(path));
    }
    if (!named->written) writer_->names(named->names);
    named->written = true;
  }
}

void Recorder::write_state(world::World& world) {
  state_.clear();
  core::save(world, state_);
  writer_->key_state(world.now(), world.state_layout(), state_);
  state_due_ = false;
  for (auto& phase : named_) {
    for (Named& named : phase) named.written = false;
  }
}

}  // namespace fh::session
