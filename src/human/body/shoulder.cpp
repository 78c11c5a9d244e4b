// SPDX-License-Identifier: Apache-2.0
#include "human/body/shoulder.h"

#include <algorithm>

#include "human/body/reflect.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::degrees;
using math::Quat;
using math::radians;
using math::Vec3;

constexpr double kQuarter = 0.5 * math::kPi;
constexpr double kPole = 1e-9;

// Rotations of the right side about "up" (towards the front) and about "back" (raising); reflected for the left.
Quat about_up(Side side, double angle) {
  return math::from_axis_angle(math::kUp, side == Side::Right ? angle : -angle);
}
Quat about_back(Side side, double angle) {
  return math::from_axis_angle({0.0, 0.0, 1.0}, side == Side::Right ? angle : -angle);
}
double lateral(Side side) {
  return side == Side::Right ? 1.0 : -1.0;
}

// Two straight lines joined over 4 deg: the published pieces do not meet (J-22, eq. 2.7 at 130 deg).
double joined(double low, double high, double at, double knee) {
  return low + (high - low) * math::smooth_step((at - (knee - 2.0)) / 4.0);
}

constexpr double kAzimuthShare = 0.2;
// J-22, degrees.
double clavicle_elevation_deg(double phi, double azimuth_cos) {
  const double beta1 = joined(0.2514 * phi + 91.076, -0.035 * phi + 128.7, phi, 131.4);
  const double beta2 = joined(0.21066 * phi + 92.348, 120.0, phi, 130.0);
  return azimuth_cos * beta1 + (1.0 - azimuth_cos) * beta2 - 90.0;
}

struct ConeEdge {
  double azimuth_deg, elevation_deg;
};
constexpr std::array<ConeEdge, ReachCone::kEdges + 1> kReach = {{{-180, 42},
                                                                 {-150, 38},
                                                                 {-120, 46},
                                                                 {-90, 60},
                                                                 {-60, 78},
                                                                 {-30, 128},
                                                                 {0, 175},
                                                                 {30, 178},
                                                                 {60, 178},
                                                                 {90, 175},
                                                                 {120, 135},
                                                                 {150, 72},
                                                                 {180, 42}}};

Vec3 on_sphere(double elevation, double azimuth) {
  const math::SinCos e = math::sin_cos(elevation), a = math::sin_cos(azimuth);
  return {e.sin * a.cos, -e.cos, -e.sin * a.sin};
}

ReachCone make_cone() {
  ReachCone cone;
  for (std::size_t i = 0; i <= ReachCone::kEdges; ++i) {
    cone.corners[i] = on_sphere(radians(kReach[i].elevation_deg), radians(kReach[i].azimuth_deg));
  }
  for (std::size_t i = 0; i < ReachCone::kEdges; ++i) {
    const math::SinCos a = math::sin_cos(radians(kReach[i].azimuth_deg));
    cone.from[i] = {-a.sin, 0.0, -a.cos};
    const Vec3 normal = glm::normalize(glm::cross(cone.corners[i], cone.corners[i + 1]));
    cone.inward[i] = normal.y < 0.0 ? normal : -normal;  // "hanging" (-Y) is inside of every edge
    cone.inward_x[i] = cone.inward[i].x;
    cone.inward_y[i] = cone.inward[i].y;
    cone.inward_z[i] = cone.inward[i].z;
  }
  return cone;
}

// For |x| <= 0.35, where these terms of the series are exact to the last bits; in pairs, which are faster than a chain.
math::SinCos third_sin_cos(double x) {
  const double z = x * x, zz = z * z;
  const double sin = (-1.0 / 6.0 + z * (1.0 / 120.0)) + zz * ((-1.0 / 5040.0 + z * (1.0 / 362880.0)) +
                                                              zz * (-1.0 / 39916800.0 + z * (1.0 / 6227020800.0)));
  const double cos = (-0.5 + z * (1.0 / 24.0)) +
                     zz * ((-1.0 / 720.0 + z * (1.0 / 40320.0)) + zz * (-1.0 / 3628800.0 + z * (1.0 / 479001600.0)));
  return {x + x * (z * sin), 1.0 + z * cos};
}

