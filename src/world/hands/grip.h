// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a hand sits on a thing that it takes, and how its fingers close on it; the same for users and agents. The
// thing's own grasps come first (CA-16), else the hand comes as it is; then the palm is laid against the surface and
// the fingers close (human/ik/finger_closing.h). Nothing is moved here: the thing is asked where it is now.
#include <span>

#include "human/ik/finger_closing.h"
#include "physics/queries.h"
#include "world/people/person.h"

namespace fh::world {

/// A hand that is about to take something.
struct TakingHand {
  const Person* person = nullptr;
  human::Side side = human::Side::Right;
  math::Pose world_from_hand;  // the hand's joint frame
  math::Pose hand_from_grip;   // of the hand's joint frame: where it holds things
};

struct Grip {
  math::Pose object_from_hand;  // the hand's joint frame
  human::FingerShape fingers;
};

/// The hand on the object. `occupied`: places of other hands on it (object space), whose grasps are taken.
Grip grip_on(const physics::World& physics, const scene::Object& object, const TakingHand& hand,
             std::span<const math::Vec3> occupied = {});

/// What stops fingers that close: the object alone, or also what stands about it.
enum class ClosingOn : std::uint8_t { Object, AllAbout };
/// How the fingers of a hand that is already there close on the object.
human::FingerShape close_on(const physics::World& physics, core::ObjectId object, const Person& person,
                            human::Side side, const math::Pose& world_from_hand, ClosingOn on = ClosingOn::Object);

}  // namespace fh::world
