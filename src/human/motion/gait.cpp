// SPDX-License-Identifier: Apache-2.0
#include "human/motion/gait.h"

#include <algorithm>

#include "core/rng.h"
#include "human/motion/footholds.h"
#include "human/motion/gait_pose.h"
#include "math/constants.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kTeleport = 0.5;                  // m in one tick: the feet are set anew
constexpr double kSpeedUp = 1.7, kSlowDown = 2.4;  // m/s²
constexpr double kTurnGain = 5.0;                  // 1/s
constexpr double kFastestTurn = 2.6;               // rad/s
constexpr double kTurnPush = 16.0;                 // rad/s²

bool finite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// Squares of larger numbers would overflow.
Vec3 within_sight(const Vec3& v) {
  return {math::clamp(v.x, -1e6, 1e6), math::clamp(v.y, -1e6, 1e6), math::clamp(v.z, -1e6, 1e6)};
}

// What the command asks, within what legs can do.
Vec3 wanted_velocity(const GaitCommand& command, double yaw) {
  if (!finite(command.velocity)) return Vec3(0.0);
  const Vec3 forward = forward_of(yaw), right = right_of(yaw);
  const double ahead = glm::dot(command.velocity, forward), aside = glm::dot(command.velocity, right);
  // Both together scaled, so that the direction is kept.
  const double most = ahead >= 0.0 ? kFastestForward : kFastestBackward;
  const double excess = std::max({1.0, std::abs(ahead) / most, std::abs(aside) / kFastestSideways});
  if (excess == 1.0) return flat(command.velocity);
  return (ahead / excess) * forward + (aside / excess) * right;
}

Vec3 next_velocity(const GaitCommand& command, double dt, const GaitState& state) {
  Vec3 wanted = wanted_velocity(command, state.yaw);
  if (state.slope > 0.12) {  // on stairs two steps a second
    const double most = std::max(2.0 * stair_step(state.slope, state.feet.riser), 0.45),
                 hurry = glm::length(wanted) / most;
    if (hurry > 1.0) wanted /= hurry;
  }
  const double speed = glm::length(state.velocity), asked = glm::length(wanted);
  // Too sharp a bend for this speed: the further behind the turn, the slower, until the feet can hold it.
  if (speed > 0.3 && asked > 0.3) {
    const double agree = glm::dot(state.velocity, wanted) / (speed * asked);
    wanted *= math::clamp(1.0 - 6.0 * (1.0 - agree), 0.25, 1.0);
  }
  const Vec3 change = wanted - state.velocity;
  const Vec3 along = math::normalized_or(speed > 0.05 ? state.velocity : wanted, math::kForward);
  const double faster = glm::dot(change, along);
  const Vec3 turning = change - faster * along;
  const double kept = math::clamp(faster, -kSlowDown * dt, kSpeedUp * dt);
  const double bend = glm::length(turning), most = kFirmestCurve * dt;
  if (kept == faster && bend <= most) return wanted;
  return state.velocity + kept * along + (bend > most ? most / bend : 1.0) * turning;
}

void turn(const GaitCommand& command, double dt, GaitState& state) {
  const Vec3 facing = finite(command.facing) ? flat(command.facing) : Vec3(0.0);
  const bool given = glm::length(facing) > 1e-6;
  const double wanted = given ? math::atan2(-facing.x, -facing.z) : state.wanted_yaw;
  const double moved = math::wrap_angle(wanted - state.wanted_yaw);
  // A facing that turns steadily is followed without lag; a jump is not a turning.
  const double rate = std::abs(moved) < 0.1 ? moved / dt : 0.0;
  state.wanted_rate += (math::clamp(rate, -kFastestTurn, kFastestTurn) - state.wanted_rate) * fraction(dt, 0.08);
  state.wanted_yaw = wanted;
  const double error = math::wrap_angle(wanted - state.yaw);
  const double aim = math::clamp(state.wanted_rate + kTurnGain * error, -kFastestTurn, kFastestTurn);
  state.turn_rate += math::clamp(aim - state.turn_rate, -kTurnPush * dt, kTurnPush * dt);
  double step = state.turn_rate * dt;
  // Hips turn only so far over a planted foot.
  for (const Footfall& f : state.feet.feet) {
    if (!f.planted) continue;
    const double over = math::wrap_angle(state.yaw - f.hold.yaw);
    step = step > 0.0 ? std::min(step, std::max(kWidestHip - over, 0.0))
                      : std::max(step, std::min(-kWidestHip - over, 0.0));
  }
  state.turn_rate = step / dt;
  state.yaw = math::wrap_angle(state.yaw + step);
}

