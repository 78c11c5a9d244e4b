// SPDX-License-Identifier: Apache-2.0
#pragma once
// What arms and legs have in common: two rigid links, a hinge between them, and the circle on which the hinge may lie
// when both ends are given (Korein's elbow circle, CA-08, K-39). Pure values, no allocation.
#include <cstdint>

#include "human/body/joints.h"
#include "human/body/skeleton.h"
#include "math/quaternion.h"

namespace fh::human {

enum class LimbStatus : std::uint8_t {
  Reached,       // met within 1e-5 m and 1e-4 rad (Present: but for the easing), all limits kept
  LimitClamped,  // near enough, but a joint limit forbids it: the nearest allowed pose
  OutOfReach,    // farther than the limb is long, or too near
};

enum class LimbMode : std::uint8_t {
  Measure,  // hard and exact: for reach and clearance figures
  Present,  // the last percent of the stretch is eased, so that elbows and knees do not snap straight (CA-08, J-65)
};

/// Where the easing of LimbMode::Present begins, as a share of the full length: 2.2 mm short at most (CA-08).
inline constexpr double kEasedFrom = 0.99;

/// Two links and the range of the distance between their far ends that the hinge's limits allow (metres).
struct TwoLink {
  double upper = 0.0, lower = 0.0;
  double nearest = 0.0, farthest = 0.0;
};
/// `flexion`: limits of the hinge, radians, 0 is straight.
TwoLink two_link(double upper, double lower, const Limit& flexion);

/// The distance the limb takes for a wanted one: clamped (Measure) or eased near the farthest and clamped (Present);
/// continuous, in Present with a continuous slope.
double eased_distance(const TwoLink& links, double wanted);
inline double limb_distance(const TwoLink& links, double wanted, LimbMode mode) {
  if (mode == LimbMode::Present && wanted > kEasedFrom * links.farthest) return eased_distance(links, wanted);
  return math::clamp(wanted, links.nearest, links.farthest);
}

/// A place on the circle: the angle about the axis root -> end, as cosine and sine; 0 points along the pole.
struct Swivel {
  double cos = 1.0, sin = 0.0;
};
Swivel swivel_of(double angle);
double angle_of(const Swivel& swivel);

/// The circle of the hinge for a given root and end. Unit vectors of the frame the problem is posed in.
struct HingeCircle {
  math::Vec3 axis, pole, side;    // axis: root -> end; side = axis x pole
  double upper_along, upper_out;  // direction of the upper link = upper_along axis + upper_out out(swivel)
  double lower_along, lower_out;  // of the lower link; lower_out <= 0

  /// Direction from the axis to the hinge.
  math::Vec3 out(const Swivel& s) const { return s.cos * pole + s.sin * side; }
  /// The hinge's axis out x axis: turning the upper link about it (right-handed) by the flexion gives the lower link.
  math::Vec3 hinge(const Swivel& s) const { return s.sin * pole - s.cos * side; }
  math::Vec3 upper(const Swivel& s) const { return upper_along * axis + upper_out * out(s); }
  math::Vec3 lower(const Swivel& s) const { return lower_along * axis + lower_out * out(s); }
};
/// `pole` is a unit vector at right angles to `axis`; `distance` within the links' range.
inline HingeCircle hinge_circle(const TwoLink& links, double distance, const math::Vec3& axis, const math::Vec3& pole) {
  const double a = links.upper, b = links.lower, per_a = 1.0 / a, per_b = 1.0 / b;
  // Twice the area from the sorted sides: the naive 1 - cos² loses half of the digits of a nearly straight limb.
  const double along = (distance * distance + (a - b) * (a + b)) / (2.0 * distance);
  const double square = (a - along) * (a + along);
  const double out = square > 0.0 ? math::sqrt(square) : 0.0;
  return {axis, pole, glm::cross(axis, pole), along * per_a, out * per_a, (distance - along) * per_b, -out * per_b};
}

}  // namespace fh::human
