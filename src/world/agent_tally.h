#pragma once
// What is counted about the agents' ways after each tick: by somebody who sees everything.
#include <span>

#include "world/agent.h"
#include "world/avatar.h"
#include "world/body_separation.h"
#include "world/common_knowledge.h"

namespace fh::world {

/// What the counting may look at: everything.
struct Truth {
  const scene::Scene& scene;
  const physics::World& physics;
  const CommonKnowledge& knowledge;
  const Avatar& avatar;
  core::Tick now = 0;
};

void tally_agents(std::span<Agent> agents, const Truth& truth, AgentBins& bins, double dt);

}  // namespace fh::world