void move_root(const GaitCommand& command, double dt, GaitState& state, bool& teleported) {
  Vec3 root = state.root + next_velocity(command, dt, state) * dt;
  if (command.root && finite(*command.root)) root = {command.root->x, state.root.y, command.root->z};
  const Vec3 moved = root - state.root;
  teleported = glm::length(moved) > kTeleport;
  Vec3 velocity = teleported ? Vec3(0.0) : moved / dt;
  if (!command.root) velocity = next_velocity(command, dt, state);  // free of rounding
  const double speed = glm::length(velocity);
  if (speed > 1.2 * kFastestForward) velocity *= 1.2 * kFastestForward / speed;
  // The rate at which the path bends.
  const double before = glm::length(state.velocity);
  double rate = 0.0;
  if (before > 0.1 && speed > 0.1) {
    const double cross = state.velocity.z * velocity.x - state.velocity.x * velocity.z;
    rate = math::clamp(cross / (before * speed * dt), -3.0, 3.0);
  }
  state.curve_rate += (rate - state.curve_rate) * fraction(dt, 0.12);
  state.push += ((velocity - state.velocity) / dt - state.push) * fraction(dt, 0.22);
  // Smoothed in a frame that turns with the path, so that a curve is not cut.
  const math::SinCos bend = math::sin_cos(state.curve_rate * dt);
  state.drift = {bend.cos * state.drift.x + bend.sin * state.drift.z, 0.0,
                 bend.cos * state.drift.z - bend.sin * state.drift.x};
  state.drift += (velocity - state.drift) * fraction(dt, 0.10);
  state.velocity = velocity;
  state.root = root;
}

RootMotion root_motion(const Walker& walker, const GaitCommand& command, const GaitState& state, double lean) {
  RootMotion m;
  m.root = state.root;
  m.yaw = state.yaw;
  m.velocity = state.drift;
  m.curve_rate = state.curve_rate;
  m.turn_rate = state.turn_rate;
  m.turn_remaining = math::wrap_angle(state.wanted_yaw - state.yaw);
  m.steady_turn = state.wanted_rate;
  m.bank = -0.4 * kBankShare * walker.hip_height * math::tan(lean) * right_of(state.yaw);
  m.going = glm::length(wanted_velocity(command, state.yaw)) > 0.03 || glm::length(state.drift) > 0.10;
  m.jog = state.jog;
  m.slope = state.slope;
  m.step_over = std::isfinite(command.step_over) ? math::clamp(command.step_over, 0.0, 0.5) : 0.0;
  return m;
}

double bank_angle(const GaitState& state) {
  const double pull = -state.curve_rate * glm::length(state.drift);  // to the right, m/s²
  return math::clamp(math::atan(pull / math::kGravity), -0.35, 0.35);
}

