// SPDX-License-Identifier: Apache-2.0
#include "human/motion/step.h"

#include <algorithm>

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kRestFading = 0.08;  // s
constexpr double kLiftFading = 0.05;  // s
constexpr double kKeepFor = 0.04;     // m the wanted place may move before a found place is given up

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

// Leads a foot in the air to a wished place: on level ground there; else to the nearest place along the way where the
// sole stands, looked for again only when the wish has moved.
void aim(const Walker& walker, const Foothold& wish, const Vec3& velocity, const human::Ground& ground,
         const Foothold& standing, std::size_t i, Footfall& foot) {
  const double from_y = standing.position.y;
  const Vec3 moved = wish.position - foot.fit_for;
  const bool stale = !foot.fitted || moved.x * moved.x + moved.z * moved.z > kKeepFor * kKeepFor;
  const SoleGround sole = sole_ground(walker, i, ground, wish, from_y);
  if (stands(sole, from_y)) {
    foot.target = wish;
    foot.target.position.y = sole.highest;
    foot.fit = foot.target;
  } else {
    if (stale)
      foot.fit =
          nearest_hold(walker, i, ground, wish, math::normalized_or(flat(velocity), forward_of(wish.yaw)), from_y);
    foot.target = foot.fit;
  }
  if (!stale) return;
  foot.fit_for = wish.position;
  foot.fitted = true;
  foot.way = survey_way(walker, i, ground, foot.hold, foot.target);
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

void lift_off(double pitch, double lift, Footfall& foot) {
  foot.lift_off_pitch = pitch;
  foot.planted = false;
  foot.share = 0.0;
  foot.fitted = false;
  foot.way = {};
  foot.lift = lift;
}

void touch_down(double pitch, Footfall& foot) {
  foot.hold = foot.target;
  foot.hold.yaw = math::wrap_angle(foot.hold.yaw);
  foot.planted = true;
  foot.pitch_rest = foot.land_pitch - pitch;
}

void advance_stance(const Walker& walker, double pitch, double dt, Footfall& foot) {
  foot.pitch_rest -= foot.pitch_rest * fraction(dt, kRestFading);
  foot.foot = roll_foot(walker, foot.hold, pitch + foot.pitch_rest);
}

void advance_swing(const Walker& walker, const RootMotion& m, const Stride& stride, const human::Ground& ground,
                   const StepOrder& order, const Footfall& other, std::size_t i, double dt, Footfall& foot) {
  if (order.target) {
    Foothold wish = *order.target;
    keep_apart(other.goal(), i, wish);
    aim(walker, wish, m.velocity, ground, other.hold, i, foot);
  }
  foot.lift += (order.lift - foot.lift) * fraction(dt, kLiftFading);
  foot.land_pitch = order.land_pitch
                        ? *order.land_pitch
                        : stance_pitch(walker, stride, m, foot.target, foreseen_root(m, order.seconds_left));
  // Down a step the toes come first.
  const double drop = std::max(foot.hold.position.y, other.hold.position.y) - foot.target.position.y;
  if (!order.land_pitch && drop > 0.04) foot.land_pitch -= 0.4 * math::smooth_step((drop - 0.04) / 0.16);
  foot.share = math::clamp(order.share, 0.0, 1.0);
  foot.foot =
      swing_foot(walker, foot.hold, foot.lift_off_pitch, foot.target, foot.land_pitch, foot.lift, foot.share, foot.way);
}

void advance_step(const Walker& walker, const RootMotion& m, const Stride& stride, const human::Ground& ground,
                  const StepOrder& order, const Footfall& other, std::size_t i, double dt, Footfall& foot) {
  if (foot.planted && !order.planted) {
    lift_off(foot.foot.pitch, order.lift, foot);
    foot.target = foot.hold;
  } else if (!foot.planted && order.planted) {
    touch_down(order.pitch, foot);
  }
  if (foot.planted) {
    advance_stance(walker, order.pitch, dt, foot);
  } else {
    advance_swing(walker, m, stride, ground, order, other, i, dt, foot);
  }
}

}  // namespace fh::human
