// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the arm does with a place it cannot take: the nearest wrist within all limits. Right arm, thorax frame. Not
// closed form but bounded: the forearm's best is, for a given upper arm; the upper arm's direction is searched.
#include "human/ik/arm.h"

namespace fh::human {

struct NearestArm {
  math::Vec3 direction{0.0, -1.0, 0.0};  // of the upper arm, within the reach cone
  double turn = 0.0, bend = 0.0;         // radians, within limits
  math::Quat clavicle{1, 0, 0, 0};
  double gap = 0.0;  // wrist to wanted wrist, m
};

/// The best turn and bend for an upper arm's direction. `girdle`: the clavicle follows.
NearestArm nearest_for(const Arm& arm, const math::Vec3& wrist, const math::Vec3& direction, bool girdle);

/// The nearest over all directions: from `guess` downhill, and, if `anywhere`, also from a fixed set of directions.
/// `precise`: to 1e-5 rad; otherwise to 1e-3.
NearestArm nearest_arm(const Arm& arm, const math::Vec3& wrist, const math::Vec3& guess, bool girdle, bool anywhere,
                       bool precise);

}  // namespace fh::human
