// SPDX-License-Identifier: Apache-2.0
#pragma once
// A hand that does not pass into what cannot move: palm and fingers of the body's own size are led from where the hand
// is to where it is wanted, in steps shorter than a finger is thick, and after each step pushed out of walls, fixed
// parts, locked doors, and doors, drawers and buttons at the end of their way. Nothing springs: a hand that presses
// stands still at the surface. What can move is pushed by the hand's solids in physics (world/users/user_solids.h).
// Only asks physics, changes nothing.
#include <array>
#include <optional>
#include <span>

#include "human/ik/finger_closing.h"
#include "physics/queries.h"
#include "world/people/person.h"

namespace fh::world {

/// Whether an object stops hands and arms of a body: what can move is pushed by their solids in physics instead, and
/// what the body holds does not stop it.
bool stops_body(const physics::World& physics, core::BodyId body, core::ObjectId object);

/// The solids of a hand in its joint frame, the palm, then fingers(side): everything within the radius of each core,
/// whose distance to a thing is known exactly.
struct HandShape {
  static constexpr std::size_t kParts = human::kFingerJoints + 1;
  std::array<physics::ConvexPart, kParts> cores, solids;
  std::array<double, kParts> radii{};  // m
  std::array<bool, kParts> passes{};   // these parts are not stopped
};

HandShape hand_shape(const Person& person, human::Side side,
                     std::span<const math::Quat, human::kFingerJoints> finger_rotations);

/// Fingers that close on a thing may close into what stands about it: where the hand is now, those that are in
/// something pass until they are out again.
void let_sunk_fingers_pass(const physics::World& physics, core::BodyId body, const math::Pose& hand, HandShape& shape);

/// Where the hand of `body` comes to on its way, as its joint frame; nothing where it comes to `to` itself.
std::optional<math::Pose> lead_hand(const physics::World& physics, core::BodyId body, const HandShape& shape,
                                    const math::Pose& from, const math::Pose& to);

}  // namespace fh::world
