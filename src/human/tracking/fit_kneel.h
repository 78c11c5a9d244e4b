// SPDX-License-Identifier: Apache-2.0
#pragma once
// Kneeling on bent toes, in closed form: the knee and the ball of the foot are on the ground, the shank lies between
// them, and where the hip is says how far ahead of it the knee stands. Metres, radians, heights over the ground.
#include "human/ik/leg.h"

namespace fh::human {

inline constexpr double kKneeRadius = 0.05;  // m: centre of the knee over the ground it kneels on

/// The fixed part of a person's kneeling leg.
struct Kneeling {
  double heel = 0.0;        // pitch of the foot about its ball, as in FitFoot
  double ankle_up = 0.0;    // of the ankle
  double ankle_over = 0.0;  // how far the raised heel brings the ankle ahead of where the flat foot has it
  double shank = 0.0;       // ankle to knee over the ground
  double thigh = 0.0;       // length
  double nearest = 0.0;     // hip to ankle, the knee bent as far as it goes
  double lowest = 0.0;      // hip, sitting on the heels
  double upright = 0.0;     // hip, thighs upright
};
/// `ball_in_foot`: joint of the toes, foot frame.
Kneeling build_kneeling(const Leg& leg, double ankle_height, const math::Vec3& ball_in_foot);

/// Where knee and ankle are under a hip that is not higher than upright thighs have it (world). The knee is ahead of
/// the hip in the direction of `yaw`; a shank that the bent knee does not let lie straight behind it lies outward.
struct KneelingLeg {
  math::Vec3 knee{0.0}, ankle{0.0};
  double yaw = 0.0;  // of the shank, ankle to knee, and the foot
};
KneelingLeg kneeling_leg(const Kneeling& kneeling, Side side, const math::Vec3& hip, double yaw, double ground);

/// Whether somebody kneels, from the head alone: lower than a crouch is comfortable, with the face to the front; a head
/// that looks down reaches to the floor. `sunk`: 0 upright … 1 head on the floor; `pitch`: of the face, down positive.
bool kneels_now(bool kneels, double sunk, double pitch);

}  // namespace fh::human
