// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rhythm of walking, read off what is tracked: arms swing against the legs, and the head sways towards the foot
// that takes the weight. A clock of one stride locks to both, and runs freely at the cadence of the speed when there is
// nothing to see (a user who slides, hands in pockets).
#include "human/body/joints.h"
#include "human/motion/smooth.h"
#include "human/tracking/fit_input.h"

namespace fh::human {

struct FitGait {
  double phase = 0.0;      // of the stride, radians in [-pi, pi): 0 the right foot lands, pi the left one
  double frequency = 0.9;  // strides per second
  double strength = 0.0;   // 0 standing … 1 walking
  double swing = 0.0;      // right hand before left, along the heading, less its mean, m
  double swing_mean = 0.0;
  double swing_rate = 0.0;  // m/s
  double sway = 0.0;        // velocity of the head to the right, less its mean, m/s
  double sway_mean = 0.0;
  double sway_rate = 0.0;
  double seconds = 0.0;              // since walking began
  math::Vec3 velocity{0.0};          // over the floor, smoothed over half a step, m/s
  math::Vec3 lately{0.0};            // the same, smoothed hardly: it sees a walk end
  double bow = 0.0, bow_rate = 0.0;  // pitch of the head, down positive; rad, rad/s
  std::uint8_t started = 0;

  bool walking() const { return strength > 0.5; }
  /// 0 … 1 through the stride of a foot: 0 it lands; it is lifted at kDuty.
  double cycle(Side side) const;
  void visit(core::Archive& archive);
};

inline constexpr double kDuty = 0.62;  // share of the stride a foot is on the ground

/// Strides per second at a speed (m/s) for a leg length (m); rises with the root of the speed (our fit of published
/// cadences: 0.62 at 0.5, 0.92 at 1.3, 1.1 at 2 m/s for a leg of 0.85 m).
double natural_stride_rate(double speed, double leg_length);

/// What the clock listens to.
struct GaitCues {
  math::Pose world_from_head;
  math::Vec3 head_velocity{0.0};  // world, not smoothed, m/s
  std::array<Tracker, 2> wrists;
  double yaw = 0.0;          // heading of the body
  double free_way = 0.0;     // how far the head is from over the feet beyond what bowing explains, m
  Side first = Side::Right;  // the foot that would step first
  double leg_length = 0.85;  // m
};
void advance_gait(FitGait& gait, const GaitCues& cues, double dt);

}  // namespace fh::human
