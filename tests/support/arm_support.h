// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "human/body/kinematics.h"
#include "human/body/shoulder.h"
#include "human/ik/arm.h"
#include "human_support.h"
#include "samples.h"

inline constexpr int kShare = scaled(1, 50);  // sanitizers: that many times fewer samples

namespace arm_test {

using namespace fh;
using namespace fh::human;
using math::Pose;
using math::Quat;
using math::Vec3;

inline Vec3 random_direction(core::Rng& rng) {
  for (;;) {
    const Vec3 v(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
    if (const double length = glm::length(v); length > 0.1 && length < 1.0) return v / length;
  }
}
inline Quat random_rotation(core::Rng& rng) {
  return math::from_axis_angle(random_direction(rng), rng.uniform(-math::kPi, math::kPi));
}
inline Quat mirrored_quat(const Quat& q) {
  return {q.w, q.x, -q.y, -q.z};
}

/// Seven angles and the girdle by the law: a posture within all limits by construction.
struct ArmAngles {
  Vec3 direction{0, -1, 0};  // of a right upper arm
  double turn = 0, bend = 0, twist = 0, flexion = 0, deviation = 0;
};

inline ArmAngles random_arm_angles(const Arm& arm, core::Rng& rng) {
  ArmAngles a;
  do a.direction = random_direction(rng);
  while (inside_reach(a.direction) < 0.0);
  const auto in = [&rng](const Limit& limit) { return rng.uniform(limit.lower, limit.upper); };
  a.turn = in(kShoulderTurn);
  a.bend = in(arm.elbow);
  a.twist = in(arm.twist);
  a.flexion = in(arm.flexion);
  a.deviation = in(arm.deviation);
  return a;
}

inline ArmSolution posed(const Arm& arm, const ArmAngles& a, bool girdle) {
  const auto sided = [&arm](const Quat& q) { return arm.side == Side::Right ? q : mirrored_quat(q); };
  const auto at = [&arm](Joint joint) { return on_side(joint, arm.side); };
  ArmSolution s;
  if (girdle) s.clavicle = sided(right_clavicle(a.direction));
  s.upper_arm = math::conjugate(s.clavicle) * sided(right_upper_arm(a.direction, a.turn));
  s.forearm = joint_rotation(at(Joint::RightForearm), &a.bend);
  s.forearm_twist = joint_rotation(at(Joint::RightForearmTwist), &a.twist);
  const double hand[2] = {a.flexion, a.deviation};
  s.hand = joint_rotation(at(Joint::RightHand), hand);
  return s;
}

/// Largest excess over any limit of the arm's joints, by the angles of posture.h and the shoulder's own check.
inline double arm_excess(const Skeleton& skeleton, Side side, const ArmSolution& solution) {
  Posture posture;
  set_arm(posture, side, solution);
  double worst = shoulder_excess(posture, side);
  for (const Joint right : {Joint::RightClavicle, Joint::RightForearm, Joint::RightForearmTwist, Joint::RightHand}) {
    const Joint joint = on_side(right, side);
    double angles[3] = {};
    joint_angles(joint, posture[joint], angles);
    // A joint with fewer axes than three must not do what it cannot.
    worst = std::max(worst, math::angle_between(posture[joint], joint_rotation(joint, angles)));
    for (std::size_t k = 0; k < info(joint).dof_count; ++k) {
      const Limit& limit = skeleton.limits[info(joint).first_dof + k];
      worst = std::max({worst, limit.lower - angles[k], angles[k] - limit.upper});
    }
  }
  return worst;
}

inline double largest_step(const ArmSolution& a, const ArmSolution& b) {
  return std::max({math::angle_between(a.clavicle, b.clavicle), math::angle_between(a.upper_arm, b.upper_arm),
                   math::angle_between(a.forearm, b.forearm), math::angle_between(a.forearm_twist, b.forearm_twist),
                   math::angle_between(a.hand, b.hand)});
}

inline Skeleton skeleton_of(Sex sex, double percentile) {
  return build_skeleton(person(sex, percentile));
}

}  // namespace arm_test
