// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tracked body that is put elsewhere without a way between (teleport, turn, recentre, a jump of tracking space): it
// is carried along as it is, in the middle of a step too, so that hands that are not tracked stay where they were
// against it, and with them what they hold.
#include "human/motion/ground.h"
#include "human/tracking/tracked_fit.h"

namespace fh::human {

/// The turn about the vertical and the move over the floor between the old eyes and the new: new_from_old, world.
math::Pose level_way(const math::Pose& world_from_old_eyes, const math::Pose& world_from_new_eyes);
/// Carries all places and velocities in `state`. `new_from_old`: of the world, turned about the vertical only. Feet
/// that would not be on the ground there are placed anew, about `floor` (height, m).
void carry(FitState& state, const math::Pose& new_from_old, const FitRig& rig, double floor, const Ground& ground);

}  // namespace fh::human
