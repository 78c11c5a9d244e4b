// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_headset.h"

#include <algorithm>

#include "human/motion/smooth.h"
#include "math/trig.h"

namespace fh::human {
namespace {

// Tuned: case B, CoM outside of docs/measurements/body-tracking.md; asserted by test_fit_headset.
constexpr double kLearnSeconds = 5.0, kForgetSeconds = 120.0;
constexpr double kSoleGives = 0.003;     // m a sole still counts as whole over: nothing is wrong
constexpr double kStandingStill = 0.10;  // m/s
constexpr double kSettled = 1.0;         // s since the last step
constexpr double kTiptoe = 0.03;         // m both legs are too short by: then it is a tiptoe stance
constexpr double kSameLevel = 0.02;      // m between the heights of two feet

/// How much longer the leg would have to be for its flat foot, m; negative when the knee is bent.
double short_by(const FitRig& rig, const FitFeet& feet, std::size_t s, const math::Vec3& hip) {
  const math::Vec3 ankle = foot_at(rig, feet.feet[s].place, 0.0, 0.0).position;
  return glm::length(hip - ankle) - rig.legs[s].links.farthest;
}

bool on_both_feet(const FitFeet& feet) {
  const auto stands = [](const FitFoot& foot) { return foot.planted() && !foot.kneels && !foot.tracked; };
  const double step = feet.feet[0].place.position.y - feet.feet[1].place.position.y;
  return stands(feet.feet[0]) && stands(feet.feet[1]) && !feet.loading && feet.rest > kSettled &&
         std::abs(step) < kSameLevel;
}

}  // namespace

void FitHeadset::visit(core::Archive& archive) {
  archive.field("higher", higher);
}

void advance_headset(FitHeadset& headset, const FitRig& rig, const FitFeet& feet, const std::array<math::Vec3, 2>& hips,
                     double speed, double dt) {
  if (!on_both_feet(feet) || speed > kStandingStill) return;
  const double missing = std::min(short_by(rig, feet, 0, hips[0]), short_by(rig, feet, 1, hips[1]));
  if (missing > kTiptoe) return;
  if (missing > kSoleGives) {
    headset.higher = std::min(kMostHigher, headset.higher + approach(dt, kLearnSeconds) * (missing - kSoleGives));
  } else if (missing < 0.0) {
    headset.higher -= approach(dt, kForgetSeconds) * std::min(headset.higher, -missing);
  }
}

}  // namespace fh::human
