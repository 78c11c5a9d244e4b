// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a hand takes a thing that says nothing of how it is taken: fingers go round its middle, not round its edge.
// Nothing is moved here: the thing is asked where it is now.
#include "world/hands/grip.h"

namespace fh::world {

/// The hand moved along its palm, as little as it takes, so that its fingers go round the part of the thing that is
/// nearest to it; as it is where that part is too thick for them.
math::Pose over_middle(const physics::World& physics, const scene::Object& object, const TakingHand& hand);

}  // namespace fh::world
