// SPDX-License-Identifier: Apache-2.0
#include "human/motion/upper_body.h"

#include <algorithm>

#include "core/rng.h"
#include "human/body/named_postures.h"
#include "human/body/shoulder.h"
#include "human/body/spine.h"

namespace fh::human {
namespace {

using human::Joint;
using human::Posture;
using human::Side;
using math::Quat;
using math::radians;
using math::Vec3;

constexpr double kGlanceDistance = 4.0;  // m

double random_slope(std::uint64_t seed, std::int64_t i) {
  core::Rng rng(seed ^ (0x9E3779B97F4A7C15ull * static_cast<std::uint64_t>(i)));
  return rng.uniform(-1.0, 1.0);
}

void pose_arm(const GaitStyle& style, const UpperBodyMotion& m, const UpperBodyState& state, Side side, Posture& out) {
  const std::size_t i = side == Side::Left ? 0 : 1;
  // An arm is forward when the other leg is: the right one at the left heel-strike. The forearm follows a little later.
  const double opposite = side == Side::Left ? 0.5 : 0.0;
  const double wave = math::cos(math::kTau * (m.phase - opposite - 0.01));
  const double late = math::cos(math::kTau * (m.phase - opposite - 0.06));
  const double swing_share = m.stir * m.arm_swing[i] * style.arm_swing;
  const double ahead = math::clamp(m.speed, -0.6, 2.2) / 1.4;
  const double amplitude = swing_share * ((1.0 - m.jog) * radians(19.0) * std::abs(ahead) + m.jog * radians(30.0));
  const double direction = ahead < 0.0 ? -1.0 : 1.0;
  // Arms hang from a bowed trunk.
  const double raised = math::clamp(radians(2.0) + 0.8 * m.duck + 0.6 * m.thorax.forward +
                                        m.stir * m.jog * radians(-9.0) + direction * amplitude * wave,
                                    radians(-45.0), radians(110.0));
  const double out_angle = radians(8.5) + radians(3.0) * m.jog * m.stir;
  const double lift = 0.010 * std::min(style.liveliness, 1.0) * math::sin(math::kTau * state.breath);
  // Direction of the upper arm: hanging, raised forward and out.
  const math::SinCos f = math::sin_cos(raised), o = math::sin_cos(out_angle + lift);
  const double x = side == Side::Right ? 1.0 : -1.0;
  const Vec3 d(x * o.sin, -o.cos * f.cos, -o.cos * f.sin);
  human::ShoulderAngles angles = human::shoulder_angles_of_direction(side, d);
  angles.twist = radians(8.0) + radians(14.0) * m.jog * m.stir;
  human::set_shoulder(out, side, angles);
  const double walk_elbow = radians(16.0) + m.stir * radians(4.0) + amplitude * (0.30 + 0.42 * late);
  const double jog_elbow = radians(88.0) + radians(13.0) * swing_share * late;
  const double bend = walk_elbow + m.stir * m.jog * (jog_elbow - walk_elbow) + style.elbow;
  const double elbow = math::clamp(bend, radians(4.0), radians(130.0));
  const double twist = radians(12.0 + 8.0 * m.jog);
  const std::array<double, 2> hand{radians(4.0), 0.0};
  out[human::on_side(Joint::LeftForearm, side)] =
      human::joint_rotation(human::on_side(Joint::LeftForearm, side), &elbow);
  out[human::on_side(Joint::LeftForearmTwist, side)] =
      human::joint_rotation(human::on_side(Joint::LeftForearmTwist, side), &twist);
  out[human::on_side(Joint::LeftHand, side)] =
      human::joint_rotation(human::on_side(Joint::LeftHand, side), hand.data());
  human::curl_fingers(out, side, 0.22 + 0.25 * m.jog * m.stir);
}

}  // namespace

void UpperBodyState::visit(core::Archive& archive) {
  archive.field("breath", breath);
  archive.field("clock", clock);
  archive.field("glance_left", glance_left);
  archive.field("glances", glances);
  archive.field("glance", glance);
  archive.field("gaze", gaze);
  archive.field("eyes", eyes);
  archive.field("head_top", head_top);
}

double coherent_noise(std::uint64_t seed, double x) {
  const double floor = std::floor(x), u = x - floor;
  const std::int64_t i = static_cast<std::int64_t>(floor);
  const double u2 = u * u, u3 = u2 * u;
  return 4.0 * (random_slope(seed, i) * (u3 - 2.0 * u2 + u) + random_slope(seed, i + 1) * (u3 - u2));
}

WeightShift weight_shift(const GaitStyle& style, const UpperBodyState& state) {
  const double live = style.liveliness;
  return {live * (0.028 * coherent_noise(style.seed ^ 11, state.clock / 3.7) +
                  0.003 * coherent_noise(style.seed ^ 12, state.clock / 0.6)),
          live * (0.010 * coherent_noise(style.seed ^ 13, state.clock / 2.3) +
                  0.002 * coherent_noise(style.seed ^ 14, state.clock / 0.5))};
}

void advance_upper_body(const Walker& walker, const GaitStyle& style, const UpperBodyMotion& m,
                        const std::optional<Vec3>& gaze, double dt, UpperBodyState& state) {
  state.clock += dt;
  state.breath += dt * (0.23 + 0.08 * m.stir + 0.25 * m.jog * m.stir);
  if (state.breath >= 1.0) state.breath -= 1.0;
  if (gaze) {
    state.glance_left = 1.5;
  } else if ((state.glance_left -= dt) <= 0.0) {
    core::Rng rng(style.seed, state.glances, "gait-glance");
    ++state.glances;
    const bool away = (state.glances & 1) != 0;
    const double wide = style.liveliness * (1.0 - 0.6 * m.stir);
    state.glance.yaw = away ? wide * radians(rng.uniform(-50.0, 50.0)) : 0.0;
    state.glance.pitch = away ? wide * radians(rng.uniform(-16.0, 8.0)) : radians(-4.0);
    state.glance_left = away ? rng.uniform(0.6, 2.2) : rng.uniform(1.5, 6.0);
  }
  const Quat glance = rotation_of({m.heading + state.glance.yaw, 0.0, -state.glance.pitch});
  const Vec3 target = gaze ? *gaze : state.eyes + kGlanceDistance * math::rotate(glance, math::kForward);
  // Walkers keep the trunk to their way.
  advance_gaze(walker.skeleton, target, m.heading, state.eyes, dt, state.gaze, {.move_torso = m.stir < 0.5});
}

HeadPlace pose_upper_body(const Walker& walker, const GaitStyle& style, const UpperBodyMotion& m,
                          const UpperBodyState& state, Posture& out) {
  const human::Skeleton& skeleton = walker.skeleton;
  const GazeState& gaze = state.gaze;
  const double breath = 0.014 * std::min(style.liveliness, 1.0) * math::sin(math::kTau * state.breath);
  const Vec3 bend(m.thorax.forward - m.pelvis.forward - breath + m.duck - gaze.torso.pitch,
                  m.thorax.right - m.pelvis.right, m.thorax.yaw - m.pelvis.yaw + gaze.torso.yaw);
  const Quat t1 = out.world_from_pelvis.rotation * human::set_spine(out, walker.spine.shape(bend));
  const double live = style.liveliness;
  const Attitude head{
      m.heading + gaze.torso.yaw + gaze.head.yaw + live * 0.02 * coherent_noise(style.seed ^ 21, state.clock / 0.9),
      0.5 * m.thorax.right + live * 0.015 * coherent_noise(style.seed ^ 22, state.clock / 1.3),
      -gaze.torso.pitch - gaze.head.pitch + 0.3 * m.duck +
          live * 0.02 * coherent_noise(style.seed ^ 23, state.clock / 1.1)};
  human::set_neck(skeleton, math::conjugate(t1) * rotation_of(head), out);
  for (const Side side : {Side::Left, Side::Right}) pose_arm(style, m, state, side, out);
  // Along the chain of joints to the head.
  math::Pose at = out.world_from_pelvis;
  for (std::size_t v = human::kSpine.first; v < human::kNeckAndHead.end; ++v) {
    at = {at.rotation * out.rotations[v], at.point(skeleton.offsets[v])};
  }
  if (gaze.started) {
    human::aim_eyes(skeleton, at, gaze.point, out);
  } else {
    out[Joint::LeftEye] = out[Joint::RightEye] = math::kIdentity;
  }
  const Vec3 eyes =
      0.5 * (skeleton.offsets[human::index_of(Joint::LeftEye)] + skeleton.offsets[human::index_of(Joint::RightEye)]);
  return {at.point({0.0, walker.head_top - walker.head_joint, 0.0}).y, at.point(eyes)};
}

}  // namespace fh::human
