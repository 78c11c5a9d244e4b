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

double random_slope(std::uint64_t seed, std::int64_t i) {
  core::Rng rng(seed ^ (0x9E3779B97F4A7C15ull * static_cast<std::uint64_t>(i)));
  return rng.uniform(-1.0, 1.0);
}

void follow(double target, double pace, double dt, double& value, double& rate) {
  // Critically damped.
  rate += dt * pace * (pace * (target - value) - 2.0 * rate);
  value += dt * rate;
}

// Shares totals over the vertebrae in proportion to what each can do: none leaves its limits before all do.
Quat bend_spine(const human::Skeleton& skeleton, const Vec3& total, Posture& out) {
  std::array<double, 3> share{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double room = 0.0;
    for (std::size_t v = human::kSpine.first; v < human::kSpine.end; ++v) {
      const human::Limit& limit = skeleton.limits[human::info(human::joint_at(v)).first_dof + axis];
      room += total[static_cast<int>(axis)] < 0.0 ? -limit.lower : limit.upper;
    }
    share[axis] = math::clamp(total[static_cast<int>(axis)] / room, -0.95, 0.95);
  }
  Quat rotation = math::kIdentity;
  for (std::size_t v = human::kSpine.first; v < human::kSpine.end; ++v) {
    std::array<double, 3> angles{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const human::Limit& limit = skeleton.limits[human::info(human::joint_at(v)).first_dof + axis];
      angles[axis] = share[axis] * (share[axis] < 0.0 ? -limit.lower : limit.upper);
    }
    const Quat q = human::joint_rotation(human::joint_at(v), angles.data());
    out.rotations[v] = q;
    rotation = rotation * q;
  }
  return rotation;
}

// Neck and head share what the head's attitude asks of them; then the eyes.
void pose_head(const human::Skeleton& skeleton, const Quat& world_from_t1, const Quat& world_from_head,
               const UpperBodyState& state, Posture& out) {
  const Quat wanted = math::conjugate(world_from_t1) * world_from_head;
  std::array<double, 3> angles{}, neck{}, head{};
  human::joint_angles(Joint::Neck, wanted, angles.data());
  for (std::size_t k = 0; k < 3; ++k) {
    const human::Limit& n = skeleton.limits[human::info(Joint::Neck).first_dof + k];
    const human::Limit& h = skeleton.limits[human::info(Joint::Head).first_dof + k];
    const double n_room = angles[k] < 0.0 ? -n.lower : n.upper, h_room = angles[k] < 0.0 ? -h.lower : h.upper;
    const double share = math::clamp(std::abs(angles[k]) / (n_room + h_room), 0.0, 1.0);
    neck[k] = angles[k] < 0.0 ? share * n.lower : share * n.upper;
    head[k] = angles[k] < 0.0 ? share * h.lower : share * h.upper;
  }
  out[Joint::Neck] = human::joint_rotation(Joint::Neck, neck.data());
  out[Joint::Head] = human::joint_rotation(Joint::Head, head.data());
  const std::array<double, 2> eyes{math::clamp(state.look_yaw - state.head_yaw, radians(-38.0), radians(38.0)),
                                   math::clamp(state.look_pitch - state.head_pitch, radians(-38.0), radians(30.0))};
  for (const Joint eye : {Joint::LeftEye, Joint::RightEye}) out[eye] = human::joint_rotation(eye, eyes.data());
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
  archive.field("look_yaw", look_yaw);
  archive.field("look_pitch", look_pitch);
  archive.field("head_yaw", head_yaw);
  archive.field("head_pitch", head_pitch);
  archive.field("head_yaw_rate", head_yaw_rate);
  archive.field("head_pitch_rate", head_pitch_rate);
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

void advance_upper_body(const GaitStyle& style, const UpperBodyMotion& m, const std::optional<Vec3>& gaze, double dt,
                        UpperBodyState& state) {
  state.clock += dt;
  state.breath += dt * (0.23 + 0.08 * m.stir + 0.25 * m.jog * m.stir);
  if (state.breath >= 1.0) state.breath -= 1.0;
  if (gaze) {
    const Vec3 d = *gaze;
    const double flat = math::sqrt(d.x * d.x + d.z * d.z);
    const double yaw = flat > 1e-6 ? math::wrap_angle(math::atan2(-d.x, -d.z) - m.heading) : 0.0;
    // Over the shoulder the interest fades, until it is lost at 127 deg (CB-28).
    const double interest = math::clamp((math::cos(yaw) + 0.6) / 0.4, 0.0, 1.0);
    state.look_yaw = interest * math::clamp(yaw, radians(-100.0), radians(100.0));
    state.look_pitch = interest * math::clamp(math::atan2(d.y, flat + 1e-6), radians(-60.0), radians(50.0));
    state.glance_left = 1.5;
  } else if ((state.glance_left -= dt) <= 0.0) {
    core::Rng rng(style.seed, state.glances, "gait-glance");
    ++state.glances;
    const bool away = (state.glances & 1) != 0;
    const double wide = style.liveliness * (1.0 - 0.6 * m.stir);
    state.look_yaw = away ? wide * radians(rng.uniform(-50.0, 50.0)) : 0.0;
    state.look_pitch = away ? wide * radians(rng.uniform(-16.0, 8.0)) : radians(-4.0);
    state.glance_left = away ? rng.uniform(0.6, 2.2) : rng.uniform(1.5, 6.0);
  }
  // The eyes jump, the head follows most of the way.
  follow(0.75 * state.look_yaw, 7.0, dt, state.head_yaw, state.head_yaw_rate);
  follow(0.6 * state.look_pitch, 7.0, dt, state.head_pitch, state.head_pitch_rate);
}

double pose_upper_body(const Walker& walker, const GaitStyle& style, const UpperBodyMotion& m,
                       const UpperBodyState& state, Posture& out) {
  const double breath = 0.014 * std::min(style.liveliness, 1.0) * math::sin(math::kTau * state.breath);
  const Vec3 bend(m.thorax.forward - m.pelvis.forward - breath + m.duck, m.thorax.right - m.pelvis.right,
                  m.thorax.yaw - m.pelvis.yaw);
  const Quat pelvis = out.world_from_pelvis.rotation;
  const Quat t1 = pelvis * bend_spine(walker.skeleton, bend, out);
  const double live = style.liveliness;
  const Attitude head{
      m.heading + state.head_yaw + live * 0.02 * coherent_noise(style.seed ^ 21, state.clock / 0.9),
      0.5 * m.thorax.right + live * 0.015 * coherent_noise(style.seed ^ 22, state.clock / 1.3),
      -state.head_pitch + 0.3 * m.duck + live * 0.02 * coherent_noise(style.seed ^ 23, state.clock / 1.1)};
  pose_head(walker.skeleton, t1, rotation_of(head), state, out);
  for (const Side side : {Side::Left, Side::Right}) pose_arm(style, m, state, side, out);
  // Height of the head's top: along the chain of joints.
  Quat rotation = pelvis;
  Vec3 at(0.0);
  for (std::size_t v = human::kSpine.first; v < human::kNeckAndHead.end; ++v) {
    at += math::rotate(rotation, walker.skeleton.offsets[v]);
    rotation = rotation * out.rotations[v];
  }
  const Vec3 top(0.0, walker.head_top - walker.head_joint, 0.0);
  return (at + math::rotate(rotation, top)).y;
}

}  // namespace fh::human
