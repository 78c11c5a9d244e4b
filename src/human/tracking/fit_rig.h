// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the fit of a tracked user needs of a body, worked out once per body: limbs ready to be solved, soles, and the
// few lengths and mass shares its posture rules speak of. Metres; holds a pointer to the body, which must outlive it.
#include <array>

#include "human/body/balance.h"
#include "human/body/spine.h"
#include "human/ik/arm.h"
#include "human/ik/leg.h"
#include "human/prior/prior_motion.h"
#include "human/skin/body.h"
#include "human/tracking/fit_kneel.h"

namespace fh::human {

constexpr std::size_t index_of(Side side) {
  return static_cast<std::size_t>(side);
}
inline constexpr std::array<Side, 2> kSides{Side::Left, Side::Right};

struct FitRig {
  const Body* body = nullptr;
  const BodyPrior* prior = nullptr;  // what has seen people move; null: posture by rules alone
  PriorBody prior_body;
  std::array<Arm, 2> arms;  // by Side, as all pairs here
  std::array<Leg, 2> legs;
  std::array<Sole, 2> soles;
  Kneeling kneeling;
  BodySolids solids;  // what elbows keep off

  math::Vec3 eyes_in_head{0.0};           // mid-point of the eyes, head frame
  double head_height = 0.0;               // of the head's joint over the floor, standing upright
  double leg_length = 0.0;                // hip to ankle, knee straight
  double arm_length = 0.0;                // shoulder to wrist, elbow straight
  double ankle_height = 0.0;              // over the sole
  math::Vec3 ball_in_foot{0.0};           // joint of the toes, foot frame
  double heel_back = 0.0, toe_tip = 0.0;  // ends of the sole behind and before the ankle
  double thigh_rise = 0.0;                // -cos of the most a hip flexes, with a little to spare
  double shank_lean = 0.0;                // sine of the most an ankle flexes, with a little to spare
  double stance_half = 0.0;               // of the distance between the feet in a comfortable stance
  double stance_forward = 0.0;            // ankles ahead of the hip axis when standing (negative: behind)
  SpineTable spine;
  double arm_mass = 0.0, leg_mass = 0.0;  // kg, one side
  std::array<math::Vec3, 2> shoulders;    // centres with hanging arms, in the frame of T2
};

/// With a `prior`, which must outlive it, posture follows what it says.
FitRig build_fit_rig(const Body& body, const BodyPrior* prior = nullptr);

}  // namespace fh::human
