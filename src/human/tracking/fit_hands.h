// SPDX-License-Identifier: Apache-2.0
#pragma once
// Hands between the controllers and the arms: a lost hand is held against the chest, then eased to rest, and returns
// without a jump when it is seen again. A tracked hand passes through unchanged, bit by bit.
#include "human/tracking/fit_input.h"
#include "human/tracking/fit_rig.h"

namespace fh::human {

enum class HandTracking : std::uint8_t { Absent, Tracked, Held, Easing, Resting, Returning };

struct FitHand {
  math::Pose world_from_wrist;  // what the arm is asked for
  math::Pose chest_from_wrist;  // the same against the chest of the last tick
  math::Pose offset_from;       // returning: wanted_from_shown when it was found again
  math::Vec3 velocity{0.0};     // against the chest, m/s, fades in a hold
  double seconds = 0.0;         // since it was lost, or found (again)
  std::array<double, 5> curls{};
  HandTracking tracking = HandTracking::Absent;

  void visit(core::Archive& archive);
};

struct FitHands {
  std::array<FitHand, 2> hands;
  void visit(core::Archive& archive);
};

struct HandTimes {
  double hold = 0.25, ease = 0.75, back = 0.15;  // s
};

/// `world_from_chest`: pose of T2 in the last tick.
void advance_hands(FitHands& hands, const FitRig& rig, const std::array<TrackedHand, 2>& tracked,
                   const math::Pose& world_from_chest, const HandTimes& times, double dt);
/// Where a hand hangs at rest.
math::Pose resting_hand(const FitRig& rig, Side side);

}  // namespace fh::human
