// SPDX-License-Identifier: Apache-2.0
#pragma once
// What would bring the wrist to a controller that the fitted body does not reach: solved for, in the order in which
// people help themselves (J-49). Lean: pelvis and trunk move over feet that stay, flat or on their balls, with the
// centre of mass over the support. Step: the feet may stand elsewhere on the same level, and turned, too. How the hand
// is turned is not asked. The search is over the pelvis' place and the trunk's inclination (Levenberg and Marquardt);
// legs and arm are closed forms with their limits, and the slopes of the centre of mass and of the chest come from the
// body's Jacobians. A found posture is proof; that none was found is not, but the search is compared with an exhaustive
// one (test_fit_remedy). No state, no allocation, deterministic. One attempt takes some 0.2 ms, 1 ms at most.
#include "human/tracking/fit_feet.h"

namespace fh::human {

/// What would bring a hand to a controller it does not reach.
enum class GapRemedy : std::uint8_t { NotNeeded, Lean, Step, Neither };

struct RemedyQuestion {
  Side side = Side::Right;
  math::Pose wanted;                // world_from_hand, of the wrist
  std::array<FootPlace, 2> feet;    // where they stand
  math::Vec3 pelvis{0.0};           // where the search begins
  double yaw = 0.0;                 // of the body
  Posture posture;                  // as fitted: the other arm and the head stay as they are to the trunk
  std::array<HeldLoad, 2> loads{};  // of the hands
};

struct Remedy {
  GapRemedy way = GapRemedy::Neither;  // Lean, Step or Neither
  Posture posture;                     // that does it, when there is one
  std::array<FootPlace, 2> feet;       // where they stand in it
  bool on_balls = false;               // the heels are up in it
};
inline constexpr int kRemedyAttempts = 6;
/// One of the attempts 0 … kRemedyAttempts - 1 at an answer: three starts of a lean, then three of a step. True when
/// `remedy` is the answer; false when the next attempt should be made. One in a tick keeps ticks alike.
bool try_remedy(const FitRig& rig, const RemedyQuestion& question, int attempt, Remedy& remedy);

inline constexpr double kRemedyHandOff = 0.002;  // m: how near counts as there
inline constexpr double kRemedyFootOff = 0.004;  // m and rad / 10
inline constexpr double kRemedyHeelUp = 0.6;     // rad, on the balls

}  // namespace fh::human
