#pragma once
// Fitting a foothold to the ground: its height, whole soles on treads, what lies on the way (CA-61).
#include "motion/footfalls.h"

namespace fh::motion {

/// Moves the target of a foot in the air so that heel and ball stand on one level, sets its height and notes what has
/// to be cleared on the way. `standing` is where the other foot stands or stood.
void fit_to_ground(const Walker& walker, const RootMotion& motion, const human::Ground& ground,
                   const Foothold& standing, Footfall& foot);

}  // namespace fh::motion
