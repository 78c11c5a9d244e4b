// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/hand_loss.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;

// A hand that was lost for a tick or two is off by little and back in two: the time of a return grows with the way
// (tested by "a hand that is lost for a tick while it swings").
constexpr double kNearReturnSpeed = 0.5;  // m/s, mean
constexpr double kNearReturnTurn = 4.0;   // rad/s, mean
constexpr double kSettling = 0.1;         // s until the chest of a body that has just begun is where it belongs
constexpr double kSwingFade = 0.08;       // s: a swing does not stop dead

/// How long a return over this offset takes, s.
double return_time(const Pose& offset, const HandLossTimes& times) {
  const double way = glm::length(offset.position), turn = math::angle_between(offset.rotation, math::kIdentity);
  return std::min(times.back, std::max(way / kNearReturnSpeed, turn / kNearReturnTurn));
}

void return_to(HandPath& hand, const Pose& measured, const HandLossTimes& times) {
  const double back = return_time(hand.offset_from, times);
  if (hand.seconds >= back) {
    hand.tracking = HandTracking::Tracked;
    hand.world_from_wrist = measured;
    return;
  }
  const double left = 1.0 - math::smooth_step(hand.seconds / back);
  hand.world_from_wrist = measured * math::interpolate(Pose{}, hand.offset_from, left);
}

}  // namespace

bool HandPath::is_lost() const {
  return tracking == HandTracking::Held || tracking == HandTracking::Easing || tracking == HandTracking::Resting;
}

void HandLossTimes::visit(core::Archive& archive) {
  archive.field("grace", grace);
  archive.field("ease", ease);
  archive.field("back", back);
}

void HandPath::visit(core::Archive& archive) {
  archive.field("world_from_wrist", world_from_wrist);
  archive.field("chest_from_wrist", chest_from_wrist);
  archive.field("offset_from", offset_from);
  archive.field("velocity", velocity);
  archive.field("seconds", seconds);
  archive.field("tracking", tracking);
}

void follow_seen(HandPath& hand, const Pose& world_from_measured, const Pose& world_from_chest,
                 const Pose& chest_from_rest, const HandLossTimes& times, double dt) {
  const bool known = hand.tracking == HandTracking::Tracked;
  if (hand.is_lost()) {
    // How far off the hand is where it would be now, not where it was a tick ago.
    follow_lost(hand, world_from_chest, chest_from_rest, times, dt);
    hand.offset_from = math::inverse(world_from_measured) * hand.world_from_wrist;
    hand.tracking = HandTracking::Returning;
    hand.seconds = 0.0;
  }
  hand.seconds += dt;
  if (hand.tracking == HandTracking::Returning) {
    return_to(hand, world_from_measured, times);
  } else {
    hand.tracking = HandTracking::Tracked;
    hand.world_from_wrist = world_from_measured;
  }
  const Pose before = hand.chest_from_wrist;
  hand.chest_from_wrist = math::inverse(world_from_chest) * hand.world_from_wrist;
  if (known && hand.seconds > kSettling) hand.velocity = (hand.chest_from_wrist.position - before.position) / dt;
}

void follow_lost(HandPath& hand, const Pose& world_from_chest, const Pose& chest_from_rest, const HandLossTimes& times,
                 double dt) {
  if (hand.tracking == HandTracking::Absent || hand.tracking == HandTracking::Resting) {
    hand.chest_from_wrist = chest_from_rest;
    hand.world_from_wrist = world_from_chest * chest_from_rest;
    return;
  }
  if (!hand.is_lost()) {
    hand.tracking = HandTracking::Held;
    hand.seconds = 0.0;
  }
  hand.seconds += dt;
  hand.chest_from_wrist.position += dt * hand.velocity;
  hand.velocity *= math::exp(-dt / kSwingFade);
  const double over = hand.seconds - times.grace;
  hand.tracking = over <= 0.0 ? HandTracking::Held : over < times.ease ? HandTracking::Easing : HandTracking::Resting;
  const double share = over <= 0.0 ? 0.0 : over < times.ease ? math::smooth_step(over / times.ease) : 1.0;
  hand.world_from_wrist = world_from_chest * math::interpolate(hand.chest_from_wrist, chest_from_rest, share);
}

}  // namespace fh::human
