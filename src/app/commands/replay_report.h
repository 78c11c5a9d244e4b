// SPDX-License-Identifier: Apache-2.0
#pragma once
// What came of a replay, as text or JSON.
#include <string>
#include <vector>

#include "core/json.h"
#include "session/loop.h"
#include "session/record/log_reader.h"
#include "session/verifier.h"

namespace fh::app {

struct ReplayOutcome {
  session::LoopReport report;
  session::Verifier verifier;
  core::Tick ticks_recorded = 0;
  std::vector<session::Damage> damage;
  core::Json measures;  // null: not asked for
  core::Json origin;    // where the scenario came from, and which models and versions are others than then

  /// Equal and whole.
  bool is_verified() const {
    return !verifier.mismatch() && damage.empty() && verifier.ticks_compared() == ticks_recorded && ticks_recorded > 0;
  }
};

/// One element of `damage` in the outputs for programs.
core::Json damage_json(const session::Damage& damage);
/// `verify`: whether the comparison was asked for.
core::Json replay_json(const std::string& log, const ReplayOutcome& outcome, bool verify);
void print_replay(const std::string& log, const ReplayOutcome& outcome, bool verify);

}  // namespace fh::app
