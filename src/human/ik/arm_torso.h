// SPDX-License-Identifier: Apache-2.0
#pragma once
// Elbow and forearm beside the body, not in it: trunk, pelvis and thighs as rounded plates, and the swivel - the arm's
// free number - at which the arm keeps off them (CA-08: "elbow inside torso"). Metres; pure, no allocation.
#include <array>

#include "human/body/dimensions.h"
#include "human/body/kinematics.h"
#include "human/ik/swivel.h"

namespace fh::human {

/// All points within `radius` of a rectangle; a capsule where half_right is 0.
struct RoundedPlate {
  math::Vec3 centre{0.0}, right{1.0, 0.0, 0.0}, up{0.0, 1.0, 0.0};  // unit vectors at right angles
  double half_right = 0.0, half_up = 0.0, radius = 0.0;

  /// Distance to the surface; negative inside.
  double distance(const math::Vec3& point) const {
    const math::Vec3 way = point - centre;
    const math::Vec3 off = way - math::clamp(glm::dot(way, right), -half_right, half_right) * right -
                           math::clamp(glm::dot(way, up), -half_up, half_up) * up;
    return math::sqrt(glm::dot(off, off)) - radius;
  }
};

/// The solids of a person, a little slimmer than the skin (soft parts give way). Build once. The trunk hangs between
/// the chest and the waist, so that it follows the spine.
struct BodySolids {
  math::Vec3 chest_in_thorax{0.0};                             // upper end of the trunk's plate, frame of T2
  math::Vec3 waist_in_pelvis{0.0};                             // lower end of it, upper end of the pelvis' plate
  math::Vec3 seat_in_pelvis{0.0};                              // lower end of that
  double trunk_radius = 0.0, trunk_half = 0.0;                 // half: of the plate's breadth
  double pelvis_radius = 0.0, pelvis_half = 0.0, thigh = 0.0;  // thigh: radius
};
BodySolids build_body_solids(const Dimensions& dimensions, const Skeleton& skeleton);

/// What one arm keeps off: trunk, pelvis and both thighs where they are now, in the frame of T2, mirrored for a left
/// arm. Radii include that of elbow and forearm: an arm is a line here.
using ArmObstacles = std::array<RoundedPlate, 4>;
ArmObstacles arm_obstacles(const BodySolids& solids, const Frames<double>& frames, Side side);

/// The places of the line elbow - wrist that count, as shares of it.
inline constexpr std::array<double, 3> kArmProbes{0.0, 1.0 / 3.0, 2.0 / 3.0};

}  // namespace fh::human
