// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_feet.h"

#include <algorithm>

#include "human/tracking/fit_swing.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

// Tuned: skate, jitter and CoM outside of docs/measurements/body-tracking.md; asserted by test_tracked_fit ("walking",
// "turns on the spot") and, for kneeling, test_fit_kneel.
// Of the place of a foot that stands, on the way from where rules have it to where a prior does; chosen as in
// fit_prior.cpp.
constexpr double kLedShare = 0.5;
constexpr double kToeOut = 0.12;   // rad a comfortable foot points outward
constexpr double kFar = 0.30;      // m from its comfortable place that asks for a step
constexpr double kTwisted = 0.80;  // rad (J-77)
// Of a body that a prior leads; chosen as in fit_prior.cpp. Its steps are those that the prior says; what a foot is off
// by is made good with the next of them, unless it is off by much.
constexpr double kLedFar = 0.45, kLedTwisted = 1.2, kLedStrained = 0.02;      // m, rad, m that ask for a step
constexpr double kBothStand = 0.6, kStaysShare = 0.7, kStaysStrained = 0.05;  // the same while both feet stand
constexpr double kCloseUp = 0.55;       // share of both that the second foot follows at
constexpr double kCloseSeconds = 0.7;   // after the first has landed
constexpr double kFalls = -0.02;        // m of balance left that asks for a step
constexpr double kStrained = 0.005;     // m
constexpr double kLongestSwing = 0.55;  // s
constexpr double kTrackedLow = 0.03;    // m a tracked foot may be off the ground and still stand
constexpr double kFootApart = 0.07;     // m the feet keep between them across the heading
constexpr double kDragged = 0.03;       // m a foot may be dragged before it steps whatever the clock says
constexpr double kShortestSwing = 0.2;  // s
constexpr double kStopping = 0.25;      // m/s of the head
constexpr double kSteady = 1.15;        // of the speed of late: what a steady walk varies by
constexpr double kSlowBody = 0.2;       // m/s: slower bodies shift the weight before a step
constexpr double kStillAsks = 0.85;     // share of what asked for a step that still does while the weight is shifted
constexpr double kLoadedBy = 0.005;     // m inside the sole that stays
constexpr double kLoadSeconds = 0.6;
constexpr double kTurning = 1.2;      // rad/s: a quick turn carries the body round and does not wait for its weight
constexpr double kHigherStep = 0.05;  // m
constexpr double kOnItsWay = 0.3;     // of a swing
constexpr double kLeftBehind = 0.5;   // rad a heel is up more than the other
constexpr double kKneelDownSeconds = 0.45;

FootPlace landing(const FitRig& rig, Side side, const FeetQuestion& q, const FitGait& gait, double left) {
  // Half a step ahead of where the body will be, along its way (J-84 with the anticipation of K-style footfalls).
  const double stride = 1.0 / gait.frequency;
  const double yaw = q.yaw + q.turn_rate * left;
  const LevelAxes axes = axes_of(yaw);
  // A body that slows down does not go as far as the mean of the last steps says.
  const double speed = glm::dot(q.velocity, q.velocity);
  const double brakes = math::clamp(kSteady * glm::dot(gait.lately, q.velocity) / std::max(speed, 1e-6), 0.0, 1.0);
  FootPlace place;
  place.position = flat(q.pelvis) + brakes * q.velocity * (left + 0.25 * stride) +
                   (0.62 * rig.stance_half * outward(side)) * axes.right + rig.stance_forward * axes.forward;
  place.yaw = yaw - kToeOut * 0.7 * outward(side);
  return place;
}

void keep_apart(const FitFeet& feet, Side side, double yaw, FootPlace& place) {
  const LevelAxes axes = axes_of(yaw);
  const FitFoot& other = feet.feet[1 - index_of(side)];
  const Vec3 base = other.planted() ? other.place.position : other.to.position;
  const double across = outward(side) * glm::dot(place.position - base, axes.right);
  const double along = std::abs(glm::dot(place.position - base, axes.forward));
  // Feet one behind the other may share a line; feet side by side may not.
  const double need = kFootApart * (1.0 - math::smooth_step((along - 0.2) / 0.2));
  if (across < need) place.position += outward(side) * (need - across) * axes.right;
}

