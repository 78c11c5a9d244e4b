// SPDX-License-Identifier: Apache-2.0
#pragma once
// The legs between a pelvis and the places of the feet: heels rise as far as reach and ankles ask, soles and knees stay
// over the ground. Analytic, no allocation.
#include "human/tracking/fit_feet.h"
#include "human/tracking/fit_rig.h"

namespace fh::human {

struct FootFit {
  SoleContact contact = SoleContact::Whole;
  math::Pose world_from_foot;  // reached
  double gap = 0.0;            // ankle to its wanted place, m; 0 unless the legs cannot follow
};

/// Sets both legs of a posture whose pelvis stands. Raises the heels of planted feet, and notes how far each leg was
/// too short for its foot (FitFoot::strain).
void stand_on_feet(const FitRig& rig, const Ground& ground, double dt, FitFeet& feet, Posture& posture,
                   std::array<FootFit, 2>& fits);

}  // namespace fh::human
