// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a swivel on the elbow's circle to the rotations of an arm's joints, and what is done where not all can be met.
// Right arm, thorax frame; private to the arm's sources.
#include "human/ik/arm_girdle.h"

namespace fh::human {

/// All within limits: the hand is met.
void set_exactly(const ArmQuestion& q, const ArmCandidate& a, ArmSolution& result);

/// Position first, then rotation, for an attempt that does not meet the hand. Both may turn out to be right after all:
/// for a nearly straight arm the girdle's fixed point is hard to find.
LimbStatus set_nearest(const ArmQuestion& q, ArmCandidate& a, ArmSolution& result);

}  // namespace fh::human
