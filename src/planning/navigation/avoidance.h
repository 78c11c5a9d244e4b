// SPDX-License-Identifier: Apache-2.0
#pragma once
// Local avoidance among perceived people and the walls an agent believes in. Two stages:
//  1. choice: of a fan of directions the one whose first collision point (people at their present velocities, walls by
//     the distance field) is nearest to where the agent wants to be, and a speed that leaves time to react (Moussaid,
//     Helbing and Theraulaz 2011); everybody leans to the right against oncoming people, which breaks every symmetry
//     and turns crossing crowds into a roundabout instead of a jam;
//  2. guarantee: the choice is projected on half-planes that no step may leave: towards another person at most half of
//     the gap may be used up per step (the other has the same rule), towards a wall at most the gap. Standing still
//     always satisfies them, so discs that do not overlap never will (ORCA's reciprocity, van den Berg et al. 2011, at
//     the horizon of one step).
// Reads last tick's people and writes nothing but its result: agents may run in any order.
#include <array>
#include <cstdint>
#include <span>

#include "core/ids.h"
#include "planning/navigation/walk_map.h"

namespace fh::planning {

/// Somebody as the agent believes them to be.
struct PerceivedPerson {
  core::BodyId id;
  Vec3 position{0.0};         // m, at the feet
  Vec2 velocity{0.0};         // m/s, (x, z)
  double radius = 0.25;       // m, of the body that must not be touched
  double uncertainty = 0.0;   // m, added to the radius when choosing
  double personal_space = 0;  // m between centres that is only entered by invitation; 0 = nothing beyond bodies
  double facing = 0.0;        // yaw; where they look, for approaching from the front
  bool yields = true;         // follows the same rule (an agent); false for the user, who may do anything
};

/// Tuned: crowds of docs/measurements/planning.md; asserted by test_crowd and test_evacuation.
struct AvoidanceSettings {
  double radius = 0.25;       // m, of the agent's body against other people
  double horizon = 4.0;       // s: later collisions do not matter
  double reaction = 0.35;     // s: a body slows so as not to reach another earlier than this
  double social = 0.05;       // m kept beyond bodies where there is room
  double keep_right = 0.8;    // rad by which the wanted direction turns right per person coming against it
  double most_right = 1.4;    // rad, at most
  double room = 0.15;         // m that a standing agent leaves to people who come near
  double wall_margin = 0.05;  // m kept beyond the radius from walls where there is room
  int neighbours = 12;        // the nearest people that count
};

struct AvoidanceInput {
  Vec2 position{0.0};
  int layer = 0;
  Vec2 velocity{0.0};        // now
  Vec2 wanted{0.0};          // by the follower
  double straight = 6.0;     // m that the wanted way goes on straight
  double max_speed = 1.8;    // m/s
  double wall_radius = 0.3;  // m: the body's radius against walls in its present posture
  double dt = 1.0 / 90.0;
  double right_bias = 1.0;  // scale of the settings' bias; negative leans left (escalation)
  core::BodyId self;
  core::BodyId invited_by;  // whose personal space may be entered
};

struct AvoidanceResult {
  Vec2 velocity{0.0};  // the choice; not yet guaranteed
  core::BodyId ahead;  // nearest person within 2 m in the wanted direction
};

/// The first stage: the choice among velocities.
AvoidanceResult avoid(const WalkMap& map, std::span<const PerceivedPerson> people, const AvoidanceInput& input,
                      const AvoidanceSettings& settings);

/// For somebody who stands: the velocity that makes room for people too near, at most `speed`; zero when nobody is.
Vec2 make_room(std::span<const PerceivedPerson> people, const AvoidanceInput& input, const AvoidanceSettings& settings,
               double speed);

/// For somebody who walks: what to add to their velocity to get out of personal space they are in, at most `speed`;
/// zero outside.
Vec2 leave_space(std::span<const PerceivedPerson> people, const AvoidanceInput& input,
                 const AvoidanceSettings& settings, double speed);

/// The second stage: the velocity nearest to `velocity` that neither overlaps a person nor enters a wall within
/// `dt`. Also for whoever moves bodies by what is true rather than by what an agent believes.
Vec2 hold_apart(const WalkMap& map, std::span<const PerceivedPerson> people, const AvoidanceInput& input,
                const AvoidanceSettings& settings, const Vec2& velocity);

}  // namespace fh::planning
