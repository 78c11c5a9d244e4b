#include "human/fit_feet.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kToeOut = 0.12;        // rad a comfortable foot points outward
constexpr double kFar = 0.30;           // m from its comfortable place that asks for a step
constexpr double kTwisted = 0.80;       // rad (J-77)
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
constexpr double kKneelDownSeconds = 0.4;
constexpr double kHighestEdge = 0.25;        // m: before what is higher a foot is set back farther
constexpr double kEdgeBack = 0.03;           // m a foot is set back from a step before it, at a time
constexpr double kSightSeconds = 0.08;       // ahead in a swing that edges are looked for
constexpr double kClimb = 3.0, kSink = 1.5;  // m/s a swinging foot rises and sinks for an edge

double outward(Side side) {
  return side == Side::Right ? 1.0 : -1.0;
}

struct Axes {
  Vec3 forward, right;
};
Axes axes_of(double yaw) {
  const math::SinCos sc = math::sin_cos(yaw);
  return {{-sc.sin, 0.0, -sc.cos}, {sc.cos, 0.0, -sc.sin}};
}

Vec3 flat(const Vec3& v) {
  return {v.x, 0.0, v.z};
}

void lift(FitFoot& foot, double duration) {
  foot.from = foot.to = foot.place;
  foot.heel_from = foot.heel;
  foot.time = foot.clear = 0.0;
  foot.duration = std::max(duration, 0.1);
}

/// It lands where the leg has brought it: a leg too short for the place takes the place nearer.
void land(FitFoot& foot) {
  foot.place = foot.to;
  foot.place.position += flat(foot.drag);
  foot.time = foot.duration = foot.lift = foot.clear = foot.since = 0.0;
}

/// The ground under a sole flat at a place, asked from `from_y`: its highest.
double under_sole(const FitRig& rig, const Ground& ground, double from_y, const FootPlace& place) {
  const Axes axes = axes_of(place.yaw);
  double highest = ground.height(place.position.x, place.position.z, from_y);
  for (const double ahead : {-rig.heel_back, rig.toe_tip}) {
    const Vec3 at = place.position + ahead * axes.forward;
    highest = std::max(highest, ground.height(at.x, at.z, from_y));
  }
  return highest;
}

