#pragma once
// Compares a re-simulated world with what a recording says it was, tick by tick and phase by phase.
#include <optional>
#include <string>

#include "session/record/replay_driver.h"
#include "world/world.h"

namespace fh::session {

/// The first place where a replay left the recording.
struct Mismatch {
  core::Tick tick = 0;
  std::string phase;
  std::string field;   // path within the phase's state
  std::string detail;  // values, when a key state of that tick is in the recording
};

class Verifier {
 public:
  /// Call after each tick with what the recording expects of the frame under way.
  void tick_done(world::World& world, const session::ReplayDriver::Expected& expected);

  const std::optional<Mismatch>& mismatch() const { return mismatch_; }
  std::int64_t ticks_compared() const { return compared_; }

 private:
  std::optional<Mismatch> mismatch_;
  std::int64_t compared_ = 0;
  bool with_measures_ = false;  // the recording is of a program whose state held its measures
  session::TickHashes mine_;    // reused
};

}  // namespace fh::session
