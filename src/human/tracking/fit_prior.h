// SPDX-License-Identifier: Apache-2.0
#pragma once
// What has seen people move (human/prior) asked about a tracked user, and its answers as the fit needs them: where the
// body faces, where the trunk is, what the feet do, where the elbows are. It decides nothing by itself: head, reachable
// hands, ground, limits and planted feet stay exact, and its say fades where it was not learnt (kneeling) and ends
// where trackers see the lower body.
#include "human/tracking/fit_feet.h"
#include "human/tracking/fit_hands.h"
#include "human/tracking/fit_heading.h"
#include "human/tracking/fit_trunk.h"

namespace fh::human {

/// Remembered from tick to tick. Not in FitState::visit: no visit asks a prior, `fit --learnt` does.
struct FitPrior {
  PriorMotion motion;
  double share = 0.0;  // of the prior in what is said, 0 … 1
};

/// One tick. `wanted`: whether the prior has a say.
PriorGuess ask_prior(const FitRig& rig, const math::Pose& head, const FitHands& hands,
                     const std::array<Tracker, 2>& wrists, const FitFeet& feet, bool wanted, double dt,
                     FitPrior& prior);

/// Pelvis and chest face as hips and shoulders say.
void face_as(const PriorGuess& guess, double share, double dt, FitHeading& heading);
/// What it says of the trunk.
void tell_trunk(const PriorGuess& guess, double share, TrunkQuestion& question);
/// What it says of the feet.
std::array<FootLead, 2> foot_leads(const FitRig& rig, const PriorGuess& guess);

}  // namespace fh::human
