// SPDX-License-Identifier: Apache-2.0
#pragma once
// An agent's hand on its way to a thing and back, round what the agent believes to be in between. The arm alone when it
// reaches easily; else the body leans or crouches over planted feet, or kneels (human/ik/reach_posture.h). Posture and
// way are chosen once, when the agent stands still.
#include <array>
#include <vector>

#include "core/archive.h"
#include "human/body/posture.h"
#include "human/motion/gait.h"
#include "mind/behaviours/task.h"
#include "physics/queries.h"
#include "planning/reaching/person_arm.h"

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
  math::Vec3 point{0.0};   // world: where the hand goes
  double weight = 0.0;     // share of the time to the thing: 0 the body moves with the gait … 1 the hand is there
  double seconds = 1.0;    // there, and back
  double off = -1.0;       // m from the stretched hand to the thing's surface; negative: not stretched
  mind::Failure vain{};    // why a deed's hand does not set out: Reach or NoHandWay
  double gap = -1.0;       // m: how far it would stay short
  human::Posture posture;  // saved only with Way::Body
  std::uint8_t kneels = 0;
  human::Posture kneeling;  // pelvis and legs on the knees, before the hand sets out; saved only when it kneels
  std::array<math::Vec3, 2> hands_were{};  // world, of the last tick: hands that work do not jump
  std::uint8_t working = 0;                // then
  std::vector<planning::ArmState> path;    // round things; empty: straight
  std::uint8_t planned = 0;                // a way from `start` was planned; else it leaves the gait as that goes
  human::Posture start;                    // saved only with a planned way

  void visit(core::Archive& archive);
};

/// The share of the way after a share of the time, both in [0, 1], in a motion of least jerk (Flash and Hogan 1985).
double least_jerk(double share);

/// On both feet, at rest.
bool stands(const human::GaitState& gait);

/// A body that leans or crouches does not walk: it straightens up first.
bool keeps_standing(const ReachState& reach);

/// One tick, after the gait: moves the reach on and writes it into posture and frames; hands that hold something carry
/// it.
void advance_reach(Agent& agent, const physics::World& physics, double dt);

}  // namespace fh::world