// A right arm's clavicle: the law's offset at rest is removed, so that a hanging arm leaves the clavicle where it was
// built. Azimuth means nothing for an arm hanging or straight up, and jumps behind 180 deg: its share fades
// out towards all three.
Quat clavicle_of(double elevation, double azimuth, double elevation_sin, double azimuth_cos) {
  const double raised =
      clavicle_elevation_deg(degrees(elevation), azimuth_cos) - clavicle_elevation_deg(0.0, azimuth_cos);
  const double low = elevation < kQuarter ? elevation_sin : 1.0;
  const double high = math::smooth_step((math::kPi - elevation) / radians(30.0));
  const double across = math::smooth_step((math::kPi - std::abs(azimuth)) / radians(60.0));
  const math::SinCos up = third_sin_cos(0.5 * kAzimuthShare * azimuth * low * high * across);
  const math::SinCos back = third_sin_cos(0.5 * radians(raised));
  return {up.cos * back.cos, up.sin * back.sin, up.sin * back.cos, up.cos * back.sin};
}

// The arm stretched out sideways.
Quat sideways() {
  return about_back(Side::Right, kQuarter);
}

double right_turn(const Quat& thorax_from_upper_arm) {
  return math::swing_twist(math::conjugate(sideways()) * thorax_from_upper_arm, math::kUp).twist;
}

}  // namespace

const ReachCone kReachCone = make_cone();

Vec3 nearest_on_reach(const Vec3& direction) {
  const ReachCone& cone = reach_cone();
  Vec3 best{0.0};
  double best_cosine = -2.0;
  const auto offer = [&](const Vec3& p) {
    if (const double cosine = glm::dot(p, direction); cosine > best_cosine) {
      best_cosine = cosine;
      best = p;
    }
  };
  for (std::size_t i = 0; i < ReachCone::kEdges; ++i) {
    const Vec3 normal = cone.inward[i], a = cone.corners[i], b = cone.corners[i + 1];
    offer(a);
    const Vec3 foot = math::normalized_or(direction - glm::dot(direction, normal) * normal, a);
    const Vec3 sense = glm::cross(a, b);
    if (glm::dot(glm::cross(a, foot), sense) > 0.0 && glm::dot(glm::cross(foot, b), sense) > 0.0) offer(foot);
  }
  return best;
}

Quat right_upper_arm(const Vec3& direction, double turn) {
  return math::from_to(math::kRight, direction) * sideways() * about_up(Side::Right, turn);
}

double shoulder_turn(Side side, const Quat& thorax_from_upper_arm) {
  return right_turn(side == Side::Right ? thorax_from_upper_arm : reflected(thorax_from_upper_arm));
}

Quat right_clavicle(const Vec3& direction) {
  const double out = direction.x, ahead = -direction.z;
  const double flat = math::sqrt(out * out + ahead * ahead);
  if (flat < kPole) return math::kIdentity;
  return clavicle_of(math::atan2(flat, -direction.y), math::atan2(ahead, out), flat, out / flat);
}

ClavicleShare clavicle_share(double elevation, double azimuth) {
  return {radians(clavicle_elevation_deg(degrees(elevation), math::cos(azimuth))), kAzimuthShare * azimuth};
}

Vec3 arm_direction(Side side, const ShoulderAngles& angles) {
  Vec3 d = on_sphere(angles.elevation, angles.azimuth);
  d.x *= lateral(side);
  return d;
}

Quat upper_arm_in_thorax(Side side, const ShoulderAngles& angles) {
  // The total azimuth, not the humerus' share, undoes the twist at the poles: the share alone leaves up to 18 deg there
  // (J-23).
  const double twist = angles.twist + (angles.elevation / kQuarter - 1.0) * angles.azimuth;
  return about_up(side, angles.azimuth) * about_back(side, angles.elevation) * about_up(side, twist);
}

ShoulderAngles shoulder_angles_of_direction(Side side, const Vec3& direction, double azimuth_at_pole) {
  const double out = direction.x * lateral(side), ahead = -direction.z;
  const double flat = math::sqrt(out * out + ahead * ahead);
  const double azimuth = flat > kPole ? math::atan2(ahead, out) : azimuth_at_pole;
  return {math::atan2(flat, -direction.y), azimuth, 0.0};
}

