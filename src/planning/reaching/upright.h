// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ways of an arm on which what the hand carries stays upright, as open vessels must (K-51): states are
// brought onto that constraint by the least turn of the joints, in the manner of projection planners (Berenson,
// Srinivasa, Ferguson and Kuffner 2009).
#include "planning/reaching/arm_plan.h"

namespace fh::planning {

/// Turns the arm as little as needed until `hand_up`, a unit vector of the hand's frame, points up; wrist and forearm
/// first. Returns the angle that is left, rad: limits may forbid more.
double turn_upright(const ArmModel& model, const math::Vec3& hand_up, ArmState& state);

/// The straight way, each state turned upright; empty where that touches something or is not continuous.
std::vector<ArmState> upright_way(const ArmSpace& space, const ArmModel& model, const math::Vec3& hand_up,
                                  const ArmState& from, const ArmState& to);
/// A way that was found without the constraint, turned upright; as it was where that touches something.
std::vector<ArmState> turned_upright(const ArmSpace& space, const ArmModel& model, const math::Vec3& hand_up,
                                     const std::vector<ArmState>& path);

}  // namespace fh::planning
