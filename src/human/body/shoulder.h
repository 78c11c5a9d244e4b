// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shoulder complex driven as one (J-21 … J-24): a direction of the upper arm and a twist give both the clavicle's
// and the humerus' rotation. Azimuth 0 points to the side, +90 deg forward; elevation 0 hangs, 180 deg points up.
#include "human/body/posture.h"

namespace fh::human {

struct ShoulderAngles {
  double elevation = 0.0;  // 0 … pi
  double azimuth = 0.0;    // -pi … pi
  double twist = 0.0;      // positive: inward turn; free of the spurious pole terms
};

struct ShoulderRotations {
  math::Quat clavicle;   // thorax_from_clavicle
  math::Quat upper_arm;  // clavicle_from_upper_arm
};

/// What the clavicle takes of elevation and azimuth (J-22, Otani 1989), radians, before the rest offset is removed.
struct ClavicleShare {
  double elevation, azimuth;
};
ClavicleShare clavicle_share(double elevation, double azimuth);

/// Unit vector of the upper arm in the thorax frame (that of T2, the clavicles' parent).
math::Vec3 arm_direction(Side side, const ShoulderAngles& angles);
/// thorax_from_upper_arm.
math::Quat upper_arm_in_thorax(Side side, const ShoulderAngles& angles);
/// The inverse; at the poles, where any azimuth will do, `azimuth_at_pole` is kept.
ShoulderAngles shoulder_angles(Side side, const math::Quat& thorax_from_upper_arm, double azimuth_at_pole = 0.0);
/// Elevation and azimuth of a unit direction in the thorax frame.
ShoulderAngles shoulder_angles_of_direction(Side side, const math::Vec3& direction, double azimuth_at_pole = 0.0);

/// Both joints' rotations; the upper arm points exactly where the angles say (the printed order of J-22 misses by up to
/// 13 deg).
ShoulderRotations shoulder_rotations(Side side, const ShoulderAngles& angles);
/// thorax_from_clavicle for a unit direction of a right upper arm in the thorax frame. Continuous on the reach cone.
math::Quat right_clavicle(const math::Vec3& direction);
void set_shoulder(Posture& posture, Side side, const ShoulderAngles& angles);
ShoulderAngles shoulder_of(const Posture& posture, Side side);
/// Humeral centre in the thorax frame for these angles.
math::Vec3 shoulder_centre(const Skeleton& skeleton, Side side, const ShoulderAngles& angles);

/// Globographic limit (J-24): the directions of the upper arm form a polygon on the sphere around "hanging", its edges
/// arcs of great circles between corners 30 deg of azimuth apart. Our estimate of the shape Engin and Chen 1986
/// measured; not their figures. Largest elevation at an azimuth, radians:
double largest_elevation(double azimuth);

/// The polygon for closed-form use, right side: edge i is what counts at azimuths between corner i and corner i + 1.
struct ReachCone {
  static constexpr std::size_t kEdges = 12;
  std::array<math::Vec3, kEdges + 1> corners;
  std::array<math::Vec3, kEdges> inward;  // unit normal of the edge's plane: inside where the direction is before it
  alignas(32) std::array<double, kEdges> inward_x, inward_y, inward_z;  // the same by columns, for all edges at once
  std::array<math::Vec3, kEdges> from;  // horizontal normals: the direction's azimuth is at or after corner i where
                                        // dot(from[i], direction) >= 0, before corner i + 1 where < 0 for from[i + 1]
};
extern const ReachCone kReachCone;
inline const ReachCone& reach_cone() {
  return kReachCone;
}
/// Edge that counts for a unit direction of a right arm.
inline std::size_t reach_edge(const math::Vec3& direction) {
  // The corners stand every 30 deg of azimuth: quadrant and two ratios tell the sector.
  const double out = std::abs(direction.x), ahead = std::abs(direction.z);
  const std::size_t third =
      (ahead > 0.57735026918962576 * out ? 1u : 0u) + (ahead > 1.7320508075688773 * out ? 1u : 0u);
  if (direction.z <= 0.0) return direction.x >= 0.0 ? 6 + third : 11 - third;
  return direction.x >= 0.0 ? 5 - third : third;
}
/// Sine of the distance to that edge's great circle, positive inside.
inline double inside_reach(const math::Vec3& direction) {
  return glm::dot(reach_cone().inward[reach_edge(direction)], direction);
}
/// The nearest direction on the polygon's edge.
math::Vec3 nearest_on_reach(const math::Vec3& direction);

/// The turn of the upper arm about itself as the limits see it: 0 for the shortest rotation from the arm stretched out
/// sideways, back of the hand up. Equals ShoulderAngles::twist for a hanging and for a level arm; unlike that it has no
/// jump behind azimuth 180 deg, and its limits are arcs of the elbow's circle (arm.h). Positive: inward turn.
double shoulder_turn(Side side, const math::Quat& thorax_from_upper_arm);
/// The rotation (thorax_from_upper_arm) of a right arm with this unit direction and turn.
math::Quat right_upper_arm(const math::Vec3& direction, double turn);
inline constexpr Limit kShoulderTurn{-1.6580628, 1.3089969};  // 95 deg outward, 75 deg inward; our estimate

/// The nearest angles within the limits: the direction is moved on the sphere to the boundary's nearest point.
ShoulderAngles within_shoulder_limits(const ShoulderAngles& angles);

/// On a posture: brings the upper arm within the limits, keeping the clavicle. True if it was outside.
bool clamp_shoulder(Posture& posture, Side side);
/// How far outside, radians.
double shoulder_excess(const Posture& posture, Side side);

}  // namespace fh::human
