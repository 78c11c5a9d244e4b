#include "human/fit_feet.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kToeOut = 0.12;        // rad a comfortable foot points outward
constexpr double kFar = 0.22;           // m from its comfortable place that asks for a step
constexpr double kTwisted = 0.70;       // rad (J-77)
constexpr double kCloseUp = 0.6;        // share of both that the second foot follows at
constexpr double kCloseSeconds = 0.7;   // after the first has landed
constexpr double kStrained = 0.005;     // m
constexpr double kLongestSwing = 0.55;  // s
constexpr double kFootApart = 0.07;     // m the feet keep between them across the heading

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
  foot.time = 0.0;
  foot.duration = std::max(duration, 0.1);
}

void land(FitFoot& foot) {
  foot.place = foot.to;
  foot.time = foot.duration = foot.lift = 0.0;
}

/// Where the swing has come to.
void swing(FitFoot& foot, double dt) {
  foot.time += dt;
  if (foot.time >= foot.duration) {
    land(foot);
    return;
  }
  const double t = foot.time / foot.duration, s = math::smooth_step(t);
  const double length = glm::length(flat(foot.to.position - foot.from.position));
  foot.place.position = foot.from.position + s * (foot.to.position - foot.from.position);
  foot.place.yaw = foot.from.yaw + s * math::wrap_angle(foot.to.yaw - foot.from.yaw);
  // Over a step up the sole goes first high, then forward.
  const double rise = std::max(0.0, foot.to.position.y - foot.from.position.y);
  const double height = 0.02 + std::min(0.06, 0.08 * length) + 0.5 * rise;
  foot.lift = height * 4.0 * t * (1.0 - t);
  // The heel leads at first, and the foot is flat when it lands.
  const double early = math::smooth_step(1.0 - t);
  foot.heel = std::min(0.9, foot.heel_from) * early + std::min(0.5, length) * 4.0 * t * early * (1.0 - t);
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

void stand_on(const Ground& ground, double from_y, FootPlace& place) {
  place.position.y = ground.height(place.position.x, place.position.z, from_y);
}

void walk(FitFeet& feet, const FitRig& rig, const FeetQuestion& q, const FitGait& gait, const Ground& ground) {
  for (const Side side : kSides) {
    FitFoot& foot = feet.feet[index_of(side)];
    const FitFoot& other = feet.feet[1 - index_of(side)];
    const double cycle = gait.cycle(side);
    // A leg too short for its foot does not wait for the clock.
    const bool swings = (cycle >= kDuty && cycle < 0.96) || (foot.strain > kStrained && cycle > 0.3);
    if (foot.planted()) {
      if (!swings || !other.planted()) continue;
      lift(foot, (1.0 - cycle) / gait.frequency);
    }
    // The clock says when it lands; a foot that is late comes down at once.
    const double left = cycle > 0.3 ? std::min((1.0 - cycle) / gait.frequency, kLongestSwing) : 0.0;
    foot.duration = math::clamp(foot.time + left, 0.1, std::max(foot.time, kLongestSwing));
    if (foot.time < 0.8 * foot.duration) {
      foot.to = landing(rig, side, q, gait, left);
      keep_apart(feet, side, q.yaw, foot.to);
      stand_on(ground, foot.from.position.y, foot.to);
    }
  }
}

double urgency(const FitFoot& foot, const FootPlace& comfortable, const Axes& axes) {
  const Vec3 off = flat(comfortable.position - foot.place.position);
  const double along = glm::dot(off, axes.forward), across = glm::dot(off, axes.right);
  const double far = math::sqrt(along * along + across * across) / kFar;
  const double twisted = std::abs(math::wrap_angle(comfortable.yaw - foot.place.yaw)) / kTwisted;
  return std::max({far, twisted, foot.strain > kStrained ? 1.5 : 0.0});
}

void stand(FitFeet& feet, const FitRig& rig, const FeetQuestion& q, const Ground& ground) {
  // At most a quarter turn at a time (J-77).
  const double yaw = feet.mean_yaw() + math::clamp(math::wrap_angle(q.facing - feet.mean_yaw()), -1.57, 1.57);
  const Axes axes = axes_of(yaw);
  // The comfortable stance is under the centre of mass: bending moves the pelvis back, not the feet.
  const Vec3 ahead = flat(q.centre_of_mass) + 0.25 * q.velocity;
  std::array<FootPlace, 2> comfortable;
  std::array<double, 2> asks{};
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    comfortable[s] = stance_place(rig, side, ahead - 0.03 * axes.forward, yaw);
    asks[s] = urgency(feet.feet[s], comfortable[s], axes);
  }
  for (const Side side : kSides) {  // a swing goes on to where it is wanted now
    FitFoot& foot = feet.feet[index_of(side)];
    if (foot.planted()) continue;
    foot.duration = std::min(foot.duration, std::max(foot.time + 0.1, 0.4));
    if (foot.time > 0.7 * foot.duration) continue;
    foot.to = comfortable[index_of(side)];
    keep_apart(feet, side, yaw, foot.to);
    stand_on(ground, foot.from.position.y, foot.to);
  }
  if (!feet.feet[0].planted() || !feet.feet[1].planted()) return;
  const std::size_t first = asks[1] > asks[0] ? 1 : 0;
  const bool closing = feet.rest < kCloseSeconds && glm::length(q.velocity) < 0.25;
  if (asks[first] < (closing ? kCloseUp : 1.0)) return;
  FitFoot& foot = feet.feet[first];
  const double way = glm::length(flat(comfortable[first].position - foot.place.position));
  lift(foot, 0.30 + 0.25 * std::min(way, 0.6));
  foot.to = comfortable[first];
  keep_apart(feet, kSides[first], yaw, foot.to);
  stand_on(ground, foot.from.position.y, foot.to);
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
    stand_on(ground, foot.place.position.y, place);
    foot.place = place;
    if (cycle < kDuty) continue;
    lift(foot, (1.0 - kDuty) * stride);
    foot.heel_from = 0.5;
    foot.time = (cycle - kDuty) * stride;
    foot.from.position -= q.velocity * foot.time * 0.0;
    foot.to = landing(rig, side, q, gait, (1.0 - cycle) * stride);
    stand_on(ground, foot.from.position.y, foot.to);
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
  archive.field("lift", lift);
  archive.field("strain", strain);
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

FootPlace stance_place(const FitRig& rig, Side side, const Vec3& pelvis, double yaw) {
  const Axes axes = axes_of(yaw);
  FootPlace place;
  place.position = flat(pelvis) + rig.stance_half * outward(side) * axes.right + rig.stance_forward * axes.forward;
  place.yaw = yaw - kToeOut * outward(side);
  return place;
}

void place_feet(FitFeet& feet, const FitRig& rig, const Vec3& pelvis, double yaw, const Ground& ground) {
  for (const Side side : kSides) {
    FitFoot& foot = feet.feet[index_of(side)];
    foot = FitFoot{};
    foot.place = stance_place(rig, side, pelvis, yaw);
    stand_on(ground, pelvis.y - rig.leg_length, foot.place);
    foot.from = foot.to = foot.place;
  }
  feet.started = 1;
}

void advance_feet(FitFeet& feet, const FitRig& rig, const FeetQuestion& q, const FitGait& gait, const Ground& ground,
                  double dt) {
  feet.rest += dt;
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
  for (FitFoot& foot : feet.feet) {
    if (foot.planted()) continue;
    swing(foot, dt);
    if (foot.planted()) feet.rest = 0.0;
  }
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
