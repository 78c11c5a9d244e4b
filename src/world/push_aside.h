// SPDX-License-Identifier: Apache-2.0
#pragma once
// Light things in the way that agents push aside, with a foot or a hand: as fast as a person would, no stronger.
#include <span>

#include "physics/world.h"
#include "world/agent.h"

namespace fh::world {

/// Pushes what agents want out of their way, before each step of the place. No state: what is pushed is the intent's;
/// Agent::pushed says what it was.
void push_aside(physics::World& physics, const scene::Scene& scene, std::span<Agent> agents);

}  // namespace fh::world
