// SPDX-License-Identifier: Apache-2.0
#pragma once
// The needle of a panel's gauge, which those who draw a gauge turn.
#include "scene/place/scene.h"

namespace fh::scene {

/// Whether a part of a gauge is its needle.
bool is_needle(const Scene& scene, const Part& part);
/// What to turn the needle by, about the gauge's own origin and axis (+Z), from where it was made. `share`: of the
/// scale, 0 … 1.
math::Pose needle_turn(double share);

}  // namespace fh::scene
