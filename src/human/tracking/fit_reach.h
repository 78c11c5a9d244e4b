// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arms of the fit: for hands that may be too far away, with elbows that keep off the trunk or go where a tracker sees
// them, and advice for what they cannot reach. No allocation.
#include "human/motion/smooth.h"
#include "human/tracking/fit_input.h"
#include "human/tracking/fit_rig.h"

namespace fh::human {

struct FitSettings;
struct FitState;
struct FitResult;

inline constexpr double kJustInside = 0.9998;  // of a limb's length: there it has an answer at once

/// Where the shoulder is (frame of T2, m) when the arm points straight at a place of that frame.
math::Vec3 shoulder_towards(const FitRig& rig, Side side, const math::Vec3& place);

/// A straight arm that points along a unit direction of the frame of T2, which the shoulder's limits must allow.
ArmSolution straight_arm(const FitRig& rig, Side side, const math::Vec3& direction);

/// An arm for a hand that may be out of reach: what is too far is taken on the line from the shoulder, stretched.
/// Cheaper and smoother than asking the arm for the nearest place.
ArmSolution reach_for(const FitRig& rig, Side side, const math::Pose& chest, const math::Pose& wanted,
                      const ArmSettings& settings);

/// Turns the elbow of a solved arm back to where it may be by now: what its swivel has beyond the natural one (limits,
/// the trunk in the way) comes and goes with a lag, so that no elbow darts. The hand stays where it is. `first`: there
/// is nothing to go on from.
void follow_elbow(const FitRig& rig, Side side, const math::Pose& chest, const math::Pose& wanted, ArmSettings settings,
                  bool first, double dt, Follower& aside, ArmSolution& arm);

/// What the hands carry.
std::array<HeldLoad, 2> loads_of(const TrackedInput& input);

/// Both arms and their fingers, on the trunk that `result` has.
void reach_hands(const FitRig& rig, const TrackedInput& input, const FitSettings& settings, double dt, FitState& state,
                 FitResult& result);

}  // namespace fh::human