/// Nobody stands with one heel up.
bool left_behind(const FitFoot& foot, const FitFoot& other) {
  return foot.heel - other.heel > kLeftBehind;
}

/// A swing goes on to where it is wanted now, but once on its way not to another step of a stair.
void aim(FitFoot& foot, const FootPlace& place) {
  const bool other_step = std::abs(place.position.y - foot.to.position.y) > kHigherStep;
  if (!other_step || foot.time <= kOnItsWay * foot.duration) foot.to = place;
}

void walk(FitFeet& feet, const FitRig& rig, const FeetQuestion& q, const FitGait& gait, const Ground& ground) {
  for (const Side side : kSides) {
    FitFoot& foot = feet.feet[index_of(side)];
    const FitFoot& other = feet.feet[1 - index_of(side)];
    const double cycle = gait.cycle(side);
    // A leg too short for its foot does not wait for the clock, nor for its turn.
    const bool dragged = foot.strain > kDragged && foot.strain >= other.strain;
    const bool swings = (cycle >= kDuty && cycle < 0.96) || (foot.strain > kStrained && cycle > 0.3);
    if (foot.planted()) {
      // Feet take turns: the one that landed last waits.
      // A body that slows down that much is about to stop: no step is begun that the body does not take.
      const bool stops = glm::length(gait.lately) < kStopping;
      if (!other.planted() || !(dragged || (swings && !stops && foot.since >= other.since))) continue;
      foot.kneels = 0;
      lift(foot, cycle > 0.3 ? (1.0 - cycle) / gait.frequency : kShortestSwing);
    }
    // The clock says when it lands; a foot that is late comes down at once.
    const double left = cycle > 0.3 ? std::min((1.0 - cycle) / gait.frequency, kLongestSwing)
                                    : std::max(0.0, kShortestSwing - foot.time);
    foot.duration = math::clamp(foot.time + left, 0.1, std::max(foot.time, kLongestSwing));
    if (foot.time < 0.8 * foot.duration) {
      FootPlace place = landing(rig, side, q, gait, left);
      keep_apart(feet, side, q.yaw, place);
      stand_on(rig, side, ground, foot.from.position.y, place);
      aim(foot, place);
    }
  }
}

/// The same of a foot that a prior leads.
double led_urgency(const FitFoot& foot, const FootPlace& comfortable, const FeetQuestion& q) {
  const double far = glm::length(flat(comfortable.position - foot.place.position)) / kLedFar;
  const double twisted = std::abs(math::wrap_angle(comfortable.yaw - foot.place.yaw)) / kLedTwisted;
  if (std::min(q.leads[0].stands, q.leads[1].stands) > kBothStand)
    return foot.strain > kStaysStrained ? 1.5 : kStaysShare * std::max(far, twisted);
  const double falls = q.stance_margin < kFalls ? 0.7 + far : 0.0;
  return std::max({far, twisted, falls, foot.strain > kLedStrained ? 1.5 : 0.0});
}

/// How much a foot asks for a step; 1: it must.
double urgency(const FitFoot& foot, const FitFoot& other, const FootPlace& comfortable, const FeetQuestion& q) {
  const double far = glm::length(flat(comfortable.position - foot.place.position)) / kFar;
  // Nobody turns on the spot while bending down: then head and hands only seem to.
  const double patience = 1.0 + 1.5 * math::smooth_step((q.bent - 0.3) / 0.5);
  const double twisted = std::abs(math::wrap_angle(comfortable.yaw - foot.place.yaw)) / (kTwisted * patience);
  if (foot.kneels) return 2.0;
  if (q.led()) return led_urgency(foot, comfortable, q);
  const double falls = q.stance_margin < kFalls ? 0.7 + far : 0.0;  // (J-76)
  const double behind = left_behind(foot, other) ? 1.2 : 0.0;
  return std::max({far, twisted, falls, behind, foot.strain > kStrained ? 1.5 : 0.0});
}

