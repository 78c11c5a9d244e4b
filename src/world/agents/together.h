// SPDX-License-Identifier: Apache-2.0
#pragma once
// An agent's hand that meets the hand of somebody else, a user's or another agent's: things are handed over and taken
// over, hands are shaken (CA-28, CB-10). Whoever gives lets go when the other hand holds the thing and pulls; whoever
// takes never pulls at what is not let go. The mind says where hands shall meet; near the place the hand is led by
// where the other hand and the thing really are, as eyes and skin lead it.
#include <span>
#include <vector>

#include "core/archive.h"
#include "mind/behaviours/task.h"
#include "physics/world.h"

namespace fh::world {

struct Agent;
struct Person;
struct User;

struct TogetherState {
  mind::Together kind{};  // also while the hand comes back
  core::BodyId partner;
  core::ObjectId thing;
  std::uint8_t right = 1;
  math::Vec3 point{0.0};  // world: where the palm goes
  double held_out = 0.0;  // Give: share of the way from carrying the thing to holding it out at `point`
  double touching = 0.0;  // s that both hands are on the thing, or on each other
  double stayed = 0.0;    // s that the partner has not let go of what both hold
  mind::HandStatus status = mind::HandStatus::Idle;
  mind::Failure failure{};

  void visit(core::Archive& archive);
};

/// Where a palm feels: on its skin, in the hand's joint frame. `length`: of the hand, m.
math::Vec3 palm_site(double length, bool right);
/// Fingers along `way`; the palm looks up for what is given, aside for a hand that is shaken.
math::Quat meeting_turn(const TogetherState& together, const math::Vec3& way);
/// Whether a free hand is to go to `point`.
bool leads_free_hand(const Agent& agent);

/// One tick, before handling and before users' hands close: who gives, takes and shakes. Tells users which things are
/// held out to them.
void advance_together(std::span<Agent> agents, std::span<User> users, std::span<const Person> people,
                      const scene::Scene& scene, physics::World& physics, double dt);

}  // namespace fh::world
