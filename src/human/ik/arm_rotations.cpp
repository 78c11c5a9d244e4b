// SPDX-License-Identifier: Apache-2.0
#include "human/ik/arm_rotations.h"

#include <algorithm>

#include "human/ik/arm_nearest.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Mat3;
using math::Quat;
using math::Vec3;

Quat half_angle(int axis, double cos, double sin) {
  const double w = math::sqrt(std::max(1e-12, 0.5 * (1.0 + cos)));
  Quat q(w, 0.0, 0.0, 0.0);
  q[axis] = 0.5 * sin / w;
  return q;
}
Quat about(int axis, double angle) {
  const math::SinCos half = math::sin_cos(0.5 * angle);
  Quat q(half.cos, 0.0, 0.0, 0.0);
  q[axis] = half.sin;
  return q;
}

Quat upper_rotation(const ArmCandidate& a) {
  const Vec3 hinge = a.circle.hinge(a.swivel), along = a.circle.upper(a.swivel);
  return math::from_matrix({hinge, -along, glm::cross(along, hinge)});
}

void set_elbow(const ArmCandidate& a, ArmSolution& result) {
  const HingeCircle& c = a.circle;
  result.forearm = half_angle(0, c.upper_along * c.lower_along + c.upper_out * c.lower_out,
                              c.upper_out * c.lower_along - c.upper_along * c.lower_out);
}

}  // namespace

// The angles' sines and cosines are at hand.
void set_exactly(const ArmQuestion& q, const ArmCandidate& a, ArmSolution& result) {
  result.clavicle = a.clavicle;
  result.upper_arm = math::conjugate(a.clavicle) * upper_rotation(a);
  set_elbow(a, result);
  const BoxForms& w = a.forms.wrist;
  const double flexion_sin = w.second_sin.at(a.swivel);
  const double flexion_cos = math::sqrt(std::max(1e-12, 1.0 - flexion_sin * flexion_sin));
  result.forearm_twist = half_angle(1, w.first_cos.at(a.swivel) / flexion_cos, w.first_sin.at(a.swivel) / flexion_cos);
  result.hand = half_angle(2, flexion_cos, -flexion_sin) *
                half_angle(0, w.third_cos.at(a.swivel) / flexion_cos, w.third_sin.at(a.swivel) / flexion_cos);
  result.margin = std::max(0.0, arm_margin(q.arm, a.circle, a.forms, a.bounds, a.swivel));
}

namespace {

// The wrist comes as near to the wanted rotation as its ranges go.
void set_wrist_clamped(const ArmQuestion& q, const Quat& thorax_from_forearm, ArmSolution& result) {
  const Mat3 m = math::to_matrix(math::conjugate(thorax_from_forearm) * q.rotation);
  const auto kept = [](double angle, const Limit& limit) { return math::clamp(angle, limit.lower, limit.upper); };
  const double flexion = kept(-math::asin(m[0].y), q.arm.flexion);
  const double deviation = kept(math::atan2(-m[2].y, m[1].y), q.arm.deviation);
  const double twist = kept(math::atan2(-m[0].z, m[0].x), q.arm.twist);
  result.forearm_twist = about(1, twist);
  result.hand = about(2, -flexion) * about(0, deviation);
}

double wrist_excess(const ArmCandidate& a, const Swivel& s) {
  double sum = 0.0;
  std::array<double, 8> at;
  a.bounds.values(s, at);
  for (std::size_t i = 0; i < kWristBounds; ++i) {
    const double outside = std::min(0.0, at[i]);
    sum += outside * outside;
  }
  return sum;
}

// The swivel at which the wrist is least outside its limits, among those the shoulder allows.
bool least_wrist_excess(const ArmQuestion& q, ArmCandidate& a) {
  const SwivelForm outward = a.bounds[6], inward = a.bounds[7];
  const auto allowed = [&](const Swivel& s) {
    return outward.at(s) >= -kBoundSlack && inward.at(s) >= -kBoundSlack && in_reach_cone(a.circle, s);
  };
  constexpr int kSamples = 36;
  const Swivel step = swivel_of(math::kTau / kSamples);
  const auto turned = [](const Swivel& s, const Swivel& by) {
    return Swivel{s.cos * by.cos - s.sin * by.sin, s.sin * by.cos + s.cos * by.sin};
  };
  Swivel best = a.swivel, at = q.preferred;
  const bool any = allowed(best);
  double least = any ? wrist_excess(a, best) : 1e9;
  bool found = any;
  for (int k = 0; k < kSamples; ++k, at = turned(at, step)) {
    if (!allowed(at)) continue;
    if (const double excess = wrist_excess(a, at); excess < least) least = excess, best = at, found = true;
  }
  if (!found) return false;
  for (double size = 0.5 * math::kTau / kSamples; size > 1e-4; size *= 0.5) {
    const Swivel by = swivel_of(size);
    for (const Swivel& s : {turned(best, by), turned(best, {by.cos, -by.sin})}) {
      if (!allowed(s)) continue;
      if (const double excess = wrist_excess(a, s); excess < least) least = excess, best = s;
    }
  }
  a.swivel = best;
  return true;
}

// The wrist cannot be right: the shoulder's part is kept, the wrist turned as far as it goes.
void set_turned(const ArmQuestion& q, const ArmCandidate& a, ArmSolution& result) {
  const Quat upper = upper_rotation(a);
  result.clavicle = a.clavicle;
  result.upper_arm = math::conjugate(a.clavicle) * upper;
  set_elbow(a, result);
  set_wrist_clamped(q, upper * result.forearm, result);
}

}  // namespace

LimbStatus set_nearest(const ArmQuestion& q, ArmCandidate& a, ArmSolution& result) {
  const bool out_of_range = !a.in_range(q.arm.links);
  // Straight towards the place is nearest, but for a girdle that still moves with the arm: a matter of millimetres.
  const bool straight = q.settings.mode == LimbMode::Present || !q.settings.girdle;
  if (out_of_range && straight && a.allowed) {
    set_exactly(q, a, result);
    return LimbStatus::OutOfReach;
  }
  if ((!out_of_range || straight) && least_wrist_excess(q, a)) {
    set_turned(q, a, result);
    return out_of_range ? LimbStatus::OutOfReach : LimbStatus::LimitClamped;
  }
  const NearestArm n =
      nearest_arm(q.arm, q.wrist, a.circle.upper(a.swivel), q.settings.girdle,
                  !a.allowed || a.distance < q.arm.links.nearest, q.settings.mode == LimbMode::Measure);
  const Quat upper = right_upper_arm(n.direction, n.turn);
  const Vec3 shoulder = q.arm.clavicle + math::rotate(n.clavicle, q.arm.shoulder);
  ArmQuestion there = q;
  there.wrist = n.gap < kMet ? q.wrist
                             : shoulder + q.arm.links.upper * n.direction +
                                   math::rotate(upper * about(0, n.bend), Vec3(0.0, -q.arm.links.lower, 0.0));
  hang_at(there, n.clavicle, a);
  choose_swivel(there, a);
  if (a.allowed) {
    set_exactly(q, a, result);
    if (n.gap < kMet) return LimbStatus::Reached;
  } else if (least_wrist_excess(there, a)) {
    set_turned(q, a, result);
  } else {
    result.clavicle = n.clavicle;
    result.upper_arm = math::conjugate(n.clavicle) * upper;
    result.forearm = about(0, n.bend);
    set_wrist_clamped(q, upper * result.forearm, result);
  }
  return out_of_range && n.gap >= kMet ? LimbStatus::OutOfReach : LimbStatus::LimitClamped;
}

}  // namespace fh::human
