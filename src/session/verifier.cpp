#include "session/verifier.h"

#include "session/recorder.h"

namespace fh::session {
namespace {

std::string first_differing_field(world::World& world, world::Phase phase, const session::PhaseHash& mine,
                                  const session::PhaseHash& theirs) {
  const auto paths = world.field_paths(phase);
  if (mine.fields.size() != theirs.fields.size()) {
    return fmt::format("(number of fields: {} now, {} recorded)", mine.fields.size(), theirs.fields.size());
  }
  for (std::size_t i = 0; i < mine.fields.size() && i < paths.size(); ++i) {
    if (mine.fields[i] != theirs.fields[i]) return paths[i];
  }
  return "(none: the field hashes agree)";
}

}  // namespace

void Verifier::tick_done(world::World& world, const session::ReplayDriver::Expected& expected) {
  if (mismatch_) return;
  for (const auto& theirs : expected.hashes) {
    if (theirs.tick != world.now()) continue;
    ++compared_;
    digest_phases(world, mine_);
    // Recordings of older programs have a last phase "measure": it is no state any more and cannot be compared.
    with_measures_ = theirs.phases.size() == mine_.phases.size() + 1;
    if (theirs.phases.size() != mine_.phases.size() && !with_measures_) {
      mismatch_ = Mismatch{world.now(), "(all)", "(number of phases)", "the recording has other phases"};
      return;
    }
    for (std::size_t i = 0; i < mine_.phases.size(); ++i) {
      if (mine_.phases[i] == theirs.phases[i]) continue;
      const auto phase = static_cast<world::Phase>(i);
      mismatch_ = Mismatch{world.now(), world::phase_names()[i],
                           first_differing_field(world, phase, mine_.phases[i], theirs.phases[i]), ""};
      break;
    }
  }
  for (const auto& state : expected.states) {
    if (state.tick != world.now() || with_measures_) continue;
    const auto difference = core::compare(world, state.bytes);
    if (!difference) continue;
    const std::string detail =
        fmt::format("{} is {} now, {} in the recording", difference->path, difference->mine, difference->other);
    if (mismatch_)
      mismatch_->detail = detail;
    else
      mismatch_ = Mismatch{world.now(), "(key state)", difference->path, detail};
  }
}

}  // namespace fh::session
