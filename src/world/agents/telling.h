// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sentence that somebody says to an agent in a visit: understood against what the agent believes, in the tick in
// which it is said, and carried out, asked back or refused. Recordings hold the sentence; all else follows from it.
#include <string>

#include "core/archive.h"
#include "scene/scenario/scenario.h"
#include "world/agents/agent.h"

namespace fh::world {

/// "mira: go to the bench", as a user said it.
struct Telling {
  std::string by;    // a user's name
  std::string text;  // the agent's name or "anyone", ": " and the sentence

  void visit(core::Archive& archive);
};

/// The agent answers, and does what it was told if it can. Words to nobody who is there are not heard by anybody.
/// "anyone": the first in the order of the scenario who is free, qualified and responsible; when nobody is, each says
/// why not (CA-26).
void tell(const scene::Scenario& scenario, std::span<Agent> agents, const Telling& telling, core::Tick now);
/// What agents have told each other to do.
void obey_each_other(const scene::Scenario& scenario, std::span<Agent> agents, core::Tick now);

}  // namespace fh::world
