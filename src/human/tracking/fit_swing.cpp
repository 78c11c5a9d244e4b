// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_swing.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

// Tuned: deepest of docs/measurements/body-tracking.md (13_35 climbs steps); asserted by test_tracked_fit ("everyday
// moves").
constexpr double kHighestEdge = 0.25;   // m: before what is higher a foot is set back farther
constexpr double kWider = 1.08;         // of a sole: it keeps a centimetre off an edge, which rolling on the ball takes
constexpr double kEdgeBack = 0.03;      // m a foot is set back from a step before it, at a time
constexpr double kSightSeconds = 0.08;  // ahead in a swing that edges are looked for
// Feet that a prior leads; chosen on the held-back people of the training set (docs/measurements/body-tracking.md,
// "The prior by itself").
constexpr double kLeaves = 0.4, kLands = 0.6, kRolls = 0.7;  // that it stands, 0 … 1: it leaves, lands, rolls
constexpr double kLeavingSpeed = 0.3, kSlowFoot = 0.15;      // m/s of the ankle
constexpr double kLowFoot = 0.04;                            // m over its ground
constexpr double kShortestSwing = 0.12;                      // s
constexpr double kLeadSeconds = 0.10, kDownSeconds = 0.07;   // from the ground to where it is led, and back
constexpr double kLeastLift = 0.01;                          // m
constexpr double kMostHeelUp = 0.9, kMostToesUp = -0.3;      // rad
constexpr double kRuns = 0.5;                                // m/s of the head: both feet may be in the air
constexpr double kAway = 0.25, kAwaySlow = 0.2;         // m from where it is led: it must step; more for a slow body
constexpr double kStill = 0.15, kStillTo = 0.25;        // m/s of the centre of mass: a slow body, and less so beyond
constexpr double kLeavesSlow = 0.25, kSpeedSlow = 0.3;  // how much plainer the step of a slow body must be
constexpr double kClimb = 3.0, kSink = 1.5;             // m/s a swinging foot rises and sinks for an edge

/// It lands where the leg has brought it: a leg too short for the place takes the place nearer.
void land(FitFoot& foot) {
  foot.place = foot.to;
  foot.place.position += flat(foot.drag);
  foot.time = foot.duration = foot.lift = foot.clear = foot.since = 0.0;
}

struct SwingWay {
  Vec3 position;
  double yaw;
};
/// Up a step first high, then forward; down a step first forward, then low.
SwingWay swing_at(const FitFoot& foot, double t) {
  const Vec3 way = foot.to.position - foot.from.position;
  const double step = math::clamp(way.y / 0.1, -1.0, 1.0), size = std::abs(step);
  const double along = math::smooth_step((t - 0.2 * std::max(step, 0.0)) / (1.0 - 0.2 * size));
  const double up = math::smooth_step((t - 0.4 * std::max(-step, 0.0)) / (1.0 - 0.4 * size));
  return {foot.from.position + Vec3(along * way.x, up * way.y, along * way.z),
          foot.from.yaw + along * math::wrap_angle(foot.to.yaw - foot.from.yaw)};
}

/// Over edges a swing goes higher, and begins to before it comes to them.
/// `seen_from`: the height that the ground is asked from.
void clear_edges(FitFoot& foot, const SwingWay& next, double seen_from, const FitRig& rig, Side side,
                 const Ground& ground, double dt) {
  const double from_y = foot.place.position.y;
  foot.ground = under_sole(rig, side, ground, seen_from, foot.place);
  const double ahead = under_sole(rig, side, ground, seen_from, {next.position, next.yaw});
  const double now = foot.ground - from_y - foot.lift;
  const double wanted = std::max({0.0, now, ahead - from_y - foot.lift});
  foot.clear = std::max(now, foot.clear + math::clamp(wanted - foot.clear, -kSink * dt, kClimb * dt));
  foot.lift += foot.clear;
}

/// How high the ankle of a foot that is not lifted is over its ground.
double ankle_over(const FitRig& rig, double heel) {
  const Vec3 ball = rig.ball_in_foot;
  return rig.ankle_height + (ball - math::rotate(math::from_axis_angle({-1.0, 0.0, 0.0}, heel), ball)).y;
}

void come_down(FitFoot& foot, const FootLead& lead, const FitRig& rig, Side side, const Ground& ground) {
  foot.led = 2;
  foot.from = foot.place;
  foot.to = foot.place;
  foot.to.position += 0.5 * kDownSeconds * flat(lead.velocity);
  stand_on(rig, side, ground, foot.place.position.y + foot.lift, foot.to);
  foot.heel_from = foot.heel;
  foot.lift_from = foot.lift;
  foot.time = 0.0;
  foot.duration = kDownSeconds;
}

