// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the weight is carried: between the feet of a body that stands, over the foot that stays while a slow body steps
// (the shift comes before the step and goes back after it). x and z count; metres, world. Whether a step is wanted must
// not be asked of a shifted body, or shift and step would call for each other: FitTrunk::shifted says by how much.
#include "human/motion/smooth.h"
#include "human/tracking/fit_feet.h"

namespace fh::human {

struct FitWeight {
  Follower x, z;
  math::Vec3 between{0.0};  // the feet, of the last tick; a swinging one counts where it goes
  math::Vec3 shift{0.0};    // of it all, what a step asks for
  double loaded = 0.0;      // 0 both feet carry … 1 one does, of a slow body
  std::uint8_t started = 0;

  math::Vec3 point() const { return {x.value, 0.0, z.value}; }
  void visit(core::Archive& archive);
};

/// 0 standing (or on tiptoe, or on a stair) … 1 in a crouch on both feet, for a head at `head`.
double crouched(const FitRig& rig, const FitFeet& feet, const math::Vec3& head);
/// How much lower the head is than upright on both feet: 0 … 1, on the floor.
double sunk_by(const FitRig& rig, const FitFeet& feet, const math::Vec3& head);

enum class SwingingFoot : std::uint8_t { WhereItWas, WhereItGoes };
/// Between the feet, a little ahead of the ankles.
math::Vec3 balance_point(const FitRig& rig, const FitFeet& feet, const math::Vec3& head, SwingingFoot swinging);

/// Follows where the weight is wanted. `centre_of_mass`: without the shift; `speed`: of the body over the floor, m/s:
/// one that goes is carried by its motion.
void advance_weight(FitWeight& weight, const FitRig& rig, const FitFeet& feet, const math::Vec3& head,
                    const math::Vec3& centre_of_mass, double speed, double dt);

}  // namespace fh::human
