// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_hands.h"

#include <cmath>

namespace fh::human {

using math::Pose;

void FitHand::visit(core::Archive& archive) {
  archive.field("path", path);
  archive.field("curls", curls);
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
                   const Pose& world_from_chest, const HandLossTimes& times, double dt) {
  for (const Side side : kSides) {
    FitHand& hand = hands.hands[index_of(side)];
    const TrackedHand& seen = tracked[index_of(side)];
    const Pose rest = resting_hand(rig, side);
    if (seen.wrist.valid && finite(seen.wrist.pose)) {
      follow_seen(hand.path, seen.wrist.pose, world_from_chest, rest, times, dt);
    } else {
      follow_lost(hand.path, world_from_chest, rest, times, dt);
    }
    if (!seen.curls_valid) continue;
    for (std::size_t f = 0; f < 5; ++f) {
      hand.curls[f] = std::isfinite(seen.curls[f]) ? math::clamp(seen.curls[f], 0.0, 1.0) : 0.0;
    }
  }
}

}  // namespace fh::human
