// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arms that carry: what a hand holds is kept before the body, drawn in where it would come near things, and gives way
// to what it is caught on.
#include "human/body/posture.h"
#include "physics/world.h"

namespace fh::world {

struct Agent;

/// The turn, as seen from the body's heading, in which a hand carries what it took with the hand turned like this in
/// the world: about the vertical only, so that vessels stay upright, and as the arm does it best.
math::Quat carried_turn(const Agent& agent, human::Side side, const math::Quat& world_from_hand);

/// Writes the arms of hands that hold something into posture and frames.
void carry_things(Agent& agent, const physics::World& physics, double dt);
/// The arm of a hand that holds something, at once.
void carry_in(Agent& agent, std::size_t side);
/// What a hand holds may be caught on something: the arm gives way and pulls, rather than leave the thing behind.
void yield_to_things(Agent& agent, const physics::World& physics);

}  // namespace fh::world
