// SPDX-License-Identifier: Apache-2.0
#pragma once
// The limits of a right arm as conditions on its swivel (J-24, swivel.h). Thorax frame.
#include "human/body/shoulder.h"
#include "human/ik/arm.h"

namespace fh::human {

/// Eight bounds: forearm twist, wrist flexion and deviation (0 … 5), turn of the upper arm (6, 7).
using ArmBounds = SwivelBounds<8>;
inline constexpr std::size_t kWristBounds = 6;

/// cosine and sine of the upper arm's turn (shoulder_turn), times a common positive factor.
struct TurnForms {
  SwivelForm cos, sin;
};

struct ArmForms {
  BoxForms wrist;
  TurnForms turn;
};
/// `hand`: columns are the wanted axes of the hand.
void set_arm_forms(const HingeCircle& circle, const math::Mat3& hand, ArmForms& forms);
void set_arm_bounds(const Arm& arm, const ArmForms& forms, ArmBounds& bounds);

/// The upper arm's direction is within the reach cone.
inline bool in_reach_cone(const HingeCircle& circle, const Swivel& s) {
  return inside_reach(circle.upper(s)) >= -kBoundSlack;
}
/// Moves to the first swivel at or after `s` (counter-clockwise for sense +1) whose upper arm is within the reach cone:
/// circle and polygon meet in closed form. False: nowhere.
bool next_in_reach_cone(const HingeCircle& circle, Swivel& s, double sense);

/// Takes the reach cone into account for eased().
void narrow_by_reach_cone(const HingeCircle& circle, const Swivel& s, SwivelRoom& room);
/// True if the reach cone's edge is farther than kEaseNear of swivel on either side.
bool far_from_reach_cone(const HingeCircle& circle, const Swivel& s);

/// The smallest distance of any angle to a limit, rad; negative outside.
double arm_margin(const Arm& arm, const HingeCircle& circle, const ArmForms& forms, const ArmBounds& bounds,
                  const Swivel& s);

}  // namespace fh::human
