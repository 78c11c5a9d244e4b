// SPDX-License-Identifier: Apache-2.0
#pragma once
// An agent's body on its way down to its knees or onto a seat, and up again: pelvis and legs over feet that stay. What
// the mind wants (mind::Stance); where the seat really is (physics).
#include "core/archive.h"
#include "human/body/posture.h"
#include "mind/behaviours/task.h"
#include "physics/world.h"

namespace fh::world {

struct Agent;

struct StanceState {
  mind::Stance stance = mind::Stance::Upright;  // that it is in, on its way to or comes from
  double weight = 0.0;                          // share of the time: 0 it stands … 1 it is down
  std::uint8_t backs = 0;                       // it steps back until the seat is at its legs
  std::uint8_t leaves = 0;                      // it stands again and steps away from the seat
  std::uint8_t vain = 0;                        // it cannot: until something else is wanted
  double seconds = 0.0;                         // of stepping back
  core::ObjectId seat;
  math::Vec3 on{0.0};      // world: where the hips go on the seat
  math::Vec3 front{0.0};   // unit, level: where it looks
  double edge = 0.0;       // m from there to its outline along the front
  human::Posture posture;  // pelvis and legs there; saved only while it is not upright

  void visit(core::Archive& archive);
};

/// Where the feet go while it steps back, or away: m/s; zero when it keeps standing.
math::Vec3 steps_back(const Agent& agent);

mind::StanceFeel feel_of(const StanceState& stance);

/// One tick, after the gait and before hands: writes the stance into posture and frames.
void advance_stance(Agent& agent, const physics::World& physics, double dt);

}  // namespace fh::world
