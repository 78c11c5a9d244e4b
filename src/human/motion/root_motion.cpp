// SPDX-License-Identifier: Apache-2.0
#include "human/motion/root_motion.h"

#include <algorithm>

#include "human/motion/footholds.h"

namespace fh::human {

using math::Vec3;

namespace {

double foreseen_yaw(const RootMotion& m, double seconds) {
  const double extra = (m.turn_rate - m.steady_turn) * seconds;
  const double kept =
      m.turn_remaining > 0.0 ? math::clamp(extra, 0.0, m.turn_remaining) : math::clamp(extra, m.turn_remaining, 0.0);
  return m.yaw + m.steady_turn * seconds + kept;
}

}  // namespace

Vec3 foreseen_root(const RootMotion& m, double seconds) {
  const double half = 0.5 * m.curve_rate * seconds;
  if (std::abs(half) < 1e-9) return m.root + seconds * m.velocity;
  const math::SinCos sc = math::sin_cos(half);
  const double shrink = sc.sin / half;  // chord / arc
  const Vec3 v = m.velocity;
  // Turned left by half the arc: about +Y.
  const Vec3 turned(sc.cos * v.x + sc.sin * v.z, 0.0, sc.cos * v.z - sc.sin * v.x);
  return m.root + shrink * seconds * turned;
}

double half_width(const Walker& walker, const GaitStyle& style, const RootMotion& m, const Stride& stride) {
  const double ahead = std::abs(glm::dot(m.velocity, forward_of(m.yaw)));
  const double aside = std::abs(glm::dot(m.velocity, right_of(m.yaw)));
  const double walking = (0.60 - 0.25 * m.jog) * walker.hip_half * style.step_width;
  const double standing = 1.05 * walker.hip_half;
  const double w = standing + math::smooth_step(ahead / 0.6) * (walking - standing);
  return std::max(w, 0.05 + 0.25 * aside * stride.cycle);
}

Foothold foreseen_hold(const Walker& walker, const GaitStyle& style, const RootMotion& m, const Stride& stride,
                       std::size_t foot, double seconds) {
  const double middle = seconds + 0.5 * stride.stance();  // of the coming stance
  const double yaw = foreseen_yaw(m, middle);
  const Vec3 forward = forward_of(yaw), right = right_of(yaw);
  const double span = std::abs(glm::dot(m.velocity, forward_of(m.yaw))) * stride.stance();
  Foothold hold;
  hold.position = foreseen_root(m, middle) - kStanceBias * span * forward +
                  side_sign(foot) * half_width(walker, style, m, stride) * right + m.bank;
  hold.yaw = yaw - side_sign(foot) * style.toe_out;
  return hold;
}

Foothold standing_hold(const Walker& walker, const GaitStyle& style, const RootMotion& m, const Stride& stride,
                       std::size_t foot) {
  RootMotion still = m;
  still.velocity = Vec3(0.0);
  still.turn_rate = still.steady_turn = 0.0;
  return foreseen_hold(walker, style, still, stride, foot, 0.0);
}

double discomfort(const Foothold& here, const Foothold& there, double far, double twisted) {
  const double x = there.position.x - here.position.x, z = there.position.z - here.position.z;
  return std::max(math::sqrt(x * x + z * z) / far, std::abs(math::wrap_angle(there.yaw - here.yaw)) / twisted);
}

double step_urge(const RootMotion& m, const Foothold& hold, std::size_t foot) {
  const Vec3 away = m.root - hold.position;
  return 4.0 * glm::dot(away, m.velocity) + 2.0 * side_sign(foot) * glm::dot(m.velocity, right_of(m.yaw)) -
         side_sign(foot) * m.turn_rate;
}

double stance_pitch(const Walker& walker, const Stride& stride, const RootMotion& m, const Foothold& hold,
                    const Vec3& root) {
  const Vec3 forward = forward_of(hold.yaw);
  return roll_pitch(roll_curve(walker, stride, glm::dot(m.velocity, forward)), glm::dot(root - hold.position, forward));
}

}  // namespace fh::human