/// Puts a place on the ground as a whole sole meets it. Toes do not go into a step: the foot stays before it if that
/// takes little, otherwise it stands on it.
void stand_on(const FitRig& rig, const Ground& ground, double from_y, FootPlace& place) {
  const double ankle = ground.height(place.position.x, place.position.z, from_y);
  const double highest = under_sole(rig, ground, from_y, place);
  const double edge = highest - ankle;
  place.position.y = highest;
  if (edge < 0.01) return;
  FootPlace back = place;
  for (int step = 0; step < (edge > kHighestEdge ? 9 : 3); ++step) {
    back.position -= kEdgeBack * axes_of(place.yaw).forward;
    back.position.y = under_sole(rig, ground, from_y, back);
    if (back.position.y > ankle + 0.01) continue;
    place = back;
    return;
  }
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
void clear_edges(FitFoot& foot, const FitRig& rig, const Ground& ground, double dt) {
  const double from_y = foot.place.position.y;
  const SwingWay next = swing_at(foot, std::min(1.0, (foot.time + kSightSeconds) / foot.duration));
  foot.ground = under_sole(rig, ground, from_y, foot.place);
  const double ahead = under_sole(rig, ground, from_y, {next.position, next.yaw});
  const double now = foot.ground - from_y - foot.lift;
  const double wanted = std::max({0.0, now, ahead - from_y - foot.lift});
  foot.clear = std::max(now, foot.clear + math::clamp(wanted - foot.clear, -kSink * dt, kClimb * dt));
  foot.lift += foot.clear;
}

/// Where the swing has come to.
void swing(FitFoot& foot, const FitRig& rig, const Ground& ground, double dt) {
  foot.time += dt;
  if (foot.time >= foot.duration) {
    land(foot);
    if (!foot.kneels) stand_on(rig, ground, foot.place.position.y, foot.place);
    return;
  }
  const double t = foot.time / foot.duration;
  const double length = glm::length(flat(foot.to.position - foot.from.position));
  const SwingWay way = swing_at(foot, t);
  foot.place = {way.position, way.yaw};
  foot.lift = (0.02 + std::min(0.06, 0.08 * length)) * 16.0 * t * t * (1.0 - t) * (1.0 - t);
  clear_edges(foot, rig, ground, dt);
  // The heel leads at first, and the foot is flat when it lands.
  const double early = math::smooth_step(1.0 - t);
  foot.heel = std::min(0.9, foot.heel_from) * early + (foot.kneels ? (1.0 - early) * rig.kneeling.heel : 0.0) +
              std::min(0.5, length) * 4.0 * t * early * (1.0 - t);
}

FootPlace landing(const FitRig& rig, Side side, const FeetQuestion& q, const FitGait& gait, double left) {
  // Half a step ahead of where the body will be, along its way (J-84 with the anticipation of K-style footfalls).
  const double stride = 1.0 / gait.frequency;
  const double yaw = q.yaw + q.turn_rate * left;
  const Axes axes = axes_of(yaw);
  FootPlace place;
  place.position = flat(q.pelvis) + q.velocity * (left + 0.25 * stride) +
                   (0.62 * rig.stance_half * outward(side)) * axes.right + rig.stance_forward * axes.forward;
  place.yaw = yaw - kToeOut * 0.7 * outward(side);
  return place;
}

void keep_apart(const FitFeet& feet, Side side, double yaw, FootPlace& place) {
  const Axes axes = axes_of(yaw);
  const FitFoot& other = feet.feet[1 - index_of(side)];
  const Vec3 base = other.planted() ? other.place.position : other.to.position;
  const double across = outward(side) * glm::dot(place.position - base, axes.right);
  const double along = std::abs(glm::dot(place.position - base, axes.forward));
  // Feet one behind the other may share a line; feet side by side may not.
  const double need = kFootApart * (1.0 - math::smooth_step((along - 0.2) / 0.2));
  if (across < need) place.position += outward(side) * (need - across) * axes.right;
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
      // Who slows down that much is about to stop: no step is begun that the body does not take.
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
      foot.to = landing(rig, side, q, gait, left);
      keep_apart(feet, side, q.yaw, foot.to);
      stand_on(rig, ground, foot.from.position.y, foot.to);
    }
  }
}

/// 1: this foot must step.
double urgency(const FitFoot& foot, const FootPlace& comfortable, const FeetQuestion& q) {
  const double far = glm::length(flat(comfortable.position - foot.place.position)) / kFar;
  // Nobody turns on the spot while bending down: then head and hands only seem to.
  const double patience = 1.0 + 1.5 * math::smooth_step((q.bent - 0.3) / 0.5);
  const double twisted = std::abs(math::wrap_angle(comfortable.yaw - foot.place.yaw)) / (kTwisted * patience);
  if (foot.kneels) return 2.0;
  const double falls = q.stance_margin < kFalls ? 0.7 + far : 0.0;  // (J-76)
  return std::max({far, twisted, falls, foot.strain > kStrained ? 1.5 : 0.0});
}

/// Both knees go down together: a squat too low to be held has no foot to stand on meanwhile.
void kneel_down(FitFeet& feet, const std::array<FootPlace, 2>& places) {
  for (std::size_t s = 0; s < 2; ++s) {
    FitFoot& foot = feet.feet[s];
    if (foot.kneels && foot.planted()) continue;
    if (!foot.kneels) lift(foot, kKneelDownSeconds);
    foot.kneels = 1;
    foot.to = places[s];
  }
}

