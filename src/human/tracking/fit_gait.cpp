// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_gait.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

// Tuned: lower body and jitter of docs/measurements/body-tracking.md; asserted by test_tracked_fit ("walking").
constexpr double kVelocitySeconds = 0.2;
constexpr double kLatelySeconds = 0.04;
constexpr double kLockSeconds = 0.15;           // of the clock to a clear swing
constexpr double kClearSwing = 0.12;            // m between the hands
constexpr double kClearSway = 0.08;             // m/s of the head
constexpr double kSwayLag = 0.05;               // s of the head behind the foot
constexpr double kBows = 0.6;                   // rad/s of the head's pitch
constexpr double kFirstStep = 0.5;              // s
constexpr double kFreeWay = 0.06;               // m the head has left the feet behind by, without sinking
constexpr double kGoes = 0.38, kStands = 0.22;  // m/s

void watch_arms(FitGait& gait, const std::array<Tracker, 2>& wrists, const Vec3& forward, double dt) {
  if (!wrists[0].valid || !wrists[1].valid) {
    gait.swing *= 1.0 - approach(dt, 0.3);
    gait.swing_rate *= 1.0 - approach(dt, 0.1);
    return;
  }
  const double raw = glm::dot(wrists[1].pose.position - wrists[0].pose.position, forward);
  const double swing = raw - gait.swing_mean;
  const double rate = gait.started ? (swing - gait.swing) / dt : 0.0;
  gait.swing_rate += approach(dt, 0.04) * (rate - gait.swing_rate);
  gait.swing = swing;
  if (gait.walking()) gait.swing_mean += approach(dt, 2.0) * (raw - gait.swing_mean);
}

void watch_head(FitGait& gait, const math::Pose& head, const Vec3& velocity, const Vec3& right, double dt) {
  const double pitch = -math::asin(math::rotate(head.rotation, math::kForward).y);
  gait.bow_rate += approach(dt, 0.05) * ((gait.started ? (pitch - gait.bow) / dt : 0.0) - gait.bow_rate);
  gait.bow = pitch;
  const double raw = glm::dot(velocity, right);
  gait.sway_mean += approach(dt, 0.8) * (raw - gait.sway_mean);
  const double before = gait.sway;
  gait.sway += approach(dt, 0.04) * (raw - gait.sway_mean - gait.sway);
  gait.sway_rate += approach(dt, 0.04) * ((gait.sway - before) / dt - gait.sway_rate);
}

struct PhaseSeen {
  double phase = 0.0, trust = 0.0;
};
/// Phase of amplitude · cos(phase) with the given value and rate.
PhaseSeen seen(double value, double rate, double omega, double clear) {
  const double quadrature = -rate / omega;
  const double amplitude = math::sqrt(value * value + quadrature * quadrature);
  return {math::atan2(quadrature, value), math::smooth_step(amplitude / clear)};
}

/// A walk that begins lifts a foot at once; one that was found going on is where its arms say.
void begin_walk(FitGait& gait, const PhaseSeen& arms, bool found, Side first, double frequency) {
  if (found) {
    gait.phase = arms.trust > 0.3 ? arms.phase : 0.0;
  } else {
    gait.phase = math::wrap_angle(math::kTau * (kDuty + 0.01 - (first == Side::Right ? 0.0 : 0.5)));
  }
  gait.frequency = frequency;
  gait.seconds = found ? kFirstStep : 0.0;
}

}  // namespace

double natural_stride_rate(double speed, double leg_length) {
  return 0.81 * math::sqrt(std::max(speed, 0.25) * 0.85 / leg_length);
}

double FitGait::cycle(Side side) const {
  const double turns = phase / math::kTau + (side == Side::Right ? 0.0 : 0.5);
  return turns - std::floor(turns);
}

void FitGait::visit(core::Archive& archive) {
  archive.field("phase", phase);
  archive.field("frequency", frequency);
  archive.field("strength", strength);
  archive.field("swing", swing);
  archive.field("swing_mean", swing_mean);
  archive.field("swing_rate", swing_rate);
  archive.field("sway", sway);
  archive.field("sway_mean", sway_mean);
  archive.field("sway_rate", sway_rate);
  archive.field("seconds", seconds);
  archive.field("velocity", velocity);
  archive.field("lately", lately);
  archive.field("bow", bow);
  archive.field("bow_rate", bow_rate);
  archive.field("started", started);
}

void advance_gait(FitGait& gait, const GaitCues& cues, double dt) {
  const math::SinCos sc = math::sin_cos(cues.yaw);
  const Vec3 forward(-sc.sin, 0.0, -sc.cos), right(sc.cos, 0.0, -sc.sin);
  const Vec3 flat(cues.head_velocity.x, 0.0, cues.head_velocity.z);
  // The second tick is the first with a velocity: a user found walking walks at once.
  const bool first_seen = gait.started == 1;
  gait.velocity += (first_seen ? 1.0 : approach(dt, kVelocitySeconds)) * (flat - gait.velocity);
  gait.lately += (first_seen ? 1.0 : approach(dt, kLatelySeconds)) * (flat - gait.lately);
  watch_arms(gait, cues.wrists, forward, dt);
  watch_head(gait, cues.world_from_head, flat, right, dt);
  if (gait.started < 2) ++gait.started;
  if (gait.started < 2) return;

  const double speed = glm::length(gait.velocity);
  const bool was_walking = gait.walking();
  // A head that goes forward and down together bows: only what it goes without is the beginning of a walk.
  const double ahead = glm::dot(flat, forward);
  const bool bows = std::abs(gait.bow_rate) > kBows && ahead * gait.bow_rate > 0.0;
  const bool begins = speed > kGoes && ((cues.free_way > kFreeWay && !bows) || first_seen);
  const double goal = begins || (was_walking && speed > kStands) ? 1.0 : 0.0;
  gait.strength += (first_seen ? 1.0 : approach(dt, 0.1)) * (goal - gait.strength);

  const double natural = natural_stride_rate(speed, cues.leg_length), omega = math::kTau * gait.frequency;
  const double travel = glm::dot(gait.velocity, forward) >= 0.0 ? 1.0 : -1.0;
  const PhaseSeen arms = seen(-travel * gait.swing, -travel * gait.swing_rate, omega, kClearSwing);
  PhaseSeen head = seen(gait.sway, gait.sway_rate, omega, kClearSway);
  head.phase += kSwayLag * omega;
  if (gait.walking() && !was_walking) begin_walk(gait, arms, first_seen, cues.first, natural);
  gait.seconds += dt;
  const double arms_error = math::wrap_angle(arms.phase - gait.phase);
  const double head_error = math::wrap_angle(head.phase - gait.phase);
  const double error = arms.trust * arms_error + 0.5 * (1.0 - arms.trust) * head.trust * head_error;
  // The first step of a walk is not yet a rhythm.
  const double lock = first_seen ? 1.0 : math::smooth_step(gait.seconds / kFirstStep);
  gait.phase = math::wrap_angle(gait.phase + omega * dt + approach(dt, kLockSeconds) * lock * error);
  gait.frequency += approach(dt, 1.0) * (natural - gait.frequency) + 0.5 * dt * lock * error;
  gait.frequency = math::clamp(gait.frequency, 0.7 * natural, 1.4 * natural);
}

}  // namespace fh::human
