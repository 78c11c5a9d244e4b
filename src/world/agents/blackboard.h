// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is to be done in a visit and who does it (CB-05), as one list for people to look at: work that was told,
// errands, nets and what is to be left undone. No state of its own; agents do not read it.
#include <span>
#include <string>
#include <vector>

#include "world/agents/agent.h"

namespace fh::world {

struct Job {
  std::string who, what;
  std::string by;     // who told it; empty: its own work
  std::string state;  // "open", "doing", "held", "done", "given up", "forbidden"
};

/// In the order of the agents; of one agent first what it was told, then its own work.
std::vector<Job> blackboard(std::span<const Agent> agents);
/// "mira: put can on bench (doing, told by user)"
std::string to_text(const Job& job);

}  // namespace fh::world
