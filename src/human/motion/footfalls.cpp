// SPDX-License-Identifier: Apache-2.0
#include "human/motion/footfalls.h"

#include <algorithm>

#include "human/motion/footholds.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kStrideSmoothing = 0.15;  // s
constexpr double kRestFading = 0.08;       // s
constexpr double kSettleCycle = 1.05;      // s: stepping on the spot
constexpr double kWidestTurn = 0.9;        // rad a foot on the ground lets the body turn over it
constexpr double kFarthestBehind = 0.73;   // of hip height: a foot left behind so far comes along before its time
constexpr double kHipSlack = 0.04;         // rad of turning left in the hip when a foot wants to follow
constexpr double kLead = 0.10;             // of a cycle: from the decision to go to the first toe-off

double flat_distance(const Vec3& a, const Vec3& b) {
  const double x = a.x - b.x, z = a.z - b.z;
  return math::sqrt(x * x + z * z);
}

double lateral_sign(std::size_t foot) {
  return foot == 0 ? -1.0 : 1.0;
}

// Ramps of constant acceleration joined by a steady run: a foot leaves from rest and comes to rest.
double swing_progress(double s) {
  constexpr double kStart = 0.10, kEnd = 0.10, kTop = 1.0 / (1.0 - 0.5 * (kStart + kEnd));
  if (s < kStart) return 0.5 * kTop * s * s / kStart;
  if (s < 1.0 - kEnd) return kTop * (s - 0.5 * kStart);
  const double left = 1.0 - s;
  return 1.0 - 0.5 * kTop * left * left / kEnd;
}

double hermite(double a, double slope_a, double b, double s) {
  const double s2 = s * s, s3 = s2 * s;
  return (2.0 * s3 - 3.0 * s2 + 1.0) * a + (s3 - 2.0 * s2 + s) * slope_a + (3.0 * s2 - 2.0 * s3) * b;
}

double foreseen_yaw(const RootMotion& m, double seconds) {
  const double extra = (m.turn_rate - m.steady_turn) * seconds;
  const double kept =
      m.turn_remaining > 0.0 ? math::clamp(extra, 0.0, m.turn_remaining) : math::clamp(extra, m.turn_remaining, 0.0);
  return m.yaw + m.steady_turn * seconds + kept;
}

Stride wanted_stride(const Walker& walker, const GaitStyle& style, const RootMotion& m, double riser) {
  const double speed = glm::length(m.velocity);
  Stride stride = stride_at(walker, speed, m.jog);
  stride.cycle /= style.cadence;
  const double aside = std::abs(glm::dot(m.velocity, right_of(m.yaw)));
  const double ahead = glm::dot(m.velocity, forward_of(m.yaw));
  if (speed > 1e-6) {
    // Sideways and backwards people take shorter, quicker steps.
    const double odd = std::max(math::smooth_step(2.0 * aside / speed - 0.6), math::smooth_step(-2.0 * ahead / speed));
    stride.cycle += odd * (std::min(stride.cycle, 1.0) - stride.cycle);
  }
  if (!m.going) {
    const double settle = 1.0 - math::smooth_step(speed / 0.5);
    stride.cycle += settle * (kSettleCycle - stride.cycle);
  }
  if (m.slope > 0.12 && speed > 0.05) {
    stride.cycle = std::min(stride.cycle, std::max(2.0 * stair_step(m.slope, riser) / speed, 0.7));
  }
  const double turning = std::abs(m.turn_rate) * stride.duty;
  if (turning * stride.cycle > kWidestTurn) stride.cycle = std::max(kWidestTurn / turning, 0.55);
  return stride;
}

RollCurve curve_for(const Walker& walker, const Stride& stride, const RootMotion& m, const Foothold& hold) {
  return roll_curve(walker, stride, glm::dot(m.velocity, forward_of(hold.yaw)));
}

double pitch_over(const RollCurve& curve, const Foothold& hold, const Vec3& root) {
  return roll_pitch(curve, glm::dot(root - hold.position, forward_of(hold.yaw)));
}

