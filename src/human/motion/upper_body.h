// SPDX-License-Identifier: Apache-2.0
#pragma once
// Everything above the hips (CA-62, CB-18, CB-20, CB-28): counter-turning shoulders, swinging arms, a steady head,
// breathing, shifts of weight and glances.
#include <optional>

#include "human/body/gaze.h"
#include "human/motion/gait_style.h"
#include "human/motion/pelvis.h"

namespace fh::human {

struct UpperBodyState {
  double breath = 0.0;        // phase, [0, 1)
  double clock = 0.0;         // s, runs the noise
  double glance_left = 2.0;   // s until the next glance or its end
  std::uint32_t glances = 0;  // so far: the key of the next one's random numbers
  Bearing glance;             // where it leads, relative to the heading
  GazeState gaze;
  math::Vec3 eyes{0.0};   // between them, world, as of the last tick
  double head_top = 0.0;  // m above the ground, as of the last tick

  void visit(core::Archive& archive);
};

struct UpperBodyMotion {
  Attitude pelvis, thorax;  // relative to the heading
  double phase = 0.0;       // of the left foot
  double speed = 0.0;       // m/s forward
  double jog = 0.0, stir = 0.0;
  double heading = 0.0;  // world
  double duck = 0.0;     // radians of bowing under a beam, beyond the thorax' attitude
  std::array<double, 2> arm_swing{1.0, 1.0};
};

/// Time goes on: breath, glances, and eyes, head and trunk turn to what is looked at. `gaze`: world point, if any.
void advance_upper_body(const Walker& walker, const GaitStyle& style, const UpperBodyMotion& motion,
                        const std::optional<math::Vec3>& gaze, double dt, UpperBodyState& state);

/// Shift of the pelvis while standing: m to the right, m forward.
struct WeightShift {
  double right = 0.0, forward = 0.0;
};
WeightShift weight_shift(const GaitStyle& style, const UpperBodyState& state);

struct HeadPlace {
  double top = 0.0;      // height of the head's top, world, m
  math::Vec3 eyes{0.0};  // between them, world
};
/// Sets spine, neck, head, eyes, shoulders, arms, fingers; the pelvis pose must be set.
HeadPlace pose_upper_body(const Walker& walker, const GaitStyle& style, const UpperBodyMotion& motion,
                          const UpperBodyState& state, human::Posture& out);

/// 1-D coherent noise (CB-18) in [-1, 1]: zero at integers, C1.
double coherent_noise(std::uint64_t seed, double x);

}  // namespace fh::human
