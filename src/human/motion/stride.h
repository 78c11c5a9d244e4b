// SPDX-License-Identifier: Apache-2.0
#pragma once
// How people step: duration of a cycle, share of stance, by speed and leg length.
// Walking: Inman's statistics as given by Boulic, Magnenat-Thalmann and Thalmann 1990 (JB-19): stride length / hip
// height = 1.346 sqrt(speed / hip height); stance = 0.752 cycle - 0.143 s. Jogging: nearly constant step rate (Cavanagh
// and Kram 1989), stance share falling with speed; scaled with the square root of leg length (dynamic similarity).
#include <array>

#include "human/body/spine.h"
#include "human/ik/leg.h"
#include "human/skin/body.h"

namespace fh::human {

/// Where the ground below a part of a right sole is asked for: from the ankle, m.
struct SolePart {
  double ahead = 0.0;               // towards the toes
  double inner = 0.0, outer = 0.0;  // both sides of it, outward positive; equal: one place in the middle
};

/// What a gait needs of a body, worked out once; constant afterwards.
struct Walker {
  human::Skeleton skeleton;
  human::SpineTable spine;
  std::array<human::Leg, 2> legs;  // left, right
  double hip_height = 0.9;         // m, standing
  double leg = 0.8;                // m, hip to ankle, straight
  double hip_half = 0.09;          // m, half the distance of the hips
  double ankle = 0.07;             // m above the sole
  double heel = 0.06;              // m the heel's end lies behind the ankle
  double ball = 0.13;              // m the toes' joint lies before the ankle
  double ball_height = 0.025;
  double toe = 0.07;                       // m from the toes' joint to the tip
  std::array<SolePart, 3> sole{};          // heel, ball and tip, where the ground below is asked for
  double toes_flat = math::radians(30.0);  // a heel may rise so far with the toes flat; then the foot rolls over them
  double head_joint = 0.7;                 // m from the hip axis to the head's joint, standing
  double head_top = 0.85;                  // m from the hip axis to the top of the head, standing
};
Walker walker_of(const human::Body& body);

/// One cycle = two steps.
struct Stride {
  double cycle = 1.1;  // s
  double duty = 0.62;  // share of the cycle a foot is on the ground; below 0.5 there is flight
  double jog = 0.0;    // 0 walk … 1 jog

  double stance() const { return cycle * duty; }  // s
  void visit(core::Archive& archive) {
    archive.field("cycle", cycle);
    archive.field("duty", duty);
    archive.field("jog", jog);
  }
};

/// speed >= 0 in m/s; jog in [0, 1].
Stride stride_at(const Walker& walker, double speed, double jog);

/// The speed (m/s) at which people prefer to run: Froude number 0.5 (Alexander 1989).
double jog_speed(const Walker& walker);

/// Range (m, highest minus lowest) of the pelvis over a walking cycle, and its mean height (Boulic 1990).
double pelvis_rise(const Walker& walker, double speed);

}  // namespace fh::human
