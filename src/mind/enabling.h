// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an action of a net needs before it can begin, and the action that is put in front of it when that is missing
// (applicability and preparatory actions, CA-33, CA-34).
#include <string>

#include "mind/behaviours/task.h"

namespace fh::mind {

enum class Enabling : std::uint8_t {
  None,
  Search,  // where the thing is has to be known
  Take,    // a hand has to hold the thing
};

/// What has to be done first; None: the action can begin, as far as the agent knows.
Enabling enabling_of(const scene::AgentSpec& plan, const TaskBeliefs& beliefs);
/// The inserted action.
scene::AgentSpec enabling_plan(Enabling enabling, const scene::AgentSpec& plan);
/// "take can"
std::string in_words(Enabling enabling, const scene::AgentSpec& plan);

}  // namespace fh::mind