// How far a standing foot is from where it belongs, 1 = wants a step.
double discomfort(const Walker& walker, const GaitStyle& style, const RootMotion& m, const Footfalls& feet,
                  std::size_t foot) {
  RootMotion still = m;
  still.velocity = Vec3(0.0);
  still.turn_rate = still.steady_turn = 0.0;
  const Foothold there = foreseen_hold(walker, style, still, feet.stride, foot, 0.0);
  const Foothold& here = feet.feet[foot].hold;
  // Before the hip stops the turn, else somebody whose toes point far outward would stand twisted for good.
  const double turned = std::min(0.5, kWidestHip - std::abs(style.toe_out) - kHipSlack);
  return std::max(flat_distance(there.position, here.position) / 0.12,
                  std::abs(math::wrap_angle(there.yaw - here.yaw)) / turned);
}

// Feet do not stand on each other: beside each other they keep 8 cm; one far behind the other they may cross.
void keep_apart(const Foothold& other, std::size_t foot, Foothold& target) {
  const Vec3 between = target.position - other.position;
  const double along = std::abs(glm::dot(between, forward_of(target.yaw)));
  const double least = 0.08 - 0.6 * math::smooth_step((along - 0.15) / 0.3);
  const Vec3 out = lateral_sign(foot) * right_of(target.yaw);
  const double apart = glm::dot(between, out);
  if (apart < least) target.position += (least - apart) * out;
}

void begin_stepping(const GaitStyle& style, const RootMotion& m, const std::array<double, 2>& wish, Footfalls& feet) {
  // The foot that lags goes first; in doubt the one on the side the body goes or turns to, else as the seed has it.
  std::array<double, 2> urge = wish;
  for (std::size_t i = 0; i < 2; ++i) {
    const Vec3 away = m.root - feet.feet[i].hold.position;
    urge[i] += 4.0 * glm::dot(away, m.velocity) + 2.0 * lateral_sign(i) * glm::dot(m.velocity, right_of(m.yaw)) -
               lateral_sign(i) * m.turn_rate;
  }
  std::size_t first = style.seed & 1;
  if (std::abs(urge[0] - urge[1]) > 1e-3) first = urge[0] > urge[1] ? 0 : 1;
  const double lead = std::min(kLead, feet.stride.duty - 0.5);
  const double phase = feet.stride.duty - lead - 0.5 * static_cast<double>(first);
  feet.phase = phase < 0.0 ? phase + 1.0 : phase;
  feet.stepping = true;
}

void lift_foot(const Walker& walker, const RootMotion& m, double lift_phase, double since, Footfalls& feet,
               std::size_t i) {
  Footfall& f = feet.feet[i];
  // The roll at the very moment of toe-off, which lies between two ticks.
  const Vec3 then = m.root - since * m.velocity;
  f.lift_off_pitch = pitch_over(curve_for(walker, feet.stride, m, f.hold), f.hold, then) + f.pitch_rest;
  f.lift_phase = lift_phase;
  f.planted = false;
  f.share = 0.0;
  f.fitted = false;
  f.lift = usual_lift(walker, glm::length(m.velocity), m.jog);
}

void set_foot(const Walker& walker, const RootMotion& m, double since, Footfalls& feet, std::size_t i) {
  Footfall& f = feet.feet[i];
  const Vec3 then = m.root - since * m.velocity;
  f.hold = f.target;
  f.hold.yaw = math::wrap_angle(f.hold.yaw);
  f.planted = true;
  const double step = std::abs(f.hold.position.y - feet.feet[1 - i].hold.position.y);
  if (step > 0.08 && step < 0.25) feet.riser = step;
  f.pitch_rest = f.land_pitch - pitch_over(curve_for(walker, feet.stride, m, f.hold), f.hold, then);
}

