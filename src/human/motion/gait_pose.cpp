// SPDX-License-Identifier: Apache-2.0
#include "human/motion/gait_pose.h"

#include <algorithm>

#include "human/ik/leg.h"

namespace fh::human {
namespace {

using math::radians;
using math::Vec3;

constexpr int kRollPasses = 3;
constexpr double kSteepest = -1.4;  // radians of heel rise
constexpr double kPelvisShareOfBow = 0.38;

PelvisCurve curve_of(const Walker& walker, const GaitStyle& style, const GaitPose& pose) {
  return pelvis_curve(walker, style, pose.stride, pose.phase, std::abs(pose.speed), math::smooth_step(pose.stir));
}

// Where the ankle cannot follow or the leg is too short, the heel rises until it can (JB-29, CA-61); a foot in the air
// may also be drawn along.
human::LegSolution reach_foot(const human::Leg& leg, const Walker& walker, const math::Pose& pelvis, bool planted,
                              RolledFoot& foot) {
  human::LegSolution best = human::solve_leg(leg, pelvis, foot.world_from_foot), now = best;
  double pitch = foot.pitch;
  Foothold hold = foot.hold;
  for (int k = 0; k < kRollPasses && now.status != human::LimbStatus::Reached; ++k) {
    if (planted || now.gap < 1e-3) {
      pitch = std::max(pitch - 1.1 * now.turn_gap - 1.5 * now.gap, kSteepest);
    } else {
      const Vec3 reached = human::foot_pose(leg, pelvis, now).position;
      const Vec3 wanted = roll_foot(walker, hold, pitch).world_from_foot.position;
      hold.position += Vec3(reached.x - wanted.x, std::max(reached.y - wanted.y, 0.0), reached.z - wanted.z);
    }
    const RolledFoot rolled = roll_foot(walker, hold, pitch);
    now = human::solve_leg(leg, pelvis, rolled.world_from_foot);
    if (now.turn_gap + 2.0 * now.gap > best.turn_gap + 2.0 * best.gap) break;
    best = now;
    foot = rolled;
  }
  return best;
}

}  // namespace

DuckShape duck_shape(const Walker& walker, double duck) {
  DuckShape shape;
  shape.pelvis_drop = std::min(0.42 * duck, 0.32 * walker.hip_height);
  const double rest = math::clamp((duck - shape.pelvis_drop) / walker.head_top, 0.0, 0.75);
  shape.bow = math::acos(1.0 - rest);
  return shape;
}

UpperBodyMotion upper_body_motion(const Walker& walker, const GaitStyle& style, const GaitPose& pose) {
  const PelvisCurve curve = curve_of(walker, style, pose);
  const double stir = math::smooth_step(pose.stir);
  const double bow = duck_shape(walker, pose.duck).bow;
  UpperBodyMotion m;
  m.pelvis = curve.attitude;
  m.pelvis.right += 0.5 * pose.lean_right;
  m.pelvis.forward += 0.4 * pose.lean_forward + kPelvisShareOfBow * bow;
  // The shoulders turn against the pelvis and stay level; the trunk leans with speed (CA-62).
  m.thorax.yaw = -(0.8 + 0.3 * pose.stride.jog) * curve.attitude.yaw;
  m.thorax.right = 0.9 * pose.lean_right + 0.15 * curve.attitude.right;
  const double pace = math::clamp(pose.speed, -1.0, 2.2);
  m.thorax.forward = stir * (radians(1.6) * pace + radians(4.5) * pose.stride.jog) + style.stoop + pose.lean_forward +
                     kPelvisShareOfBow * bow;
  m.duck = (1.0 - kPelvisShareOfBow) * bow;
  m.phase = pose.phase;
  m.speed = pose.speed;
  m.jog = pose.stride.jog;
  m.stir = stir;
  m.heading = pose.yaw;
  m.arm_swing = pose.arm_swing;
  return m;
}

HeadPlace pose_gait(const Walker& walker, const GaitStyle& style, const GaitPose& pose, const UpperBodyState& upper,
                    human::Posture& out) {
  const PelvisCurve curve = curve_of(walker, style, pose);
  const UpperBodyMotion m = upper_body_motion(walker, style, pose);
  const WeightShift shift = weight_shift(style, upper);
  const double still = 1.0 - m.stir;
  const DuckShape duck = duck_shape(walker, pose.duck);
  Attitude attitude = m.pelvis;
  attitude.yaw += pose.yaw;
  attitude.right += still * 1.2 * shift.right;  // the free hip sinks when the weight is on one leg
  const math::Quat rotation = rotation_of(attitude);
  // Banking leans about the ground: partly by the pelvis going in, partly by the feet going out. Bowing goes back.
  const double in = kBankShare * walker.hip_height * math::tan(pose.lean_right);
  const Vec3 forward = forward_of(pose.yaw), right = right_of(pose.yaw);
  const Vec3 at = pose.root + (curve.aside + still * shift.right + in) * right +
                  (still * shift.forward - 0.16 * math::sin(duck.bow)) * forward;
  const double wanted = pose.root.y + curve.height - duck.pelvis_drop;
  const double height = reachable_height(walker, rotation, at.x, at.z, pose.feet, wanted);
  out.world_from_pelvis = {rotation, {at.x, height, at.z}};
  out[human::Joint::Pelvis] = math::kIdentity;
  for (std::size_t i = 0; i < 2; ++i) {
    const human::Side side = i == 0 ? human::Side::Left : human::Side::Right;
    RolledFoot foot = pose.feet[i];
    const human::LegSolution leg = reach_foot(walker.legs[i], walker, out.world_from_pelvis, pose.planted[i], foot);
    human::set_leg(out, side, leg);
    out[human::on_side(human::Joint::LeftToes, side)] = math::from_axis_angle(math::kRight, foot.toe_extension);
  }
  return pose_upper_body(walker, style, m, upper, out);
}

}  // namespace fh::human