/// Both knees go down together: a squat too low to be held has no foot to stand on meanwhile.
void kneel_down(FitFeet& feet, const std::array<FootPlace, 2>& places) {
  for (std::size_t s = 0; s < 2; ++s) {
    FitFoot& foot = feet.feet[s];
    if (foot.kneels && foot.planted()) continue;
    if (!foot.kneels) lift(foot, kKneelDownSeconds);
    foot.led = 0;
    foot.kneels = 1;
    foot.to = places[s];
  }
}

void stand(FitFeet& feet, const FitRig& rig, const FeetQuestion& q, const Ground& ground, double dt) {
  // At most a quarter turn at a time (J-77).
  const double yaw = feet.mean_yaw() + math::clamp(math::wrap_angle(q.facing - feet.mean_yaw()), -1.57, 1.57);
  const LevelAxes axes = axes_of(yaw);
  // The comfortable stance is under the capture point, where a body that moves comes to rest (CA-10): bending moves the
  // pelvis back, not the feet.
  const double floor = std::min(feet.feet[0].place.position.y, feet.feet[1].place.position.y);
  const math::Vec2 rest =
      capture_point(q.centre_of_mass, {q.com_velocity.x, q.com_velocity.z}, q.centre_of_mass.y - floor);
  const Vec3 ahead(rest.x, 0.0, rest.y);
  std::array<FootPlace, 2> comfortable;
  std::array<double, 2> asks{};
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    const FitFoot& foot = feet.feet[s];
    comfortable[s] = q.kneels ? kneeling_place(rig, side, q.hips[s], yaw, foot.place.position.y)
                              : stance_place(rig, side, ahead - 0.03 * axes.forward, yaw);
    if (!q.kneels && q.led()) {
      const FootPlace led = place_of(rig, q.leads[s], foot.place.position.y);
      comfortable[s].position += kLedShare * flat(led.position - comfortable[s].position);
      comfortable[s].yaw = led.yaw;  // whether it turns on the spot a prior knows better
    }
    asks[s] = urgency(foot, feet.feet[1 - s], comfortable[s], q);
    // The foot on the side the body goes to steps first (J-76).
    asks[s] += 0.5 * outward(side) * glm::dot(comfortable[s].position - feet.feet[s].place.position, axes.right);
  }
  for (const Side side : kSides) {  // a swing goes on to where it is wanted now
    FitFoot& foot = feet.feet[index_of(side)];
    if (foot.planted() || foot.led || q.kneels) continue;
    foot.kneels = 0;
    foot.duration = std::min(foot.duration, std::max(foot.time + 0.1, 0.4));
    if (foot.time > 0.7 * foot.duration) continue;
    FootPlace place = comfortable[index_of(side)];
    keep_apart(feet, side, yaw, place);
    stand_on(rig, side, ground, foot.from.position.y, place);
    aim(foot, place);
  }
  if (q.kneels) {
    kneel_down(feet, comfortable);
    return;
  }
  if (!feet.feet[0].planted() || !feet.feet[1].planted()) return;
  const std::size_t first = asks[1] > asks[0] ? 1 : 0;
  if (!ready_to_step(feet, first, asks[first], q, dt)) return;
  FitFoot& foot = feet.feet[first];
  const double way = glm::length(flat(comfortable[first].position - foot.place.position));
  lift(foot, 0.30 + 0.25 * std::min(way, 0.6));
  foot.kneels = 0;
  foot.to = comfortable[first];
  keep_apart(feet, kSides[first], yaw, foot.to);
  stand_on(rig, kSides[first], ground, foot.from.position.y, foot.to);
}