ShoulderAngles shoulder_angles(Side side, const Quat& thorax_from_upper_arm, double azimuth_at_pole) {
  ShoulderAngles angles =
      shoulder_angles_of_direction(side, math::rotate(thorax_from_upper_arm, -math::kUp), azimuth_at_pole);
  const Quat untwisted = upper_arm_in_thorax(side, angles);
  const Quat rest = math::conjugate(untwisted) * thorax_from_upper_arm;
  const double turn = math::swing_twist(rest, math::kUp).twist;
  angles.twist = side == Side::Right ? turn : -turn;
  return angles;
}

ShoulderRotations shoulder_rotations(Side side, const ShoulderAngles& angles) {
  const Quat right =
      clavicle_of(angles.elevation, angles.azimuth, math::sin(angles.elevation), math::cos(angles.azimuth));
  const Quat clavicle = side == Side::Right ? right : reflected(right);
  return {clavicle, math::conjugate(clavicle) * upper_arm_in_thorax(side, angles)};
}

void set_shoulder(Posture& posture, Side side, const ShoulderAngles& angles) {
  const ShoulderRotations rotations = shoulder_rotations(side, angles);
  posture[on_side(Joint::LeftClavicle, side)] = rotations.clavicle;
  posture[on_side(Joint::LeftUpperArm, side)] = rotations.upper_arm;
}

ShoulderAngles shoulder_of(const Posture& posture, Side side) {
  return shoulder_angles(side,
                         posture[on_side(Joint::LeftClavicle, side)] * posture[on_side(Joint::LeftUpperArm, side)]);
}

Vec3 shoulder_centre(const Skeleton& skeleton, Side side, const ShoulderAngles& angles) {
  const Joint clavicle = on_side(Joint::LeftClavicle, side), upper_arm = on_side(Joint::LeftUpperArm, side);
  return skeleton.offsets[index_of(clavicle)] +
         math::rotate(shoulder_rotations(side, angles).clavicle, skeleton.offsets[index_of(upper_arm)]);
}

double largest_elevation(double azimuth) {
  const math::SinCos a = math::sin_cos(azimuth);
  const Vec3 normal = reach_cone().inward[reach_edge({a.cos, 0.0, -a.sin})];
  // sin(e) (n.x cos a - n.z sin a) - cos(e) n.y = 0, n.y < 0
  return math::atan2(-normal.y, normal.z * a.sin - normal.x * a.cos);
}

ShoulderAngles within_shoulder_limits(const ShoulderAngles& angles) {
  const Quat rotation = upper_arm_in_thorax(Side::Right, angles);
  const Vec3 direction = on_sphere(angles.elevation, angles.azimuth);
  const double turn = right_turn(rotation), kept = math::clamp(turn, kShoulderTurn.lower, kShoulderTurn.upper);
  const bool outside = inside_reach(direction) < -kPole;
  if (!outside && std::abs(kept - turn) <= kPole) return angles;
  const Vec3 nearest = outside ? nearest_on_reach(direction) : direction;
  return shoulder_angles(Side::Right, right_upper_arm(nearest, kept), angles.azimuth);
}

bool clamp_shoulder(Posture& posture, Side side) {
  const ShoulderAngles angles = shoulder_of(posture, side), kept = within_shoulder_limits(angles);
  if (kept.elevation == angles.elevation && kept.azimuth == angles.azimuth && kept.twist == angles.twist) return false;
  const Quat clavicle = posture[on_side(Joint::LeftClavicle, side)];
  posture[on_side(Joint::LeftUpperArm, side)] = math::conjugate(clavicle) * upper_arm_in_thorax(side, kept);
  return true;
}

double shoulder_excess(const Posture& posture, Side side) {
  const Quat given = posture[on_side(Joint::LeftClavicle, side)] * posture[on_side(Joint::LeftUpperArm, side)];
  const Quat right = side == Side::Right ? given : reflected(given);
  const Vec3 direction = math::rotate(right, -math::kUp);
  const double turn = right_turn(right);
  double excess = std::max({0.0, kShoulderTurn.lower - turn, turn - kShoulderTurn.upper});
  if (inside_reach(direction) < 0.0) {
    excess = std::max(excess, glm::length(direction - nearest_on_reach(direction)));
  }
  return excess > 1e-9 ? excess : 0.0;
}

}  // namespace fh::human
