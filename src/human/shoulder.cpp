#include "human/shoulder.h"

#include <algorithm>
#include <vector>

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

// Two straight lines joined over 4 deg: the published pieces do not meet (jack_a W4).
double joined(double low, double high, double at, double knee) {
  return low + (high - low) * math::smooth_step((at - (knee - 2.0)) / 4.0);
}

struct Row {
  double azimuth_deg, elevation_deg;
};
constexpr std::array<Row, 13> kReach = {{{-180, 42},
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

// The boundary as a fine polygon of unit vectors, right side.
const std::vector<Vec3>& boundary() {
  static const std::vector<Vec3> kBoundary = [] {
    std::vector<Vec3> points;
    for (int a = -180; a < 180; ++a) points.push_back(on_sphere(largest_elevation(radians(a)), radians(a)));
    return points;
  }();
  return kBoundary;
}

Vec3 nearest_on_boundary(const Vec3& direction) {
  const std::vector<Vec3>& points = boundary();
  Vec3 best = points[0];
  double best_square = 1e9;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 a = points[i], ab = points[(i + 1) % points.size()] - a;
    const double t = math::clamp(glm::dot(direction - a, ab) / glm::dot(ab, ab), 0.0, 1.0);
    const Vec3 p = glm::normalize(a + t * ab);
    const Vec3 away = p - direction;
    if (const double square = glm::dot(away, away); square < best_square) {
      best_square = square;
      best = p;
    }
  }
  return best;
}

}  // namespace

ClavicleShare clavicle_share(double elevation, double azimuth) {
  const double phi = degrees(elevation);
  const double beta1 = joined(0.2514 * phi + 91.076, -0.035 * phi + 128.7, phi, 131.4);
  const double beta2 = joined(0.21066 * phi + 92.348, 120.0, phi, 130.0);
  const double c = math::cos(azimuth);
  return {radians(c * beta1 + (1.0 - c) * beta2 - 90.0), 0.2 * azimuth};
}

Vec3 arm_direction(Side side, const ShoulderAngles& angles) {
  Vec3 d = on_sphere(angles.elevation, angles.azimuth);
  d.x *= lateral(side);
  return d;
}

Quat upper_arm_in_thorax(Side side, const ShoulderAngles& angles) {
  // The total azimuth, not the humerus' share, undoes the twist at the poles (jack_a W3).
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
  const ClavicleShare share = clavicle_share(angles.elevation, angles.azimuth);
  // The law's offset at rest is removed, so that a hanging arm leaves the clavicle where it was built (jack_a W5).
  const double rest = clavicle_share(0.0, angles.azimuth).elevation;
  const double swing = angles.elevation < kQuarter ? math::sin(angles.elevation) : 1.0;  // no azimuth when hanging
  const Quat clavicle = about_up(side, share.azimuth * swing) * about_back(side, share.elevation - rest);
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
  const double at = degrees(math::wrap_angle(azimuth));
  for (std::size_t i = 1; i < kReach.size(); ++i) {
    if (at > kReach[i].azimuth_deg) continue;
    const Row &a = kReach[i - 1], &b = kReach[i];
    const double t = math::smooth_step((at - a.azimuth_deg) / (b.azimuth_deg - a.azimuth_deg));
    return radians(a.elevation_deg + t * (b.elevation_deg - a.elevation_deg));
  }
  return radians(kReach.back().elevation_deg);
}

ShoulderAngles within_shoulder_limits(const ShoulderAngles& angles) {
  ShoulderAngles result = angles;
  if (angles.elevation > largest_elevation(angles.azimuth) + kPole) {
    const Vec3 nearest = nearest_on_boundary(on_sphere(angles.elevation, angles.azimuth));
    result = shoulder_angles_of_direction(Side::Right, nearest, angles.azimuth);
    // The polygon cuts the true curve's corners by microradians.
    result.elevation = std::min(result.elevation, largest_elevation(result.azimuth));
    result.twist = angles.twist;
  }
  result.twist = math::clamp(result.twist, kShoulderTwist.lower, kShoulderTwist.upper);
  return result;
}

bool clamp_shoulder(Posture& posture, Side side) {
  const ShoulderAngles angles = shoulder_of(posture, side), kept = within_shoulder_limits(angles);
  if (kept.elevation == angles.elevation && kept.azimuth == angles.azimuth && kept.twist == angles.twist) return false;
  const Quat clavicle = posture[on_side(Joint::LeftClavicle, side)];
  posture[on_side(Joint::LeftUpperArm, side)] = math::conjugate(clavicle) * upper_arm_in_thorax(side, kept);
  return true;
}

double shoulder_excess(const Posture& posture, Side side) {
  const ShoulderAngles angles = shoulder_of(posture, side), kept = within_shoulder_limits(angles);
  const double away = glm::length(arm_direction(side, angles) - arm_direction(side, kept));
  const double twisted = std::abs(angles.twist - kept.twist);
  return std::max(away > 1e-7 ? away : 0.0, twisted > 1e-9 ? twisted : 0.0);
}

}  // namespace fh::human