void swing(const Walker& walker, const GaitStyle& style, const RootMotion& m, const human::Ground& ground, double dt,
           Footfalls& feet, std::size_t i) {
  Footfall& f = feet.feet[i];
  const Footfall& other = feet.feet[1 - i];
  const double phase = feet.phase_of(i), left = (1.0 - phase) * feet.stride.cycle;
  f.target = foreseen_hold(walker, style, m, feet.stride, i, left);
  keep_apart(other.planted ? other.hold : other.target, i, f.target);
  fit_to_ground(walker, m, ground, other.hold, f);
  const double wanted_lift =
      std::max(usual_lift(walker, glm::length(m.velocity), m.jog), m.step_over > 0.0 ? m.step_over + 0.05 : 0.0);
  f.lift += (wanted_lift - f.lift) * fraction(dt, 0.05);
  const Vec3 then = foreseen_root(m, left);
  f.land_pitch = pitch_over(curve_for(walker, feet.stride, m, f.target), f.target, then);
  // Down a step the toes come first.
  const double drop = std::max(f.hold.position.y, other.hold.position.y) - f.target.position.y;
  if (drop > 0.04) f.land_pitch -= 0.4 * math::smooth_step((drop - 0.04) / 0.16);
  const double s = math::clamp((phase - f.lift_phase) / (1.0 - f.lift_phase), 0.0, 1.0);
  f.share = s;
  f.foot = swing_foot(walker, f.hold, f.lift_off_pitch, f.target, f.land_pitch, f.lift, s, f.way);
}

void stand(const Walker& walker, const RootMotion& m, double dt, Footfalls& feet, std::size_t i) {
  Footfall& f = feet.feet[i];
  f.pitch_rest -= f.pitch_rest * fraction(dt, kRestFading);
  f.foot =
      roll_foot(walker, f.hold, pitch_over(curve_for(walker, feet.stride, m, f.hold), f.hold, m.root) + f.pitch_rest);
}

// A root dragged or pushed beyond the legs' reach: step at once if the other foot stands, else the foot slides.
void rescue(const Walker& walker, const RootMotion& m, Footfalls& feet, std::size_t i) {
  Footfall& f = feet.feet[i];
  const double most = 0.80 * walker.hip_height, away = flat_distance(m.root, f.hold.position);
  if (!f.planted || away <= most) return;
  if (feet.feet[1 - i].planted && flat_distance(m.root, feet.feet[1 - i].hold.position) <= most) {
    const double phase = feet.stride.duty - 0.5 * static_cast<double>(i);
    feet.phase = phase < 0.0 ? phase + 1.0 : phase;
    feet.stepping = true;
    lift_foot(walker, m, feet.stride.duty, 0.0, feet, i);
    return;
  }
  const Vec3 to_foot = f.hold.position - m.root;
  f.hold.position.x = m.root.x + to_foot.x * (most / away);
  f.hold.position.z = m.root.z + to_foot.z * (most / away);
}

}  // namespace

void Footfall::visit(core::Archive& archive) {
  archive.field("hold", hold);
  archive.field("target", target);
  archive.field("planted", planted);
  archive.field("lift_phase", lift_phase);
  archive.field("left_pitch", lift_off_pitch);
  archive.field("land_pitch", land_pitch);
  archive.field("pitch_rest", pitch_rest);
  archive.field("share", share);
  archive.field("lift", lift);
  archive.field("way", way);
  archive.field("fitted", fitted);
  archive.field("fit", fit);
  archive.field("fit_for", fit_for);
  archive.field("foot", foot);
}

void Footfalls::visit(core::Archive& archive) {
  archive.field("phase", phase);
  archive.field("stride", stride);
  archive.field("stepping", stepping);
  archive.field("riser", riser);
  archive.field("feet", feet);
}

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
                  lateral_sign(foot) * half_width(walker, style, m, stride) * right + m.bank;
  hold.yaw = yaw - lateral_sign(foot) * style.toe_out;
  return hold;
}

