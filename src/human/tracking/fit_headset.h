// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much higher the headset sits on the head than when the user was calibrated. Headsets are put on anew up to 2 cm
// higher or lower; a body that believes it would stand on its toes all day. Both legs a little too short for flat feet,
// standing, for many seconds: that is no posture but a measuring error, and it is taken off the head's place, slowly.
// A headset that sits lower only bends the knees a little, as people do: nothing is learnt from that.
#include "human/tracking/fit_feet.h"

namespace fh::human {

struct FitHeadset {
  double higher = 0.0;  // m along the head's own upward axis, 0 … kMostHigher

  void visit(core::Archive& archive);
};

inline constexpr double kMostHigher = 0.02;  // m

/// `hips`: joint centres of this tick; `speed`: of the body over the floor, m/s.
void advance_headset(FitHeadset& headset, const FitRig& rig, const FitFeet& feet, const std::array<math::Vec3, 2>& hips,
                     double speed, double dt);

}  // namespace fh::human
