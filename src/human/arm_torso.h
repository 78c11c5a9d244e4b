#pragma once
// Elbow and forearm beside the trunk, not in it: the swivel is the arm's free number, so that it turns away until both
// clear the chest. Thorax frame (that of T2) of a right arm: +X right, +Y up, -Z forward; metres. Pure, no allocation.
#include "human/dimensions.h"
#include "human/swivel.h"

namespace fh::human {

/// The chest as a standing elliptic cylinder, a little slimmer than the skin: soft parts give way.
struct ChestSolid {
  double half_breadth = 0.0, half_depth = 0.0;
  double centre_z = 0.0;    // of its axis; x is 0
  double arm_radius = 0.0;  // of elbow and forearm
  double top = 0.0;         // the shoulders' height: from a hand's breadth below it up the chest ends gently
};
ChestSolid build_torso(const Dimensions& dimensions);

/// How far a point of the arm is off the chest, m; negative inside. Above the shoulders there is no chest: large.
double torso_clearance(const ChestSolid& torso, const math::Vec3& point);

/// The swivel nearest to `preferred` for which elbow and middle of the forearm clear the chest; where none does, the
/// one that comes nearest to it. `shoulder`, `wrist`: ends of the circle's axis. Continuous but for an elbow that is
/// exactly opposite to where it could go; does nothing for a straight arm, whose swivel moves nothing.
Swivel clear_of_torso(const ChestSolid& torso, const TwoLink& links, const HingeCircle& circle,
                      const math::Vec3& shoulder, const math::Vec3& wrist, const Swivel& preferred);

}  // namespace fh::human