/// A foot on its last centimetres, braked to rest.
void come_to_rest(FitFoot& foot, const FitRig& rig, Side side, const Ground& ground, double dt) {
  foot.time += dt;
  const double t = std::min(1.0, foot.time / foot.duration), braked = t * (2.0 - t);
  const Vec3 way = foot.to.position - foot.from.position;
  foot.place.position = foot.from.position + braked * way;
  foot.place.yaw = foot.from.yaw + braked * math::wrap_angle(foot.to.yaw - foot.from.yaw);
  foot.lift = (1.0 - math::smooth_step(t)) * foot.lift_from;
  foot.heel = (1.0 - math::smooth_step(t)) * foot.heel_from;
  foot.ground = under_sole(rig, side, ground, foot.place.position.y + foot.lift, foot.place);
  foot.lift = std::max(foot.lift, foot.ground - foot.place.position.y);
  if (t < 1.0) return;
  foot.led = 0;
  land(foot);
  stand_on(rig, side, ground, foot.place.position.y, foot.place);
}

void go_as_led(FitFoot& foot, const FootLead& lead, const FitRig& rig, Side side, const Ground& ground, double dt) {
  foot.time += dt;
  const double share = math::smooth_step(foot.time / kLeadSeconds);
  const double heel = math::clamp(lead.heel, kMostToesUp, kMostHeelUp);
  FootLead kept = lead;
  kept.heel = heel;
  const FootPlace goal = place_of(rig, kept, foot.place.position.y);
  foot.place.position = foot.from.position + share * (goal.position - foot.from.position);
  foot.place.yaw = foot.from.yaw + share * math::wrap_angle(goal.yaw - foot.from.yaw);
  foot.place.position.y = foot.from.position.y;
  foot.heel = foot.heel_from + share * (heel - foot.heel_from);
  const double seen_from = foot.from.position.y + std::max(0.0, foot.lift);
  const double said = lead.ankle.y - ankle_over(rig, foot.heel) - foot.from.position.y;
  foot.lift = share * std::max(kLeastLift, said);
  foot.to = foot.place;
  const Vec3 ahead = foot.place.position + kSightSeconds * flat(lead.velocity);
  clear_edges(foot, {ahead, foot.place.yaw}, seen_from, rig, side, ground, dt);
}

}  // namespace

FootPlace place_of(const FitRig& rig, const FootLead& lead, double y) {
  const Vec3 ball = rig.ball_in_foot;
  const Vec3 ahead = ball - math::rotate(math::from_axis_angle({-1.0, 0.0, 0.0}, lead.heel), ball);
  const Vec3 at = lead.ankle - math::rotate(math::from_axis_angle(math::kUp, lead.yaw), {ahead.x, 0.0, ahead.z});
  return {{at.x, y, at.z}, lead.yaw};
}

void place_as_led(FitFeet& feet, const FitRig& rig, const FeetQuestion& q, const Ground& ground) {
  for (const Side side : kSides) {
    FitFoot& foot = feet.feet[index_of(side)];
    const FootLead& lead = q.leads[index_of(side)];
    foot.place = place_of(rig, lead, foot.place.position.y);
    stand_on(rig, side, ground, foot.place.position.y, foot.place);
  }
}

namespace {

/// Whether a foot that stands leaves the ground; if not, how far it has rolled over its ball.
bool leaves(FitFeet& feet, std::size_t s, const FitRig& rig, const FeetQuestion& q) {
  FitFoot& foot = feet.feet[s];
  const FitFoot& other = feet.feet[1 - s];
  const FootLead& lead = q.leads[s];
  if (!foot.planted() || foot.tracked || foot.kneels) return false;
  const double off = glm::length(flat(place_of(rig, lead, 0.0).position - foot.place.position));
  const bool runs = glm::length(q.velocity) > kRuns;
  // A slow body stands unless it is plain that it steps.
  const double slow = 1.0 - math::smooth_step((glm::length(q.com_velocity) - kStill) / kStillTo);
  foot.heel_up =
      (1.0 - slow) * math::clamp(lead.heel, 0.0, kMostHeelUp) * math::smooth_step((kRolls - lead.stands) / kRolls);
  const bool away = off > kAway + slow * kAwaySlow;
  if (!away && lead.stands > kLeaves - slow * kLeavesSlow) return false;
  if (!away && glm::length(lead.velocity) < kLeavingSpeed + slow * kSpeedSlow) return false;
  return other.planted() || other.led == 2 || runs;
}

}  // namespace