/// A foot with a tracker is where it is seen; it stands when it is low.
void follow_tracker(FitFoot& foot, const FitRig& rig, Side side, const math::Pose& seen, const Ground& ground) {
  foot.place.position = seen.position;
  foot.place.yaw = math::yaw_of(seen.rotation);
  stand_on(rig, side, ground, seen.position.y - rig.ankle_height, foot.place);
  foot.lift = std::max(0.0, seen.position.y - rig.ankle_height - foot.place.position.y);
  foot.ground = foot.place.position.y;
  foot.from = foot.to = foot.place;
  foot.time = 0.0;
  foot.duration = foot.lift > kTrackedLow ? 1.0 : 0.0;
  foot.tracked = 1;
}

/// The feet of a stride in progress, for a user who is found walking.
void place_in_stride(FitFeet& feet, const FitRig& rig, const FeetQuestion& q, const FitGait& gait,
                     const Ground& ground) {
  for (const Side side : kSides) {
    FitFoot& foot = feet.feet[index_of(side)];
    const double cycle = gait.cycle(side), stride = 1.0 / gait.frequency;
    const double since = std::min(cycle, kDuty);
    FootPlace place = landing(rig, side, q, gait, 0.0);
    place.position -= q.velocity * (since * stride);
    stand_on(rig, side, ground, foot.place.position.y, place);
    foot.place = place;
    if (cycle < kDuty) continue;
    lift(foot, (1.0 - kDuty) * stride);
    foot.heel_from = 0.5;
    foot.time = (cycle - kDuty) * stride;
    foot.to = landing(rig, side, q, gait, (1.0 - cycle) * stride);
    stand_on(rig, side, ground, foot.from.position.y, foot.to);
  }
}

}  // namespace

bool ready_to_step(FitFeet& feet, std::size_t first, double asks, const FeetQuestion& q, double dt) {
  const double speed = glm::length(q.com_velocity);
  const bool closing = !q.led() && (feet.rest < kCloseSeconds || feet.loading) && speed < 0.25;
  const FitFoot& foot = feet.feet[first];
  const bool slow = speed < kSlowBody && glm::length(q.velocity) < kSlowBody && foot.strain < kDragged && !foot.kneels;
  if (asks < (closing ? kCloseUp : 1.0) * (feet.loading ? kStillAsks : 1.0)) {
    feet.loading = 0;
    return false;
  }
  if (!q.led() && std::abs(q.turn_rate) > kTurning && asks >= 1.0) {
    feet.loading = 0;
    return true;
  }
  if (feet.loading != first + 1) feet.loading = static_cast<std::uint8_t>(first + 1), feet.loaded = 0.0;
  feet.loaded += dt;
  if (!slow && asks < 1.0) return false;
  if (slow && q.over[1 - first] < kLoadedBy && feet.loaded < kLoadSeconds) return false;
  feet.loading = 0;
  if (!slow || q.over[1 - first] >= kLoadedBy || asks >= 1.0) return true;
  feet.rest = kCloseSeconds;
  return false;
}

void FootPlace::visit(core::Archive& archive) {
  archive.field("position", position);
  archive.field("yaw", yaw);
}

void FitFoot::visit(core::Archive& archive) {
  archive.field("place", place);
  archive.field("from", from);
  archive.field("to", to);
  archive.field("time", time);
  archive.field("duration", duration);
  archive.field("heel", heel);
  archive.field("heel_from", heel_from);
  archive.field("kneels", kneels);
  archive.field("leg", leg);
  archive.field("lift", lift);
  archive.field("ground", ground);
  archive.field("clear", clear);
  archive.field("since", since);
  archive.field("strain", strain);
  archive.field("drag", drag);
  archive.field("tracked", tracked);
}

void FitFeet::visit(core::Archive& archive) {
  archive.field("left", feet[0]);
  archive.field("right", feet[1]);
  archive.field("rest", rest);
  archive.field("loading", loading);
  archive.field("loaded", loaded);
  archive.field("started", started);
}

double FitFeet::mean_yaw() const {
  return math::wrap_angle(feet[0].place.yaw + 0.5 * math::wrap_angle(feet[1].place.yaw - feet[0].place.yaw));
}