// The ground the body refers its height to: what it stands on, and what it is about to stand on. Down a step the
// standing leg lets the body sink before the other foot lands; up a step the body rises after.
void follow_ground(double dt, GaitState& state) {
  const Footfall &a = state.feet.feet[0], &b = state.feet.feet[1];
  double aim = state.root.y;
  if (a.planted && b.planted) {
    aim = 0.5 * (a.hold.position.y + b.hold.position.y);
  } else if (a.planted || b.planted) {
    const Footfall &stands = a.planted ? a : b, &swings = a.planted ? b : a;
    const double from = stands.hold.position.y, to = swings.target.position.y;
    const double share = to < from ? math::smooth_step((swings.share - 0.1) / 0.6) : 0.4 * swings.share;
    aim = from + share * (to - from);
  }
  state.root.y += (aim - state.root.y) * fraction(dt, 0.09);
}

void follow_head_room(const Walker& walker, const GaitCommand& command, double dt, GaitState& state) {
  double aim = 0.0;
  if (std::isfinite(command.head_room) && command.head_room > 0.0) {
    // Where the head is, against where it may be; the margin is for its own bobbing.
    const double over = state.upper.head_top - (command.head_room - 0.06);
    aim = math::clamp(state.duck + over, 0.0, 0.62 * (walker.hip_height + walker.head_top));
  }
  const double most = 1.1 * dt;
  state.duck += math::clamp((aim - state.duck) * fraction(dt, 0.08), -most, most);
}

GaitPose gait_pose(const GaitCommand& command, const GaitState& state, double lean) {
  GaitPose pose;
  pose.root = state.root;
  pose.yaw = state.yaw;
  pose.speed = glm::dot(state.drift, forward_of(state.yaw));
  pose.stride = state.feet.stride;
  pose.phase = state.feet.phase;
  pose.stir = state.stir;
  pose.lean_forward = math::clamp(0.7 * glm::dot(state.push, forward_of(state.yaw)) / math::kGravity, -0.2, 0.2);
  pose.lean_right = lean;
  pose.duck = state.duck;
  pose.feet = {state.feet.feet[0].foot, state.feet.feet[1].foot};
  pose.planted = {state.feet.feet[0].planted, state.feet.feet[1].planted};
  for (std::size_t i = 0; i < 2; ++i) {
    const double swing = command.arm_swing[i];
    pose.arm_swing[i] = std::isfinite(swing) ? math::clamp(swing, 0.0, 2.0) : 0.0;
  }
  return pose;
}

}  // namespace

void GaitState::visit(core::Archive& archive) {
  archive.field("root", root);
  archive.field("yaw", yaw);
  archive.field("velocity", velocity);
  archive.field("turn_rate", turn_rate);
  archive.field("drift", drift);
  archive.field("push", push);
  archive.field("curve_rate", curve_rate);
  archive.field("wanted_yaw", wanted_yaw);
  archive.field("wanted_rate", wanted_rate);
  archive.field("jog", jog);
  archive.field("slope", slope);
  archive.field("stir", stir);
  archive.field("feet", feet);
  archive.field("duck", duck);
  archive.field("upper", upper);
}

GaitState standing_gait(const Walker& walker, const Vec3& position, double yaw, const human::Ground& ground,
                        std::uint64_t seed) {
  GaitState state;
  state.root = {position.x, ground.height(position.x, position.z, position.y), position.z};
  state.yaw = state.wanted_yaw = math::wrap_angle(yaw);
  RootMotion m;
  m.root = state.root;
  m.yaw = state.yaw;
  GaitStyle style;
  style.seed = seed;
  state.feet = standing_feet(walker, style, m, ground);
  state.upper.head_top = walker.hip_height + walker.head_top;
  state.upper.eyes = state.root + Vec3(0.0, 0.93 * state.upper.head_top, 0.0);
  core::Rng rng(seed, 0, "gait-start");
  state.upper.breath = rng.uniform();
  state.upper.clock = rng.uniform(0.0, 100.0);
  state.upper.glance_left = rng.uniform(0.5, 4.0);
  return state;
}

Vec3 next_root(const GaitCommand& command, double dt, const GaitState& state) {
  return state.root + next_velocity(command, dt, state) * dt;
}