bool lead_feet(FitFeet& feet, const FitRig& rig, const FeetQuestion& q, const Ground& ground, double dt) {
  bool moves = false;
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    FitFoot& foot = feet.feet[s];
    const FootLead& lead = q.leads[s];
    if (foot.led == 1) {
      go_as_led(foot, lead, rig, side, ground, dt);
      const bool slow = glm::length(lead.velocity) < kSlowFoot && foot.lift < kLowFoot;
      if (foot.time > kShortestSwing && (lead.stands > kLands || slow)) come_down(foot, lead, rig, side, ground);
    } else if (foot.led == 2) {
      come_to_rest(foot, rig, side, ground, dt);
      if (foot.planted()) feet.rest = 0.0;
    }
    moves = moves || foot.led;
  }
  for (const Side side : kSides) {
    FitFoot& foot = feet.feet[index_of(side)];
    if (!leaves(feet, index_of(side), rig, q)) continue;
    foot.heel_up = 0.0;
    lift(foot, 10.0);
    foot.led = 1;
    moves = true;
  }
  return moves;
}

double outward(Side side) {
  return side == Side::Right ? 1.0 : -1.0;
}

LevelAxes axes_of(double yaw) {
  const math::SinCos sc = math::sin_cos(yaw);
  return {{-sc.sin, 0.0, -sc.cos}, {sc.cos, 0.0, -sc.sin}};
}

double under_sole(const FitRig& rig, Side side, const Ground& ground, double from_y, const FootPlace& place) {
  const LevelAxes axes = axes_of(place.yaw);
  const auto at = [&](double right, double ahead) {
    const Vec3 point = place.position + right * axes.right + ahead * axes.forward;
    return ground.height(point.x, point.z, from_y);
  };
  double highest = at(0.0, 0.0);
  for (const std::size_t k : Sole::kRightCorners) {
    const Vec3& point = rig.soles[index_of(Side::Right)].whole[k];
    highest = std::max(highest, at(kWider * outward(side) * point.x, -kWider * point.z));
  }
  return highest;
}

void stand_on(const FitRig& rig, Side side, const Ground& ground, double from_y, FootPlace& place) {
  const double ankle = ground.height(place.position.x, place.position.z, from_y);
  const double highest = under_sole(rig, side, ground, from_y, place);
  const double edge = highest - ankle;
  place.position.y = highest;
  if (edge < 0.01) return;
  FootPlace back = place;
  for (int step = 0; step < (edge > kHighestEdge ? 9 : 3); ++step) {
    back.position -= kEdgeBack * axes_of(place.yaw).forward;
    back.position.y = under_sole(rig, side, ground, from_y, back);
    if (back.position.y > ankle + 0.01) continue;
    place = back;
    return;
  }
}

void lift(FitFoot& foot, double duration) {
  foot.from = foot.to = foot.place;
  foot.heel_from = foot.heel;
  foot.time = foot.clear = 0.0;
  foot.duration = std::max(duration, 0.1);
}

void swing(FitFoot& foot, const FitRig& rig, Side side, const Ground& ground, double dt) {
  foot.time += dt;
  if (foot.time >= foot.duration) {
    land(foot);
    if (!foot.kneels) stand_on(rig, side, ground, foot.place.position.y, foot.place);
    return;
  }
  const double t = foot.time / foot.duration;
  const double length = glm::length(flat(foot.to.position - foot.from.position));
  const SwingWay way = swing_at(foot, t);
  foot.place = {way.position, way.yaw};
  foot.lift = (0.02 + std::min(0.06, 0.08 * length)) * 16.0 * t * t * (1.0 - t) * (1.0 - t);
  const SwingWay next = swing_at(foot, std::min(1.0, (foot.time + kSightSeconds) / foot.duration));
  clear_edges(foot, next, foot.place.position.y, rig, side, ground, dt);
  // The heel leads at first, and the foot is flat when it lands.
  const double early = math::smooth_step(1.0 - t);
  foot.heel = std::min(0.9, foot.heel_from) * early + (foot.kneels ? (1.0 - early) * rig.kneeling.heel : 0.0) +
              std::min(0.5, length) * 4.0 * t * early * (1.0 - t);
}

}  // namespace fh::human
