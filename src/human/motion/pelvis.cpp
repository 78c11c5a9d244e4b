// SPDX-License-Identifier: Apache-2.0
#include "human/motion/pelvis.h"

#include <algorithm>

namespace fh::human {
namespace {

using math::radians;
using math::Vec3;

constexpr double kStandingBend = 0.006;  // of hip height: knees are not locked
constexpr double kReach = 0.9985;        // of the leg's length: 6 deg of knee flexion
constexpr double kBlend = 0.014;         // m over which the reach takes over

double cycle_cos(double phase, double at) {
  return math::cos(math::kTau * (phase - at));
}

double smooth_min(double a, double b, double width) {
  const double h = math::clamp(0.5 + 0.5 * (b - a) / width, 0.0, 1.0);
  return b + h * (a - b) - width * h * (1.0 - h);
}

}  // namespace

math::Quat rotation_of(const Attitude& a) {
  return math::from_yaw_pitch_roll(a.yaw, 0.0, -a.right) * math::from_axis_angle(math::kRight, -a.forward);
}

PelvisCurve pelvis_curve(const Walker& walker, const GaitStyle& style, const Stride& stride, double phase, double speed,
                         double stir) {
  const double jog = stride.jog, walk = 1.0 - jog;
  const double reach = std::min(speed * stride.cycle / (1.64 * walker.hip_height), 1.3);  // 1 at 1.4 m/s
  const double size = walker.hip_height / 0.92;
  PelvisCurve curve;
  // Over the standing foot in the middle of its stance.
  const double range = math::clamp(0.0699 - 0.0349 * (speed - 0.7), 0.025, 0.072) * size * (walk + 0.5 * jog);
  curve.aside = -0.5 * range * style.sway * stir * cycle_cos(phase, 0.5 * stride.duty);
  const double rise = 0.5 * pelvis_rise(walker, speed) * style.bounce;
  const double walk_height = -rise + rise * math::cos(2.0 * math::kTau * (phase - 0.30));
  // Jogging: highest in the middle of the flight.
  const double bounce = 0.033 * size * style.bounce;
  const double jog_height =
      -0.045 * walker.hip_height + bounce * math::cos(2.0 * math::kTau * (phase - 0.5 * (stride.duty + 0.5)));
  curve.height = walker.hip_height * (1.0 - kStandingBend) + stir * (walk * walk_height + jog * jog_height);
  curve.attitude.yaw = -radians(6.0 + jog) * reach * stir * cycle_cos(phase, 0.02);
  // The side of the swinging leg sinks just after toe-off.
  curve.attitude.right = radians(3.6) * std::min(reach, 1.0) * style.sway * stir * cycle_cos(phase, 0.17);
  curve.attitude.forward = radians(1.0) * jog + 0.3 * style.stoop;
  return curve;
}

double reachable_height(const Walker& walker, const math::Quat& rotation, double x, double z,
                        std::span<const RolledFoot, 2> feet, double wanted) {
  double height = wanted;
  const double leg = kReach * walker.leg;
  for (std::size_t i = 0; i < 2; ++i) {
    const Vec3 hip = math::rotate(rotation, {i == 0 ? -walker.hip_half : walker.hip_half, 0.0, 0.0});
    const Vec3& ankle = feet[i].world_from_foot.position;
    const double dx = x + hip.x - ankle.x, dz = z + hip.z - ankle.z;
    const double up = math::sqrt(std::max(leg * leg - dx * dx - dz * dz, 0.04 * leg * leg));
    height = smooth_min(height, ankle.y + up - hip.y, kBlend);
  }
  return height;
}

}  // namespace fh::human