FootPlace kneeling_place(const FitRig& rig, Side side, const Vec3& hip, double yaw, double ground) {
  const KneelingLeg leg = kneeling_leg(rig.kneeling, side, hip, yaw, ground);
  // The ball stays when the heel comes up: the flat foot has its ankle farther back.
  const Vec3 ankle = leg.ankle - rig.kneeling.ankle_over * axes_of(leg.yaw).forward;
  return {{ankle.x, ground, ankle.z}, leg.yaw};
}

math::Pose resting_foot(const FitRig& rig, const FitFoot& foot) {
  return foot_at(rig, foot.planted() ? foot.place : foot.to, foot.kneels ? rig.kneeling.heel : 0.0, 0.0);
}

FootPlace stance_place(const FitRig& rig, Side side, const Vec3& pelvis, double yaw) {
  const LevelAxes axes = axes_of(yaw);
  FootPlace place;
  place.position = flat(pelvis) + rig.stance_half * outward(side) * axes.right + rig.stance_forward * axes.forward;
  place.yaw = yaw - kToeOut * outward(side);
  return place;
}

void place_feet(FitFeet& feet, const FitRig& rig, const Vec3& pelvis, double yaw, double floor, const Ground& ground) {
  for (const Side side : kSides) {
    FitFoot& foot = feet.feet[index_of(side)];
    foot = FitFoot{};
    foot.place = stance_place(rig, side, pelvis, yaw);
    stand_on(rig, side, ground, floor, foot.place);
    foot.from = foot.to = foot.place;
  }
  feet.started = 1;
}

void advance_feet(FitFeet& feet, const FitRig& rig, const FeetQuestion& q, const FitGait& gait, const Ground& ground,
                  double dt) {
  feet.rest += dt;
  for (FitFoot& foot : feet.feet) foot.tracked = 0;
  if (feet.started == 1) {
    feet.started = 2;
  } else if (feet.started == 2) {
    feet.started = 3;
    if (q.led()) {
      place_as_led(feet, rig, q, ground);
    } else if (gait.walking()) {
      place_in_stride(feet, rig, q, gait, ground);
    }
  }
  if (q.led() && lead_feet(feet, rig, q, ground, dt)) {
    feet.loading = 0;
  } else if (gait.walking() && !q.led()) {
    feet.loading = 0;
    walk(feet, rig, q, gait, ground);
  } else {
    stand(feet, rig, q, ground, dt);
  }
  for (const Side side : kSides) {
    const Tracker& tracker = q.trackers[index_of(side)];
    if (tracker.valid) follow_tracker(feet.feet[index_of(side)], rig, side, tracker.pose, ground);
  }
  for (const Side side : kSides) {
    FitFoot& foot = feet.feet[index_of(side)];
    foot.since += dt;
    if (foot.planted() || foot.tracked || foot.led) continue;
    swing(foot, rig, side, ground, dt);
    if (foot.planted()) feet.rest = 0.0;
  }
}

Side first_foot(const FitFeet& feet, const Vec3& velocity, double yaw) {
  const LevelAxes axes = axes_of(yaw);
  const Vec3 right_of_left = feet.feet[1].place.position - feet.feet[0].place.position;
  const double behind = -glm::dot(right_of_left, velocity) + 0.1 * glm::dot(velocity, axes.right);
  return behind >= 0.0 ? Side::Right : Side::Left;
}

math::Pose foot_at(const FitRig& rig, const FootPlace& place, double heel, double lift_height) {
  const math::Quat yaw = math::from_axis_angle(math::kUp, place.yaw);
  // Heel up turns the foot down about the ball, which stays where it is.
  const math::Quat pitch = math::from_axis_angle({-1.0, 0.0, 0.0}, heel);
  const Vec3 ball = rig.ball_in_foot;
  const Vec3 ankle = ball - math::rotate(pitch, ball);
  return {yaw * pitch, place.position + Vec3(0.0, rig.ankle_height + lift_height, 0.0) + math::rotate(yaw, ankle)};
}

}  // namespace fh::human
