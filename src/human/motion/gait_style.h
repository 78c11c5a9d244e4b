// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a person walks, apart from speed and size (CA-58, CB-21): factors on the parametric gait. Every default is 1 or
// 0: an average walker.
#include <cstdint>

#include "core/archive.h"

namespace fh::human {

struct GaitStyle {
  double cadence = 1.0;     // factor on the step rate, steps shorten accordingly; 0.85 … 1.2
  double arm_swing = 1.0;   // 0 still … 2
  double elbow = 0.0;       // radians bent more than usual
  double stoop = 0.0;       // radians the trunk leans forward more than usual
  double sway = 1.0;        // factor on the pelvis' sideways motion and list
  double bounce = 1.0;      // factor on the pelvis' rise and fall; 0.5 … 1.4
  double step_width = 1.0;  // factor on the distance of the footprints' lines
  double toe_out = 0.11;    // radians
  double liveliness = 1.0;  // glances and shifts while standing; 0 none
  std::uint64_t seed = 1;   // of phase, glances, shifts of weight

  void visit(core::Archive& archive) {
    archive.field("cadence", cadence);
    archive.field("arm_swing", arm_swing);
    archive.field("elbow", elbow);
    archive.field("stoop", stoop);
    archive.field("sway", sway);
    archive.field("bounce", bounce);
    archive.field("step_width", step_width);
    archive.field("toe_out", toe_out);
    archive.field("liveliness", liveliness);
    archive.field("seed", seed);
  }
};

/// Manners of walking: as people do; arms and knees high, in step; at ease; small flat steps.
enum class GaitManner : std::uint8_t { Natural, March, Stroll, Shuffle };
enum class GaitMood : std::uint8_t { Neutral, Brisk, Tired, Cautious, Proud };
/// A mood, and a manner on top of it, with the person's own small deviations: cadence ± 4 %, arm swing ± 25 %, posture
/// ± 2 deg … by `seed`.
GaitStyle gait_style(GaitMood mood, std::uint64_t seed, GaitManner manner = GaitManner::Natural);

}  // namespace fh::human
