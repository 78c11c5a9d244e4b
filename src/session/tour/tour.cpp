// SPDX-License-Identifier: Apache-2.0
#include "session/tour/tour.h"

#include <algorithm>
#include <cmath>

namespace fh::session {
namespace {

using frame::FrameInput;
using math::Pose;
using math::Vec2;
using math::Vec3;

constexpr double kTurnSpeed = math::radians(150.0);  // rad/s while turning in place
constexpr double kSoftSeconds = 0.4;                 // to reach walking speed and to stop

struct Standing {
  Vec2 at{0.0};
  double heading = 0.0;
};

/// Distance covered after `t` seconds of a leg of `length` metres at `speed`, with constant acceleration at both ends.
double distance_walked(double t, double length, double speed) {
  const double ramp = std::min(kSoftSeconds, length / speed);  // short legs never reach full speed
  const double total = length / speed + ramp;
  t = math::clamp(t, 0.0, total);
  const double top = ramp > 0.0 ? speed : 0.0;
  if (t < ramp) return 0.5 * top * t * t / ramp;
  if (t > total - ramp) return length - 0.5 * top * (total - t) * (total - t) / ramp;
  return 0.5 * top * ramp + top * (t - ramp);
}

double walking_seconds(double length, double speed) {
  return length / speed + std::min(kSoftSeconds, length / speed);
}

/// Advances `standing` through one leg; returns the seconds of `t` that are left, or a negative number if it ends
/// inside.
double walk_leg(const Leg& leg, Standing& standing, double t) {
  const Vec2 way = leg.to - standing.at;
  const double length = glm::length(way);
  const double direction = length > 1e-6 ? math::atan2(-way.x, -way.y) : standing.heading;
  const auto turn = [&](double towards) {
    const double angle = math::wrap_angle(towards - standing.heading);
    const double needed = std::fabs(angle) / kTurnSpeed;
    const double share = needed > 0.0 ? math::smooth_step(t / needed) : 1.0;
    standing.heading += angle * share;
    t -= needed;
  };
  turn(direction);
  if (t < 0.0) return t;
  if (length > 1e-6) {
    standing.at += way * (distance_walked(t, length, leg.speed) / length);
    t -= walking_seconds(length, leg.speed);
    if (t < 0.0) return t;
  }
  if (leg.face) {
    turn(*leg.face);
    if (t < 0.0) return t;
  }
  return t - leg.wait;
}

Standing standing_at(const Tour& tour, double seconds) {
  Standing standing{tour.start, tour.heading};
  for (const auto& leg : tour.path) {
    seconds = walk_leg(leg, standing, seconds);
    if (seconds < 0.0) break;
  }
  return standing;
}

/// The keys around a time and how far between them, eased; the first and last keys hold.
template <class Key>
struct Between {
  const Key* before = nullptr;
  const Key* after = nullptr;
  double t = 0.0;
};

template <class Key>
Between<Key> between(const std::vector<Key>& keys, double seconds) {
  if (keys.empty()) return {};
  const auto next =
      std::upper_bound(keys.begin(), keys.end(), seconds, [](double s, const Key& k) { return s < k.at; });
  if (next == keys.begin()) return {&keys.front(), &keys.front(), 0.0};
  const Key* before = &*(next - 1);
  if (next == keys.end()) return {before, before, 0.0};
  const double span = next->at - before->at;
  return {before, &*next, span > 0.0 ? math::smooth_step((seconds - before->at) / span) : 1.0};
}

double mix(double a, double b, double t) {
  return a + (b - a) * t;
}

math::Quat looking(const HeadKey& key, const Vec3& eye, double heading) {
  if (key.look_at) return math::looking_along(*key.look_at - eye);
  return math::from_yaw_pitch_roll(heading + key.yaw, key.pitch, key.roll);
}

frame::TrackedPose tracked(const Pose& pose, bool is_tracked) {
  frame::TrackedPose result;
  result.pose = pose;
  result.valid = is_tracked ? 1 : 0;
  result.tracked = result.valid;
  return result;
}

frame::TrackedPose head_at(const Tour& tour, const Standing& standing, double seconds) {
  static const HeadKey kPlain;
  auto keys = between(tour.head, seconds);
  if (!keys.before) keys = {&kPlain, &kPlain, 0.0};
  const Vec2 lean = keys.before->lean + (keys.after->lean - keys.before->lean) * keys.t;
  const double height = tour.eye_height - mix(keys.before->crouch, keys.after->crouch, keys.t);
  const Pose body = math::standing_at({standing.at.x, 0.0, standing.at.y}, standing.heading);
  const Vec3 eye = body.point({lean.x, height, -lean.y});
  const auto rotation =
      math::slerp(looking(*keys.before, eye, standing.heading), looking(*keys.after, eye, standing.heading), keys.t);
  return tracked({rotation, eye}, keys.before->tracked);
}

/// Scaled about the floor under the head, the result is where the key says.
Vec3 before_scaling(const Vec3& target, const Vec3& head, const WornScale& worn) {
  if (worn.factor == 1.0) return target;
  const Vec3 under(head.x, worn.floor, head.z);
  return under + (target - under) / worn.factor;
}

Pose hand_pose(const HandKey& key, const Pose& body, const Vec3& head, const WornScale& worn) {
  if (key.frame == HandFrame::Scene) return {key.rotation, before_scaling(key.position, head, worn)};
  return body * Pose{key.rotation, key.position};
}

frame::HandInput hand_at(const Tour& tour, std::size_t side, const Standing& standing, double seconds,
                         const WornScale& worn) {
  frame::HandInput hand;
  // Without keys the hands hang relaxed beside the body, a little bent.
  HandKey relaxed;
  relaxed.position = {side == frame::kLeft ? -0.24 : 0.24, 0.56 * tour.eye_height, -0.12};
  auto keys = between(tour.hands[side], seconds);
  if (!keys.before) keys = {&relaxed, &relaxed, 0.0};
  const Pose body = math::standing_at({standing.at.x, 0.0, standing.at.y}, standing.heading);
  const HandKey& a = *keys.before;
  const HandKey& b = *keys.after;
  const Vec3 head = head_at(tour, standing, seconds).pose.position;
  hand.aim =
      tracked(math::interpolate(hand_pose(a, body, head, worn), hand_pose(b, body, head, worn), keys.t), a.tracked);
  hand.grip = hand.aim;
  hand.grip.pose = frame::grip_of(hand.aim.pose);
  hand.active = 1;
  hand.trigger = mix(a.trigger, b.trigger, keys.t);
  hand.squeeze = mix(a.squeeze, b.squeeze, keys.t);
  hand.stick = a.stick;
  hand.buttons = a.buttons;
  hand.touches = a.buttons;
  for (std::size_t f = 0; f < hand.curls.size(); ++f) hand.curls[f] = mix(a.curls[f], b.curls[f], keys.t);
  hand.curls_valid = 1;
  return hand;
}

/// Central difference over one tick either side.
void add_velocity(frame::TrackedPose& now, const frame::TrackedPose& before, const frame::TrackedPose& after) {
  if (!before.tracked || !after.tracked) return;
  const double span = 2.0 * core::kTickSeconds;
  now.linear_velocity = (after.pose.position - before.pose.position) / span;
  now.angular_velocity = math::to_rotation_vector(after.pose.rotation * math::conjugate(before.pose.rotation)) / span;
  now.velocity_valid = 1;
}

}  // namespace

FrameInput evaluate(const Tour& tour, double seconds, const WornScale& worn) {
  FrameInput input;
  const Standing standing = standing_at(tour, seconds);
  const double earlier = seconds - core::kTickSeconds, later = seconds + core::kTickSeconds;
  const Standing stood = standing_at(tour, std::max(0.0, earlier)), will_stand = standing_at(tour, later);
  input.head = head_at(tour, standing, seconds);
  add_velocity(input.head, head_at(tour, stood, earlier), head_at(tour, will_stand, later));
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    input.hands[side] = hand_at(tour, side, standing, seconds, worn);
    add_velocity(input.hands[side].grip, hand_at(tour, side, stood, earlier, worn).grip,
                 hand_at(tour, side, will_stand, later, worn).grip);
    input.hands[side].aim.linear_velocity = input.hands[side].grip.linear_velocity;
    input.hands[side].aim.angular_velocity = input.hands[side].grip.angular_velocity;
    input.hands[side].aim.velocity_valid = input.hands[side].grip.velocity_valid;
  }
  for (const auto& key : tour.commands) {
    // Once: by rounding, the tick before may seem to be earlier than it was.
    constexpr double kRounding = 1e-9;
    if (key.at <= seconds + kRounding && key.at > earlier + kRounding) input.commands.add(key.command, key.text);
  }
  for (const auto& key : tour.focus) {
    if (key.at <= seconds) input.focus = key.focus;
  }
  return input;
}

}  // namespace fh::session
