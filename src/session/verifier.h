// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compares a re-simulated world with what a recording says it was, tick by tick and phase by phase. Fields are matched
// by name: a recording made by a program with other fields is compared in those that both have.
#include <array>
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
  /// Call after each tick, while `driver` is at the frame under way.
  void tick_done(world::World& world, const ReplayDriver& driver);

  const std::optional<Mismatch>& mismatch() const { return mismatch_; }
  std::int64_t ticks_compared() const { return compared_; }
  /// The most fields of a tick that only one of the two has, recording or program; 0 when all could be compared.
  std::size_t fields_not_comparable() const { return not_comparable_; }

 private:
  /// Which field of the recording each field of a phase is; made anew when either side has other fields.
  struct Matching {
    std::size_t theirs = 0;  // number of fields
    std::uint64_t key = 0;   // World::field_key()
    bool known = false;      // the recording's fields have names
    std::vector<std::size_t> their_index;
    std::size_t unmatched = 0;  // fields of either side
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  void compare_hashes(world::World& world, const ReplayDriver& driver, const TickHashes& theirs);
  void compare_state(world::World& world, const KeyState& state);
  std::string first_differing_field(world::World& world, std::size_t phase, const PhaseHash& theirs);
  void match(world::World& world, const ReplayDriver& driver, std::size_t phase, std::size_t their_phase,
             std::size_t their_count);

  std::optional<Mismatch> mismatch_;
  std::int64_t compared_ = 0;
  std::size_t not_comparable_ = 0;
  std::array<Matching, world::kPhases> matchings_;
  TickHashes mine_;  // reused
};

}  // namespace fh::session
