// SPDX-License-Identifier: Apache-2.0
#pragma once
// With which posture, grasp and way a hand goes to a thing: the first of several grasps that the body reaches without
// being in what the agent has seen, and that the arm finds a way to (K-41, K-49).
#include <optional>

#include "human/ik/arm.h"
#include "scene/scenario/agents.h"
#include "world/agents/reach.h"

namespace fh::world {

/// What the hand is to touch or do now.
struct Wanted {
  math::Vec3 point{0.0};
  core::ObjectId thing;       // invalid: a gesture
  scene::Deed deed{};         // None: to put a hand on the thing
  std::optional<bool> right;  // which hand; none: the nearer one
};

human::Side side_of(const ReachState& reach);
double hand_span(const Agent& agent);
math::Vec3 shoulder_of(const Agent& agent, human::Side side);

/// The arm with the hand's joint frame at a pose of the world, as near as it gets.
human::ArmSolution arm_with_hand(const Agent& agent, human::Side side, const math::Pose& world_from_hand);
/// Fingers point along `way`, the palm looks down.
math::Quat hand_along(const math::Vec3& way, bool right);
/// The posture with the arm alone stretched to the reach's point, as far as it goes.
human::Posture with_arm(const Agent& agent);
/// On the knees of a reach that kneels, the upper body as it is.
human::Posture on_knees(const ReachState& reach, const human::Posture& as_it_is);

/// Sets posture, kneeling and path of the agent's reach. Why a deed is in vain, else None.
mind::Failure choose_way(Agent& agent, const physics::World& physics, const Wanted& wanted);

}  // namespace fh::world
