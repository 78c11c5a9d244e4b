#pragma once
// What is counted about the agents' ways after each tick: by somebody who sees everything.
#include <span>

#include "world/agent.h"
#include "world/avatar.h"

namespace fh::world {

void tally_agents(std::span<Agent> agents, std::span<const Person> people, const Avatar& avatar, core::Tick now,
                  double dt);

}  // namespace fh::world
