// SPDX-License-Identifier: Apache-2.0
#pragma once
// Feet and uneven ground: whole soles on treads, one step at a time, what lies on the way (CA-23, CA-61).
#include "human/motion/footfalls.h"

namespace fh::human {

/// Share of the way to its goal that a first-order lag goes in dt.
inline double fraction(double dt, double time_constant) {
  return dt / (time_constant + dt);
}

/// Rise / run (>= 0) of the ground along the direction of travel: the greater of that under the body and that ahead.
double ground_slope(const human::Ground& ground, const math::Vec3& root, const math::Vec3& velocity);
/// Length of a step (m) on stairs: one tread.
double stair_step(double slope, double riser);

/// Moves the target of a foot in the air along the way so that heel and ball stand on one level, not more than one
/// riser from where the other foot stands (`standing`); sets its height and the ground on the way. On level
/// ground nothing is moved.
void fit_to_ground(const Walker& walker, const RootMotion& motion, const human::Ground& ground,
                   const Foothold& standing, Footfall& foot);

/// Height (world, m) a foot needs at the share `along` of its way: the tightest line without dents over the ground.
double height_over(const SwingWay& way, double from_y, double to_y, double along);

}  // namespace fh::human
