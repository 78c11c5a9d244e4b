#include "human/arm_torso.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kSlim = 0.90;                             // of the skin's breadth and depth
constexpr double kBehindSpine = 0.035;                     // m from the vertebrae to the back
constexpr double kArmRadius = 0.035;                       // m
constexpr double kTopFade = 0.10;                          // m below the shoulders
constexpr double kSpare = 0.012;                           // m: the girdle moves the shoulder a little afterwards
constexpr double kLeastCircle = 0.02, kFullCircle = 0.06;  // m of the elbow's circle: below it a swivel moves nothing

/// 1 in the chest's height, 0 above the shoulders.
double beside_chest(const ChestSolid& torso, double y) {
  return math::smooth_step((torso.top - y) / kTopFade);
}

/// Turns `s` until the bound holds; where it never does, to its best.
Swivel turned_within(const SwivelForm& bound, const Swivel& s) {
  if (bound.at(s) >= 0.0) return s;
  Swivel left, right;
  if (arc_begin(bound, 1.0, left) && arc_begin(bound, -1.0, right)) {
    return turn_key(s, left, 1.0) <= turn_key(s, right, -1.0) ? left : right;
  }
  const double length = math::sqrt(bound.cosine * bound.cosine + bound.sine * bound.sine);
  return length > 1e-9 ? Swivel{bound.cosine / length, bound.sine / length} : s;
}

/// The plane that touches the chest where a point of the arm, base + out · (direction of the swivel), is nearest to it:
/// on the far side of it the point is clear. One bound of the form all limits have.
SwivelForm outside_chest(const ChestSolid& torso, const HingeCircle& c, const Vec3& base, double out, const Swivel& s) {
  const Vec3 at = base + out * c.out(s);
  const double x = at.x, z = at.z - torso.centre_z, away = math::sqrt(x * x + z * z);
  const Vec3 normal = away > 1e-6 ? Vec3(x / away, 0.0, z / away) : Vec3(1.0, 0.0, 0.0);
  const double a = torso.half_breadth * normal.x, b = torso.half_depth * normal.z;
  const double reach = math::sqrt(a * a + b * b) + torso.arm_radius + kSpare;
  SwivelForm form{glm::dot(base, normal) - torso.centre_z * normal.z - reach, out * glm::dot(c.pole, normal),
                  out * glm::dot(c.side, normal)};
  // Less is asked where the chest ends and where the swivel has little to give.
  const double asked =
      beside_chest(torso, at.y) * math::smooth_step((std::abs(out) - kLeastCircle) / (kFullCircle - kLeastCircle));
  const double lacks = std::min(0.0, form.at(s));
  form.constant -= (1.0 - asked) * lacks;
  return form;
}

}  // namespace

ChestSolid build_torso(const Dimensions& d) {
  ChestSolid torso;
  torso.half_breadth = 0.5 * kSlim * d[Dimension::ChestBreadth];
  torso.half_depth = 0.5 * kSlim * d[Dimension::ChestDepth];
  torso.centre_z = kBehindSpine - 0.5 * d[Dimension::ChestDepth];
  torso.arm_radius = kArmRadius;
  torso.top = 0.0;
  return torso;
}

double torso_clearance(const ChestSolid& torso, const Vec3& point) {
  if (point.y > torso.top - kTopFade) return 1.0;
  const double x = point.x, z = point.z - torso.centre_z, away = math::sqrt(x * x + z * z);
  if (away < 1e-9) return -torso.half_depth - torso.arm_radius;
  const double p = x / (away * torso.half_breadth), q = z / (away * torso.half_depth);
  return away - 1.0 / math::sqrt(p * p + q * q) - torso.arm_radius;
}

Swivel clear_of_torso(const ChestSolid& torso, const TwoLink& links, const HingeCircle& circle, const Vec3& shoulder,
                      const Vec3& wrist, const Swivel& preferred) {
  const Vec3 centre = shoulder + links.upper * circle.upper_along * circle.axis;
  const double radius = links.upper * circle.upper_out;
  Swivel s = preferred;
  // The elbow, and what it costs the forearm; twice, because each moves the plane of the other.
  for (int round = 0; round < 2; ++round) {
    s = turned_within(outside_chest(torso, circle, 0.5 * (centre + wrist), 0.5 * radius, s), s);
    s = turned_within(outside_chest(torso, circle, centre, radius, s), s);
  }
  return s;
}

}  // namespace fh::human
