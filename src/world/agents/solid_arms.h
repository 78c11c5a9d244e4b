// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arms of agents against the place: what a plan did not foresee, because it was not seen or gives way within flesh,
// is met by giving way, not by passing into it.
#include "physics/world.h"

namespace fh::world {

struct Agent;

/// Hands that neither hold nor reach for anything are led out of what they hang in.
void keep_free_hands_out(Agent& agent, const physics::World& physics);
/// Arms at work, from the elbow's end of the upper arm to the fingertips, are led out of what they touch by the least
/// turning of their joints within their limits; the hand stays as near to its place as that allows. What the hand
/// reaches for and what hands hold do not count.
void keep_working_arms_out(Agent& agent, const physics::World& physics);

}  // namespace fh::world
