// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_hands.h"

#include <algorithm>
#include <cmath>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;

constexpr double kReturnSpeed = 0.5;  // m/s that a hand found again comes back with, and …
constexpr double kReturnTurn = 4.0;   // … rad/s: a hand lost for a frame is back in two
constexpr double kSettling = 0.1;     // s until the chest of a body that has just begun is where it belongs

bool is_lost(const FitHand& hand) {
  return hand.tracking == HandTracking::Held || hand.tracking == HandTracking::Easing ||
         hand.tracking == HandTracking::Resting;
}

void found(FitHand& hand, const Pose& tracked, const HandTimes& times, double dt) {
  if (is_lost(hand)) {
    hand.offset_from = math::inverse(tracked) * hand.world_from_wrist;
    hand.tracking = HandTracking::Returning;
    hand.seconds = 0.0;
  }
  hand.seconds += dt;
  if (hand.tracking != HandTracking::Returning) {
    hand.tracking = HandTracking::Tracked;
    hand.world_from_wrist = tracked;
    return;
  }
  const double back =
      std::min(times.back, std::max(glm::length(hand.offset_from.position) / kReturnSpeed,
                                    math::angle_between(hand.offset_from.rotation, math::kIdentity) / kReturnTurn));
  if (hand.seconds >= back) {
    hand.tracking = HandTracking::Tracked;
    hand.world_from_wrist = tracked;
    return;
  }
  const double left = 1.0 - math::smooth_step(hand.seconds / back);
  hand.world_from_wrist = tracked * math::interpolate(Pose{}, hand.offset_from, left);
}

void lost(FitHand& hand, const FitRig& rig, Side side, const Pose& world_from_chest, const HandTimes& times,
          double dt) {
  const Pose rest = resting_hand(rig, side);
  if (hand.tracking == HandTracking::Absent || hand.tracking == HandTracking::Resting) {
    hand.chest_from_wrist = rest;
    hand.world_from_wrist = world_from_chest * rest;
    return;
  }
  if (hand.tracking == HandTracking::Tracked || hand.tracking == HandTracking::Returning) {
    hand.tracking = HandTracking::Held;
    hand.seconds = 0.0;
  }
  hand.seconds += dt;
  // A swing does not stop dead: what it had fades within a tenth of a second.
  hand.chest_from_wrist.position += dt * hand.velocity;
  hand.velocity *= math::exp(-dt / 0.08);
  const double t = (hand.seconds - times.hold) / times.ease;
  hand.tracking = t <= 0.0 ? HandTracking::Held : t < 1.0 ? HandTracking::Easing : HandTracking::Resting;
  hand.world_from_wrist =
      world_from_chest * math::interpolate(hand.chest_from_wrist, rest, math::smooth_step(math::clamp(t, 0.0, 1.0)));
}

}  // namespace

void FitHand::visit(core::Archive& archive) {
  archive.field("world_from_wrist", world_from_wrist);
  archive.field("chest_from_wrist", chest_from_wrist);
  archive.field("offset_from", offset_from);
  archive.field("velocity", velocity);
  archive.field("seconds", seconds);
  archive.field("curls", curls);
  archive.field("tracking", tracking);
}

void FitHands::visit(core::Archive& archive) {
  archive.field("left", hands[0]);
  archive.field("right", hands[1]);
}

Pose resting_hand(const FitRig& rig, Side side) {
  // Hanging beside the hip with a little bend of the elbow, palm inward (J-72).
  const Skeleton& skeleton = rig.body->skeleton;
  const math::Vec3 shoulder = skeleton.offsets[index_of(on_side(Joint::RightClavicle, side))] +
                              skeleton.offsets[index_of(on_side(Joint::RightUpperArm, side))];
  const double out = side == Side::Right ? 1.0 : -1.0;
  return {math::from_axis_angle(math::kRight, math::radians(14.0)),
          shoulder + rig.arm_length * math::Vec3(0.14 * out, -0.955, -0.10)};
}

void advance_hands(FitHands& hands, const FitRig& rig, const std::array<TrackedHand, 2>& tracked,
                   const Pose& world_from_chest, const HandTimes& times, double dt) {
  for (const Side side : kSides) {
    FitHand& hand = hands.hands[index_of(side)];
    const TrackedHand& seen = tracked[index_of(side)];
    const bool valid = seen.wrist.valid && finite(seen.wrist.pose);
    if (!valid) {
      lost(hand, rig, side, world_from_chest, times, dt);
    } else {
      const bool known = hand.tracking == HandTracking::Tracked;
      // How far off the hand is where it would be now, not where it was a tick ago.
      if (is_lost(hand)) lost(hand, rig, side, world_from_chest, times, dt);
      found(hand, seen.wrist.pose, times, dt);
      const Pose before = hand.chest_from_wrist;
      hand.chest_from_wrist = math::inverse(world_from_chest) * hand.world_from_wrist;
      if (known && hand.seconds > kSettling) hand.velocity = (hand.chest_from_wrist.position - before.position) / dt;
    }
    if (!seen.curls_valid) continue;
    for (std::size_t f = 0; f < 5; ++f) {
      hand.curls[f] = std::isfinite(seen.curls[f]) ? math::clamp(seen.curls[f], 0.0, 1.0) : 0.0;
    }
  }
}

}  // namespace fh::human
