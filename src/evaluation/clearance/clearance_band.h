// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a distance of a tracked user's body may be from that of the true body: no point of a segment is farther off
// than the worse of its two joints, and those are within their ball in 90 of 100 frames (fit/fit_intervals.h). What
// is tracked is known to millimetres, what is guessed is not.
#include <span>

#include "evaluation/fit/fit_intervals.h"
#include "evaluation/posture/load_band.h"
#include "human/skin/body.h"

namespace fh::evaluation {

/// `frames`: of a body of this shape (null: not known); `pelvis_before`: a tick ago, zero: not known.
BodyDoes doing(std::span<const math::Pose> frames, const human::Body* body, const math::Vec3& pelvis_before);
/// m, of the segment that this joint moves.
double segment_radius(human::Joint joint, BodyDoes does);
/// Around a distance, m; at least 0.
Span clearance_band(double distance, human::Joint joint, BodyDoes does);

}  // namespace fh::evaluation
