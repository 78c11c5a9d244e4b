// SPDX-License-Identifier: Apache-2.0
#pragma once
// An agent's hands at work on a thing (K-49 … K-51): reach, then take, put down or operate, then return, with the other
// hand when the first does not get there. Nothing is moved that the hand does not touch. What a hand holds hangs on it
// in physics, is carried upright, and counts in balance.
#include <array>
#include <optional>
#include <vector>

#include "core/archive.h"
#include "human/body/masses.h"
#include "human/ik/finger_closing.h"
#include "mind/behaviours/task.h"
#include "physics/world.h"

namespace fh::world {

struct Agent;

/// One try of a deed with one hand.
struct HandAttempt {
  std::uint8_t right = 1;
  mind::Failure failure{};  // None: it worked
  double off = -1.0;        // m short

  void visit(core::Archive& archive);
};

struct HandlingState {
  enum class Phase : std::uint8_t { None, Reaching, Acting, Returning };
  Phase phase = Phase::None;
  scene::Deed deed{};
  scene::ThingState state{};
  double amount = 0.0;                // of it
  std::uint8_t right = 1, tried = 0;  // hands tried, as bits
  core::ObjectId thing;
  math::Vec3 point{0.0};       // world: where the hand goes
  math::Pose thing_from_hand;  // while operating: how the hand lies on the thing
  double seconds = 0.0;        // in the phase
  double driven_to = 0.0;      // while operating: joint position that the hand has led it to
  double began_at = 0.0;       // while operating: joint position at which the hand took hold
  double withdrawn = 0.0;      // s that the mind has not asked for it
  double untouched = 0.0;      // s since the hand was last on the thing
  mind::HandFeel feel;
  mind::HandFeel outcome;                     // what `feel` becomes when the hand is back
  std::array<math::Quat, 2> carried_as;       // turn of a hand that holds something, as seen from the body's heading
  std::array<math::Pose, 2> hand_from_thing;  // how it holds it: the hand's joint frame
  std::array<std::array<math::Quat, human::kFingerJoints>, 2> fingers;  // as they closed on what was taken (K-53)
  std::array<double, 2> caught{};     // m from the thing to where the hand would have it
  std::array<double, 2> drawn_in{};   // share of the way from before the shoulder to before the chest, 0 … 1
  std::array<double, 2> closed{};     // share of the fingers' way, 0 … 1
  std::vector<HandAttempt> attempts;  // of the last deed

  HandlingState() {
    carried_as.fill(math::kIdentity);
    for (auto& hand : fingers) hand.fill(math::kIdentity);
  }
  void visit(core::Archive& archive);
};

/// What the hand that a deed uses is to do now; none: return.
struct HandGoal {
  core::ObjectId thing;
  scene::Deed deed{};
  math::Vec3 point{0.0};
  std::uint8_t right = 1;
};
std::optional<HandGoal> hand_goal(const HandlingState& handling);

/// What a hand holds, as a load of the body; none: an empty hand.
std::optional<human::HeldLoad> load_of(const Agent& agent, const physics::World& physics, std::size_t side);

/// The hand closes on the thing where it is: from now on it holds it, perhaps beside another hand. False: it cannot.
bool take_hold(Agent& agent, physics::World& physics, core::ObjectId thing, std::size_t side);

/// One tick, once the arms are led: closes fingers on what was taken, opens them on what was let go.
void advance_fingers(Agent& agent, double dt);

/// One tick, before each step of the place: takes hold, lets go, drives what a hand operates; moves what hands hold.
void advance_handling(Agent& agent, physics::World& physics, const scene::Scene& scene, double dt);

}  // namespace fh::world
