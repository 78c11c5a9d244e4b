// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sitting down on a seat behind the feet, which stay where they stand. Pure, no allocation. World frame, metres.
#include <optional>

#include "human/ik/leg.h"
#include "human/ik/limb.h"

namespace fh::human {

/// Pelvis and legs of a body that sits upright with its hips over `on`, a point of the seat's surface, and faces where
/// `stand` does; both soles stay as they stand. `slides`: m that the hips may come forward, for legs that are too
/// short. None: the legs do not get there.
std::optional<Posture> sit_from(const Skeleton& skeleton, const Dimensions& dimensions, const Posture& stand,
                                const math::Vec3& on, double slides);

/// On the way down, or up: the trunk leans forward so that the weight stays near the feet. `share`: 0 stands … 1 sits.
Posture sitting_down(const Skeleton& skeleton, const Posture& stand, const Posture& seated, double share);

/// Where the palm lies on the thigh of a body that sits: pose of the hand's joint frame, fingers towards the knee.
math::Pose hand_on_thigh(const Dimensions& dimensions, const Frames<double>& frames, Side side);

}  // namespace fh::human
