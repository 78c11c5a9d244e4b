// SPDX-License-Identifier: Apache-2.0
#pragma once
// An agent's hand on its way to a thing and back. The arm alone when it reaches easily; else the body leans or crouches
// over planted feet (human/ik/reach_posture.h). The posture is chosen once, when the agent stands still.
#include "core/archive.h"
#include "human/body/posture.h"
#include "physics/queries.h"

namespace fh::world {

struct Agent;

struct ReachState {
  enum class Way : std::uint8_t {
    None,
    Arm,   // on a trunk that moves as it likes
    Body,  // towards `posture`
  };
  Way way = Way::None;
  std::uint8_t right = 1;
  math::Vec3 wanted{0.0};  // world: where the mind believes the thing, when the reach began
  math::Vec3 point{0.0};   // world: where the fingertips go
  double weight = 0.0;     // share of the time to the thing: 0 the body moves with the gait … 1 the hand is there
  double seconds = 1.0;    // there, and back
  double off = -1.0;       // m from the stretched hand to the thing's surface; negative: not stretched
  human::Posture posture;  // saved only with Way::Body

  void visit(core::Archive& archive);
};

/// The share of the way after a share of the time, both in [0, 1], in a motion of least jerk (Flash and Hogan 1985).
double least_jerk(double share);

/// A body that leans or crouches does not walk: it straightens up first.
bool keeps_standing(const ReachState& reach);

/// One tick, after the gait: moves the reach on and writes it into posture and frames.
void advance_reach(Agent& agent, const physics::World& physics, double dt);

}  // namespace fh::world
