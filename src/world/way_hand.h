// SPDX-License-Identifier: Apache-2.0
#pragma once
// The hand that opens a door on an agent's way (K-49, K-53). It goes to the handle of a leaf that comes towards the
// body, or lies flat on a leaf that swings away, and stays on it while the leaf swings and the body walks; where the
// arm gets no farther it lets go, and is laid on another place. A leaf is driven only while a hand is on it. Where the
// feet go meanwhile is up to planning/navigation/navigator_things.cpp.
#include <span>

#include "core/archive.h"
#include "physics/world.h"

namespace fh::world {

struct Agent;

struct WayHand {
  core::ObjectId door;         // whose leaf the hand goes to, or is on; invalid: none
  std::uint8_t right = 1;      // which hand
  std::uint8_t on = 0;         // it touches the leaf
  std::uint8_t lets_go = 0;    // it is on its way off the leaf
  std::uint8_t at_handle = 0;  // by the fingertips; else the palm on the leaf
  double face = 1.0;           // side of the leaf that it is on: 1 that to which the leaf opens, or -1
  math::Vec3 at{0.0};          // object space: where it lies, or comes to lie
  double weight = 0.0;         // share of the time to the leaf: 0 the arm swings with the gait … 1 it is there
  double pace = 0.0;           // share of its speed with which it moves the leaf on; 0: it holds it
  double found_at = 0.0;       // joint position when the hand set out
  double driven_to = 0.0;      // joint position that it has led the leaf to
  core::ObjectId led;          // the door that it led in the last tick

  void visit(core::Archive& archive);
};

/// One tick, after the gait: moves the hand on and writes the arm into posture and frames.
void advance_way_hand(Agent& agent, const physics::World& physics, double dt);

/// Before each step of the place: leaves follow the hands on them, unless somebody stands in their way. `standing`:
/// feet of others than agents.
void open_doors(physics::World& physics, const scene::Scene& scene, std::span<Agent> agents,
                std::span<const math::Vec3> standing, double dt);

}  // namespace fh::world
