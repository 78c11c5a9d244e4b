// SPDX-License-Identifier: Apache-2.0
#pragma once
// An arm whose hand holds something and whose forearm, beside the elbow, is laid on a leaf that it pushes.
#include "core/archive.h"
#include "human/ik/arm.h"

namespace fh::world {

struct Agent;

inline constexpr double kElbowThick = 0.045;  // m from the elbow's axis to the skin

/// What of such an arm is free.
struct ElbowTurn {
  double inside = 0.0;  // how far before the chest the hand is
  double swivel = 0.0;  // rad, of the elbow

  void visit(core::Archive& archive) {
    archive.field("inside", inside);
    archive.field("swivel", swivel);
  }
};

/// Chosen once, before the arm sets out: the hand no farther before the chest, where the other one is, than it must be.
/// `point`: world, on the leaf; `into`: unit, into the leaf.
ElbowTurn choose_elbow(const Agent& agent, human::Side side, const math::Vec3& point, const math::Vec3& into);
/// The arm, the elbow turned on from `turn`, which follows.
human::ArmSolution elbow_beside(const Agent& agent, human::Side side, const math::Vec3& point, const math::Vec3& into,
                                ElbowTurn& turn);

}  // namespace fh::world
