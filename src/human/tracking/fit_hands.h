// SPDX-License-Identifier: Apache-2.0
#pragma once
// Hands between the controllers and the arms: wrists through the loss policy (hand_loss.h), and how the fingers bend.
#include "human/motion/smooth.h"
#include "human/tracking/fit_input.h"
#include "human/tracking/fit_rig.h"
#include "human/tracking/hand_loss.h"

namespace fh::human {

struct FitHand {
  HandPath path;
  Follower aside;                 // swivel of the elbow less the natural one, rad
  std::array<double, 5> curls{};  // thumb … little finger, 0 straight … 1 closed; kept while they are not known

  void visit(core::Archive& archive);
};

struct FitHands {
  std::array<FitHand, 2> hands;
  void visit(core::Archive& archive);
};

/// `world_from_chest`: pose of T2 in the last tick.
void advance_hands(FitHands& hands, const FitRig& rig, const std::array<TrackedHand, 2>& tracked,
                   const math::Pose& world_from_chest, const HandLossTimes& times, double dt);
/// Where a hand hangs at rest: chest_from_wrist.
math::Pose resting_hand(const FitRig& rig, Side side);

}  // namespace fh::human
