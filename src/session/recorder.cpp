#include "session/recorder.h"

namespace fh::session {

void digest_phases(world::World& world, record::TickHashes& out) {
  thread_local world::PhaseDigest digest;
  out.tick = world.now();
  out.phases.resize(world::kPhases);
  for (std::size_t i = 0; i < world::kPhases; ++i) {
    world.digest(static_cast<world::Phase>(i), digest);
    out.phases[i].all = digest.all;
    out.phases[i].fields.assign(digest.fields.begin(), digest.fields.end());
  }
}

void Recorder::tick_done(world::World& world) {
  digest_phases(world, hashes_);
  writer_.hashes(hashes_);
  if (world.now() % record::kKeyStateInterval != 0) return;
  state_.clear();
  core::save(world, state_);
  writer_.key_state(world.now(), state_);
}

}  // namespace fh::session
