// SPDX-License-Identifier: Apache-2.0
#include "human/ik/arm_swivel.h"

#include "math/trig.h"

namespace fh::human {
namespace {

using math::radians;
using math::Vec3;

// Middle of the directions in which the map was measured (azimuth -30 … 60 deg, elevation within 45 deg).
const Vec3 kMeasured = [] {
  const math::SinCos azimuth = math::sin_cos(radians(15.0));
  return Vec3(azimuth.sin, 0.0, -azimuth.cos);
}();
// The map speaks of centimetres of people whose arm was about this long, shoulder to wrist.
constexpr double kArmLength_cm = 56.0;
// Keeps the elbow defined where the map points it at the hand.
constexpr double kPoleWeight = 0.18;

}  // namespace

Swivel natural_swivel(const Vec3& axis, const Vec3& pole, double distance) {
  const double flat = math::sqrt(axis.x * axis.x + axis.z * axis.z);
  // Azimuth means nothing overhead and beside the hanging arm, and was not measured behind.
  const double trust =
      math::smooth_step((flat - 0.15) / 0.55) * math::smooth_step((glm::dot(axis, kMeasured) + 0.40) / 1.00);
  if (trust <= 0.0) return {};
  const double azimuth = math::atan2(axis.x, -axis.z), elevation = math::atan2(axis.y, flat);
  const double raised = radians(-4.0) + radians(1.10) * kArmLength_cm * distance + 0.90 * elevation;
  const double yaw = radians(13.2) + 0.86 * azimuth + 0.11 * elevation;
  const math::SinCos r = math::sin_cos(raised), y = math::sin_cos(yaw);
  const Vec3 elbow(r.sin * y.sin, -r.cos, -r.sin * y.cos);
  const Vec3 side = glm::cross(axis, pole);
  const double c = trust * glm::dot(elbow, pole) + (1.0 - trust) + kPoleWeight;
  const double s = trust * glm::dot(elbow, side);
  const double length = math::sqrt(c * c + s * s);
  return length > 1e-9 ? Swivel{c / length, s / length} : Swivel{};
}

}  // namespace fh::human
