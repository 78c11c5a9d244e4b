// SPDX-License-Identifier: Apache-2.0
#pragma once
// Slow, independent answers to compare the closed form with.
#include <Eigen/Geometry>
#include <array>
#include <functional>
#include <utility>

#include "arm_support.h"

namespace arm_test {

/// Bound-constrained variable-metric minimisation (J-45): BFGS on the free variables, gradient projection on the
/// bounds.
template <std::size_t N>
struct BoundedBfgs {
  std::array<double, N> lower, upper;
  std::function<double(const std::array<double, N>&)> value;

  std::array<double, N> gradient(const std::array<double, N>& x) const {
    std::array<double, N> g;
    for (std::size_t i = 0; i < N; ++i) {
      std::array<double, N> a = x, b = x;
      a[i] += 1e-6;
      b[i] -= 1e-6;
      g[i] = (value(a) - value(b)) / 2e-6;
    }
    return g;
  }

  double minimise(std::array<double, N>& x, int rounds) const {
    std::array<std::array<double, N>, N> h{};
    const auto reset = [&h] {
      h = {};
      for (std::size_t i = 0; i < N; ++i) h[i][i] = 1.0;
    };
    reset();
    double f = value(x);
    std::array<double, N> g = gradient(x);
    std::array<bool, N> fixed{};
    for (int round = 0; round < rounds && f > 1e-18; ++round) {
      std::array<bool, N> now{};
      for (std::size_t i = 0; i < N; ++i) now[i] = (x[i] <= lower[i] && g[i] > 0) || (x[i] >= upper[i] && g[i] < 0);
      if (now != fixed) reset();
      fixed = now;
      std::array<double, N> d{};
      double slope = 0.0;
      for (std::size_t i = 0; i < N; ++i) {
        for (std::size_t j = 0; j < N; ++j) d[i] -= fixed[i] || fixed[j] ? 0.0 : h[i][j] * g[j];
        slope += d[i] * g[i];
      }
      if (slope > -1e-18) {
        if (slope == 0.0) break;
        reset();
        continue;
      }
      double step = 1.0, next_f = f;
      std::array<double, N> next = x;
      for (int k = 0; k < 30; ++k, step *= 0.5) {
        for (std::size_t i = 0; i < N; ++i) next[i] = std::clamp(x[i] + step * d[i], lower[i], upper[i]);
        next_f = value(next);
        if (next_f < f + 1e-4 * step * slope) break;
      }
      if (next_f >= f) break;
      const std::array<double, N> next_g = gradient(next);
      std::array<double, N> s, y, hy{};
      double sy = 0.0, yhy = 0.0;
      for (std::size_t i = 0; i < N; ++i) {
        s[i] = next[i] - x[i];
        y[i] = next_g[i] - g[i];
        sy += s[i] * y[i];
      }
      if (sy > 1e-14) {
        for (std::size_t i = 0; i < N; ++i)
          for (std::size_t j = 0; j < N; ++j) hy[i] += h[i][j] * y[j];
        for (std::size_t i = 0; i < N; ++i) yhy += y[i] * hy[i];
        for (std::size_t i = 0; i < N; ++i)
          for (std::size_t j = 0; j < N; ++j)
            h[i][j] += (1.0 + yhy / sy) * s[i] * s[j] / sy - (hy[i] * s[j] + s[i] * hy[j]) / sy;
      }
      x = next;
      f = next_f;
      g = next_g;
    }
    return f;
  }
};

/// The hand of a right arm in the frame of T2, by the skeleton's offsets and Eigen's transforms: shares nothing with
/// human/ik. The girdle by its law (shoulder.h).
inline Pose independent_hand(const Skeleton& skeleton, const ArmAngles& a, bool girdle) {
  const auto turned = [](const Quat& q) { return Eigen::Quaterniond(q.w, q.x, q.y, q.z); };
  const double hand[2] = {a.flexion, a.deviation};
  const Quat clavicle = girdle ? right_clavicle(a.direction) : math::kIdentity;
  const std::pair<Joint, Eigen::Quaterniond> chain[] = {
      {Joint::RightClavicle, turned(clavicle)},
      {Joint::RightUpperArm, turned(clavicle).conjugate() * turned(right_upper_arm(a.direction, a.turn))},
      {Joint::RightForearm, turned(joint_rotation(Joint::RightForearm, &a.bend))},
      {Joint::RightForearmTwist, turned(joint_rotation(Joint::RightForearmTwist, &a.twist))},
      {Joint::RightHand, turned(joint_rotation(Joint::RightHand, hand))}};
  Eigen::Isometry3d at = Eigen::Isometry3d::Identity();
  for (const auto& [joint, rotation] : chain) {
    const Vec3& offset = skeleton.offsets[index_of(joint)];
    at = at * Eigen::Translation3d(offset.x, offset.y, offset.z) * rotation;
  }
  const Eigen::Quaterniond r(at.rotation());
  const Eigen::Vector3d p = at.translation();
  return {{r.w(), r.x(), r.y(), r.z()}, {p.x(), p.y(), p.z()}};
}

/// A right arm by seven numbers in a box: azimuth, share of the largest elevation, turn, bend, twist, flexion,
/// deviation.
inline ArmAngles boxed(const double* x, bool with_wrist) {
  ArmAngles a;
  const double elevation = x[1] * largest_elevation(x[0]);
  a.direction = arm_direction(Side::Right, {elevation, x[0], 0.0});
  a.turn = x[2];
  a.bend = x[3];
  if (with_wrist) a.twist = x[4], a.flexion = x[5], a.deviation = x[6];
  return a;
}

/// The wrist nearest to a place, over all postures within limits; the best of several starts.
inline Vec3 nearest_wrist(const Skeleton& skeleton, const Arm& arm, const Vec3& wanted, bool girdle, core::Rng& rng,
                          int starts) {
  BoundedBfgs<4> problem{{-2.0 * math::kPi, 0.0, kShoulderTurn.lower, arm.elbow.lower},
                         {2.0 * math::kPi, 1.0, kShoulderTurn.upper, arm.elbow.upper},
                         [&](const std::array<double, 4>& x) {
                           const Vec3 at = independent_hand(skeleton, boxed(x.data(), false), girdle).position;
                           return glm::dot(at - wanted, at - wanted);
                         }};
  double best = 1e9;
  Vec3 point{0.0};
  for (int k = 0; k < starts; ++k) {
    std::array<double, 4> x = {rng.uniform(-math::kPi, math::kPi), rng.uniform(0.1, 0.95), rng.uniform(-1.0, 1.0),
                               rng.uniform(0.2, 2.3)};
    const double f = problem.minimise(x, 120);
    if (f >= best) continue;
    best = f;
    point = independent_hand(skeleton, boxed(x.data(), false), girdle).position;
  }
  return point;
}

/// The arm with its elbow at `angle` about the line shoulder - wrist, 0 where `zero` points; the girdle settles by its
/// law. False where there is none, or the girdle does not settle. Limits are not looked at.
inline bool swivelled(const Arm& arm, const Pose& wanted, bool girdle, const Vec3& zero, double angle, ArmSolution& s) {
  Quat clavicle = math::kIdentity;
  Vec3 direction(0, -1, 0), hinge(1, 0, 0), elbow(0.0);
  bool settled = false;
  for (int round = 0; round < (girdle ? 40 : 1) && !settled; ++round) {
    const Vec3 shoulder = arm.clavicle + math::rotate(clavicle, arm.shoulder);
    const Vec3 way = wanted.position - shoulder;
    const double d = glm::length(way), a = arm.links.upper, b = arm.links.lower;
    if (d > a + b || d < std::abs(a - b)) return false;
    const Vec3 n = way / d, u = glm::normalize(zero - glm::dot(zero, n) * n), v = glm::cross(n, u);
    const double along = (d * d + a * a - b * b) / (2.0 * d), out = std::sqrt(std::max(0.0, a * a - along * along));
    const Vec3 m = std::cos(angle) * u + std::sin(angle) * v;
    elbow = shoulder + along * n + out * m;
    hinge = glm::cross(m, n);
    const Vec3 next = glm::normalize(elbow - shoulder);
    settled = !girdle || glm::length(next - direction) < 1e-7;
    direction = next;
    if (!settled) clavicle = right_clavicle(direction);
  }
  if (!settled) return false;
  const Vec3 lower = glm::normalize(wanted.position - elbow);
  const Quat upper = math::from_matrix({hinge, -direction, glm::cross(direction, hinge)});
  const Quat fore = math::from_matrix({hinge, -lower, glm::cross(lower, hinge)});
  const Quat wrist = math::conjugate(fore) * wanted.rotation;
  s.clavicle = clavicle;
  s.upper_arm = math::conjugate(clavicle) * upper;
  s.forearm = math::conjugate(upper) * fore;
  // Twist, then the hand's two axes: the twist is what the two cannot do.
  const math::Mat3 m = math::to_matrix(wrist);
  const double twist = std::atan2(-m[0].z, m[0].x);
  s.forearm_twist = math::from_axis_angle({0, 1, 0}, twist);
  s.hand = math::conjugate(s.forearm_twist) * wrist;
  return true;
}

/// True if some posture within limits has the hand there: many swivels, each with its own settled girdle.
inline bool dense_swivel_solves(const Skeleton& skeleton, const Arm& arm, const Pose& wanted, bool girdle,
                                int swivels) {
  const Vec3 zero = math::any_orthogonal(glm::normalize(wanted.position - arm.clavicle - arm.shoulder));
  for (int k = 0; k < swivels; ++k) {
    ArmSolution s;
    if (swivelled(arm, wanted, girdle, zero, math::kTau * k / swivels, s) &&
        arm_excess(skeleton, Side::Right, s) <= 1e-6)
      return true;
  }
  return false;
}

/// How far the joints of `from` must turn at the least to have the hand at `wanted`, limits kept, rad: the elbow up to
/// 15 degrees to both sides of where it is. 10 where there is no posture.
inline double least_step(const Skeleton& skeleton, const Arm& arm, const ArmSolution& from, const Pose& wanted,
                         bool girdle) {
  const Vec3 elbow = math::rotate(from.clavicle * from.upper_arm, Vec3(0.0, -arm.links.upper, 0.0));
  double least = 10.0;
  for (int k = -100; k <= 100; ++k) {
    ArmSolution s;
    if (!swivelled(arm, wanted, girdle, elbow, 0.0026 * k, s) || arm_excess(skeleton, Side::Right, s) > 1e-6) continue;
    least = std::min(least, largest_step(from, s));
  }
  return least;
}

}  // namespace arm_test