void advance_gait(const Walker& walker, const GaitCommand& command, const human::Ground& ground, double dt,
                  GaitState& state, human::Posture& out) {
  bool teleported = false;
  turn(command, dt, state);
  move_root(command, dt, state, teleported);
  const double speed = glm::dot(state.drift, forward_of(state.yaw)), gear = jog_speed(walker);
  const bool jogging = speed > (state.jog > 0.5 ? 0.92 : 1.0) * gear;
  state.jog = math::clamp(state.jog + (jogging ? dt : -dt) / 0.5, 0.0, 1.0);
  const double lean = bank_angle(state);
  state.slope += (ground_slope(ground, state.root, state.drift) - state.slope) * fraction(dt, 0.15);
  const RootMotion motion = root_motion(walker, command, state, lean);
  if (teleported) {
    state.root.y = ground.height(state.root.x, state.root.z, state.root.y);
    RootMotion still = motion;
    still.root = state.root;
    state.feet = standing_feet(walker, command.style, still, ground);
    state.stir = 0.0;
  }
  advance_footfalls(walker, command.style, motion, ground, dt, state.feet);
  state.stir = math::clamp(state.stir + (state.feet.stepping ? dt / 0.4 : -dt / 0.5), 0.0, 1.0);
  follow_ground(dt, state);
  follow_head_room(walker, command, dt, state);
  const GaitPose pose = gait_pose(command, state, lean);
  const UpperBodyMotion upper = upper_body_motion(walker, command.style, pose);
  std::optional<Vec3> gaze;
  if (command.gaze && finite(*command.gaze)) gaze = within_sight(*command.gaze);
  advance_upper_body(walker, command.style, upper, gaze, dt, state.upper);
  const HeadPlace head = pose_gait(walker, command.style, pose, state.upper, out);
  state.upper.head_top = head.top - state.root.y;
  state.upper.eyes = head.eyes;
}

human::Posture straight_walk(const Walker& walker, const GaitStyle& style, double speed, double seconds) {
  GaitPose pose;
  pose.speed = speed;
  RootMotion m;
  m.velocity = speed * math::kForward;
  m.going = true;
  m.jog = speed > jog_speed(walker) ? 1.0 : 0.0;
  Stride stride = stride_at(walker, speed, m.jog);
  stride.cycle /= style.cadence;
  const double cycles = std::floor(seconds / stride.cycle);
  pose.stride = stride;
  pose.phase = seconds / stride.cycle - cycles;
  pose.root = seconds * m.velocity;
  const RollCurve curve = roll_curve(walker, stride, speed * math::cos(style.toe_out));
  for (std::size_t i = 0; i < 2; ++i) {
    double phase = pose.phase + 0.5 * static_cast<double>(i);
    if (phase >= 1.0) phase -= 1.0;
    // Holds of this stance or, in the air, of the last and of the next one.
    m.root = pose.root - phase * stride.cycle * m.velocity;  // at its last heel-strike
    const Foothold last = foreseen_hold(walker, style, m, stride, i, 0.0);
    const auto pitch_at = [&](const Foothold& hold, const Vec3& root) {
      return roll_pitch(curve, glm::dot(root - hold.position, forward_of(hold.yaw)));
    };
    pose.planted[i] = phase < stride.duty;
    if (pose.planted[i]) {
      pose.feet[i] = roll_foot(walker, last, pitch_at(last, pose.root));
      continue;
    }
    const Foothold next = foreseen_hold(walker, style, m, stride, i, stride.cycle);
    pose.feet[i] = swing_foot(walker, last, pitch_at(last, m.root + stride.stance() * m.velocity), next,
                              pitch_at(next, m.root + stride.cycle * m.velocity), usual_lift(walker, speed, m.jog),
                              (phase - stride.duty) / (1.0 - stride.duty));
  }
  human::Posture out;
  UpperBodyState upper;
  pose_gait(walker, style, pose, upper, out);
  return out;
}

}  // namespace fh::human
