// SPDX-License-Identifier: Apache-2.0
#pragma once
// An arm of a right body that hangs at its girdle: which swivel the limits leave it, and the girdle that belongs to the
// upper arm (J-22). Thorax frame; pure, bounded, no allocation. Private to the arm's sources.
#include "human/ik/arm_limits.h"

namespace fh::human {

inline constexpr double kMet = 5e-6;  // m: a wrist nearer than this is where it was wanted

/// What is asked, for a right arm.
struct ArmQuestion {
  const Arm& arm;
  const ArmSettings& settings;
  math::Vec3 wrist;
  math::Quat rotation;
  math::Mat3 hand;
  Swivel preferred;
  bool ease = true;  // off the limits
};

/// An arm hanging at a given clavicle.
struct ArmAtClavicle {
  math::Quat clavicle{1, 0, 0, 0};
  double distance = 0.0;  // shoulder to wanted wrist
  HingeCircle circle;
};

struct ArmCandidate : ArmAtClavicle {
  ArmForms forms;
  ArmBounds bounds;
  Swivel swivel;
  bool allowed = false;  // a swivel within all limits was found
  bool settled = true;   // the clavicle is the one that belongs to the upper arm

  bool in_range(const TwoLink& links) const {
    return distance <= links.farthest + kMet && distance >= links.nearest - kMet;
  }
};

/// Hangs the arm at a clavicle; written in place, as is all that the rounds of settling write.
void hang_at(const ArmQuestion& q, const math::Quat& clavicle, ArmAtClavicle& hang);

/// The allowed swivel nearest to the preferred for the girdle that `a` hangs at, eased off the limits.
void choose_swivel(const ArmQuestion& q, ArmCandidate& a);

/// The same with the girdle that belongs to the upper arm, found from that of `start` on. Without a girdle: at `start`.
ArmCandidate settle(const ArmQuestion& q, const ArmAtClavicle& start);

/// Whether a posture may exist near a swivel, judged in two rounds by limits that are a little wider: settling takes
/// many to find that there is none. Moves both on.
bool may_settle(const ArmQuestion& q, ArmAtClavicle& hang, Swivel& swivel);

/// With the girdle, other swivels have other shoulders: a posture may exist though none was found near the preferred.
/// True if one was, which is then `a`.
bool solved_elsewhere(const ArmQuestion& q, const ArmAtClavicle& resting, ArmCandidate& a);

}  // namespace fh::human
