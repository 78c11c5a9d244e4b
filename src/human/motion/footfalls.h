// SPDX-License-Identifier: Apache-2.0
#pragma once
// When an agent's feet are set: one clock for both feet, half a cycle apart. It decides; the steps themselves are those
// of step.h.
#include <array>

#include "human/motion/step.h"

namespace fh::human {

inline constexpr double kWidestHip = 0.66;  // rad between the heading and a planted foot

struct Footfalls {
  double phase = 0.0;  // of the left foot, in [0, 1): 0 at its heel-strike; the right foot is half a cycle apart
  Stride stride;       // as it is now, smoothed
  bool stepping = false;
  std::array<Footfall, 2> feet;  // left, right

  double riser = 0.17;  // m: height of the last stair

  double phase_of(std::size_t foot) const {
    const double p = phase + 0.5 * static_cast<double>(foot);
    return p >= 1.0 ? p - 1.0 : p;
  }
  void visit(core::Archive& archive);
};

/// Both feet standing beside the root.
Footfalls standing_feet(const Walker& walker, const GaitStyle& style, const RootMotion& motion,
                        const human::Ground& ground);
/// One tick.
void advance_footfalls(const Walker& walker, const GaitStyle& style, const RootMotion& motion,
                       const human::Ground& ground, double dt, Footfalls& feet);

}  // namespace fh::human