void stand(FitFeet& feet, const FitRig& rig, const FeetQuestion& q, const Ground& ground) {
  // At most a quarter turn at a time (J-77).
  const double yaw = feet.mean_yaw() + math::clamp(math::wrap_angle(q.facing - feet.mean_yaw()), -1.57, 1.57);
  const Axes axes = axes_of(yaw);
  // The comfortable stance is under the centre of mass: bending moves the pelvis back, not the feet.
  const Vec3 ahead = flat(q.centre_of_mass) + 0.3 * q.com_velocity;
  std::array<FootPlace, 2> comfortable;
  std::array<double, 2> asks{};
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    const FitFoot& foot = feet.feet[s];
    comfortable[s] = q.kneels ? kneeling_place(rig, side, q.hips[s], yaw, foot.place.position.y)
                              : stance_place(rig, side, ahead - 0.03 * axes.forward, yaw);
    asks[s] = urgency(foot, comfortable[s], q);
    // The foot on the side the body goes to steps first (J-76).
    asks[s] += 0.5 * outward(side) * glm::dot(comfortable[s].position - feet.feet[s].place.position, axes.right);
  }
  for (const Side side : kSides) {  // a swing goes on to where it is wanted now
    FitFoot& foot = feet.feet[index_of(side)];
    if (foot.planted() || q.kneels) continue;
    foot.kneels = 0;
    foot.duration = std::min(foot.duration, std::max(foot.time + 0.1, 0.4));
    if (foot.time > 0.7 * foot.duration) continue;
    foot.to = comfortable[index_of(side)];
    keep_apart(feet, side, yaw, foot.to);
    stand_on(rig, ground, foot.from.position.y, foot.to);
  }
  if (q.kneels) {
    kneel_down(feet, comfortable);
    return;
  }
  if (!feet.feet[0].planted() || !feet.feet[1].planted()) return;
  const std::size_t first = asks[1] > asks[0] ? 1 : 0;
  const bool closing = feet.rest < kCloseSeconds && glm::length(q.com_velocity) < 0.25;
  if (asks[first] < (closing ? kCloseUp : 1.0)) return;
  FitFoot& foot = feet.feet[first];
  const double way = glm::length(flat(comfortable[first].position - foot.place.position));
  lift(foot, 0.30 + 0.25 * std::min(way, 0.6));
  foot.kneels = 0;
  foot.to = comfortable[first];
  keep_apart(feet, kSides[first], yaw, foot.to);
  stand_on(rig, ground, foot.from.position.y, foot.to);
}

/// A foot with a tracker is where it is seen; it stands when it is low.
void follow_tracker(FitFoot& foot, const FitRig& rig, const math::Pose& seen, const Ground& ground) {
  foot.place.position = seen.position;
  foot.place.yaw = math::yaw_of(seen.rotation);
  stand_on(rig, ground, seen.position.y - rig.ankle_height, foot.place);
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
    stand_on(rig, ground, foot.place.position.y, place);
    foot.place = place;
    if (cycle < kDuty) continue;
    lift(foot, (1.0 - kDuty) * stride);
    foot.heel_from = 0.5;
    foot.time = (cycle - kDuty) * stride;
    foot.to = landing(rig, side, q, gait, (1.0 - cycle) * stride);
    stand_on(rig, ground, foot.from.position.y, foot.to);
  }
}

}  // namespace

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
  const Axes axes = axes_of(yaw);
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
    stand_on(rig, ground, floor, foot.place);
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
    if (gait.walking()) place_in_stride(feet, rig, q, gait, ground);
  }
  if (gait.walking()) {
    walk(feet, rig, q, gait, ground);
  } else {
    stand(feet, rig, q, ground);
  }
  for (const Side side : kSides) {
    const Tracker& tracker = q.trackers[index_of(side)];
    if (tracker.valid) follow_tracker(feet.feet[index_of(side)], rig, tracker.pose, ground);
  }
  for (FitFoot& foot : feet.feet) {
    foot.since += dt;
    if (foot.planted() || foot.tracked) continue;
    swing(foot, rig, ground, dt);
    if (foot.planted()) feet.rest = 0.0;
  }
}

Side first_foot(const FitFeet& feet, const Vec3& velocity, double yaw) {
  const Axes axes = axes_of(yaw);
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
