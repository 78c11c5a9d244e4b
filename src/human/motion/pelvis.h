// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pelvis over the feet: sway, list, turn, rise and fall over a cycle (CA-59, JB-19, JB-27), as low as both legs
// need. Height: Boulic 1990 (JB-19). Sideways range: Orendurff et al. 2004, J. Rehabil. Res. Dev. 41, 829-834 (7.0 cm
// at 0.7 m/s, 3.9 cm at 1.6 m/s). Turn and list: some 6 and 4 deg to each side at 1.4 m/s, growing with the stride.
#include <span>

#include "human/motion/foot_roll.h"
#include "human/motion/gait_style.h"

namespace fh::human {

/// A trunk segment's attitude: turned left, then leaning right, then bowed forward; radians.
struct Attitude {
  double yaw = 0.0, right = 0.0, forward = 0.0;
};
math::Quat rotation_of(const Attitude& attitude);

struct PelvisCurve {
  double aside = 0.0;   // m to the right of the root
  double height = 0.0;  // m over the ground, before the legs' reach is minded
  Attitude attitude;    // relative to the heading
};
/// phase of the left foot; `speed` over ground (m/s); `stir` in [0, 1] fades the motion out to standing.
PelvisCurve pelvis_curve(const Walker& walker, const GaitStyle& style, const Stride& stride, double phase, double speed,
                         double stir);

/// The greatest height (world Y) of the pelvis not above `wanted` at which both legs reach their feet, smoothly.
double reachable_height(const Walker& walker, const math::Quat& rotation, double x, double z,
                        std::span<const RolledFoot, 2> feet, double wanted);

}  // namespace fh::human
