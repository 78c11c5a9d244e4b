// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_rig.h"

#include "math/trig.h"

namespace fh::human {
namespace {

// Tuned: asserted by test_tracked_fit ("standing at rest").
/// A comfortable stance is a little wider than the hips.
constexpr double kStanceWidening = 1.15;
constexpr double kHipSpare = 0.05;  // rad

}  // namespace

FitRig build_fit_rig(const Body& body, const BodyPrior* prior) {
  FitRig rig;
  rig.body = &body;
  rig.prior = prior;
  if (prior) rig.prior_body = prior_body(body.skeleton, *prior);
  const Skeleton& skeleton = body.skeleton;
  for (const Side side : kSides) {
    rig.arms[index_of(side)] = build_arm(skeleton, side);
    rig.legs[index_of(side)] = build_leg(skeleton, side);
    rig.soles[index_of(side)] = build_sole(body.dimensions, side);
  }
  rig.solids = build_body_solids(body.dimensions, skeleton);
  const auto zero = zero_positions(skeleton);
  const auto at = [&zero](Joint joint) { return zero[index_of(joint)]; };
  rig.eyes_in_head = 0.5 * (at(Joint::LeftEye) + at(Joint::RightEye)) - at(Joint::Head);
  rig.head_height = at(Joint::Head).y;
  rig.leg_length = skeleton.thigh_length() + skeleton.shank_length();
  rig.arm_length = skeleton.upper_arm_length() + skeleton.forearm_length();
  rig.ankle_height = at(Joint::RightFoot).y;
  rig.ball_in_foot = skeleton.offsets[index_of(Joint::RightToes)];
  rig.heel_back = 0.25 * body.dimensions[Dimension::FootLength];
  rig.toe_tip = body.dimensions[Dimension::FootLength] - rig.heel_back;
  rig.thigh_rise = -math::cos(rig.legs[0].hip_limits[0].upper - kHipSpare);
  rig.shank_lean = math::sin(rig.legs[0].dorsiflexion.upper - kHipSpare);
  rig.kneeling = build_kneeling(rig.legs[0], rig.ankle_height, rig.ball_in_foot);
  rig.stance_half = kStanceWidening * at(Joint::RightThigh).x;
  rig.stance_forward = at(Joint::Pelvis).z - at(Joint::RightFoot).z;
  rig.spine = SpineTable(skeleton);
  const auto mass = [&](Joint joint) { return body.masses.segments[index_of(joint)].mass; };
  rig.arm_mass = mass(Joint::RightUpperArm) + mass(Joint::RightForearm) + mass(Joint::RightHand);
  rig.leg_mass = mass(Joint::RightThigh) + mass(Joint::RightShank) + mass(Joint::RightFoot);
  for (const Side side : kSides) {
    rig.shoulders[index_of(side)] = at(on_side(Joint::RightUpperArm, side)) - at(Joint::T2);
  }
  return rig;
}

}  // namespace fh::human
