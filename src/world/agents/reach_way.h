// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a hand lies on a thing, and its way there round what the agent believes to be in between (K-30, K-41, K-46).
#include <functional>
#include <vector>

#include "human/ik/reach_posture.h"
#include "physics/world.h"
#include "planning/reaching/arm_plan.h"
#include "scene/scenario/agents.h"

namespace fh::world {

struct Agent;

/// Ways to lay a hand on a thing that is taken: from its side, turned, from above; each with the elbow as it comes and
/// with a level forearm. What is put down has the turns alone.
inline constexpr int kGrasps = 8;

/// What of the hand goes to the point for a deed: the fingertips to put a hand on it, the palm to take it, the lowest
/// middle of what it holds to put that down. `grasp`: 0 … kGrasps - 1.
human::ReachGoal hand_on(const Agent& agent, const physics::World& physics, core::ObjectId thing, scene::Deed deed,
                         const math::Vec3& point, human::Side side, int grasp = 0);

/// m that a posture of the body is deeper than the agent is now in what it has seen, but for the thing that it reaches
/// for and what its hands hold.
std::function<double(const human::Posture&)> depth_in_seen(const Agent& agent, human::Side side, core::ObjectId thing);

/// Metres from the lowest middle of a thing to a place.
double off_place(const Agent& agent, const physics::World& physics, core::ObjectId thing, const math::Vec3& place);

/// A way of the reaching arm from one posture to another that keeps off what the agent has seen; `path` stays empty
/// where the straight way does. False: none was found.
bool plan_way(const Agent& agent, const human::Posture& from, const human::Posture& goal, core::ObjectId thing,
              std::vector<planning::ArmState>& path);

}  // namespace fh::world