RolledFoot swing_foot(const Walker& walker, const Foothold& from, double from_pitch, const Foothold& to,
                      double to_pitch, double lift, double s, const SwingWay& way) {
  // Before an edge the foot rises before it goes on, behind one it goes on before it sinks.
  const double y0 = from.position.y, y1 = to.position.y;
  const double up = way.uneven ? height_over(way, y0, y1, 0.15) - y0 : 0.0;
  const double down = way.uneven ? height_over(way, y0, y1, 0.88) - y1 : 0.0;
  const double before = 0.20 * math::smooth_step((up - 0.04) / 0.12);
  const double after = 0.15 * math::smooth_step((down - 0.04) / 0.12);
  const double along = swing_progress(math::clamp((s - before) / (1.0 - before - after), 0.0, 1.0));
  Foothold ground;
  ground.position = from.position + along * (to.position - from.position);
  if (way.uneven) {
    double height = height_over(way, y0, y1, along);
    if (along < 0.15) height = std::max(height, y0 + up * math::smooth_step(s / 0.35));
    if (along > 0.88) height = std::max(height, y1 + down * math::smooth_step((1.0 - s) / 0.35));
    ground.position.y = height;
  }
  ground.position.y += lift * 16.0 * s * s * (1.0 - s) * (1.0 - s);
  ground.yaw = from.yaw + along * math::wrap_angle(to.yaw - from.yaw);
  return roll_foot(walker, ground, hermite(from_pitch, from_pitch, to_pitch, s));
}

double usual_lift(const Walker& walker, double speed, double jog) {
  const double walk = 0.022 + 0.010 * std::min(speed, 2.0);
  return (walk + jog * (0.13 - walk)) * walker.hip_height / 0.92;
}

Footfalls standing_feet(const Walker& walker, const GaitStyle& style, const RootMotion& motion,
                        const human::Ground& ground) {
  Footfalls feet;
  RootMotion m = motion;
  m.velocity = Vec3(0.0);
  feet.stride = wanted_stride(walker, style, m, feet.riser);
  for (std::size_t i = 0; i < 2; ++i) {
    Footfall& f = feet.feet[i];
    f.hold = foreseen_hold(walker, style, m, feet.stride, i, 0.0);
    f.hold.position.y = ground.height(f.hold.position.x, f.hold.position.z, m.root.y);
    f.target = f.hold;
    f.foot = roll_foot(walker, f.hold, 0.0);
  }
  return feet;
}

void advance_footfalls(const Walker& walker, const GaitStyle& style, const RootMotion& m, const human::Ground& ground,
                       double dt, Footfalls& feet) {
  const Stride wanted = wanted_stride(walker, style, m, feet.riser);
  const double k = fraction(dt, kStrideSmoothing);
  feet.stride.cycle += k * (wanted.cycle - feet.stride.cycle);
  feet.stride.duty += k * (wanted.duty - feet.stride.duty);
  feet.stride.jog = m.jog;
  const std::array<double, 2> wish{discomfort(walker, style, m, feet, 0), discomfort(walker, style, m, feet, 1)};
  const bool both = feet.feet[0].planted && feet.feet[1].planted;
  if (!feet.stepping && (m.going || std::max(wish[0], wish[1]) > 1.0)) {
    begin_stepping(style, m, wish, feet);
  } else if (feet.stepping && both && !m.going && glm::length(m.velocity) < 0.06 && std::max(wish[0], wish[1]) < 0.5) {
    feet.stepping = false;
  }
  if (feet.stepping) {
    feet.phase += dt / feet.stride.cycle;
    if (feet.phase >= 1.0) feet.phase -= 1.0;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    Footfall& f = feet.feet[i];
    const double phase = feet.phase_of(i);
    const bool left_behind = phase > 0.4 && feet.feet[1 - i].planted &&
                             flat_distance(m.root, f.hold.position) > kFarthestBehind * walker.hip_height;
    if (feet.stepping && f.planted && (phase >= feet.stride.duty || left_behind)) {
      const double late = phase - feet.stride.duty;
      const bool on_time = late >= 0.0 && late * feet.stride.cycle < 1.5 * dt;
      lift_foot(walker, m, on_time ? feet.stride.duty : phase, on_time ? late * feet.stride.cycle : 0.0, feet, i);
    } else if (!f.planted && phase < f.lift_phase) {
      set_foot(walker, m, phase * feet.stride.cycle, feet, i);
    }
  }
  for (std::size_t i = 0; i < 2; ++i) rescue(walker, m, feet, i);
  for (std::size_t i = 0; i < 2; ++i) {
    if (feet.feet[i].planted) {
      stand(walker, m, dt, feet, i);
    } else {
      swing(walker, style, m, ground, dt, feet, i);
    }
  }
}

}  // namespace fh::human
