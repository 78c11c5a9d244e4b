// SPDX-License-Identifier: Apache-2.0
#pragma once
// The hand that opens a door on an agent's way (K-49, K-53). It goes to the handle of a leaf that comes towards the
// body, or lies flat on a leaf that swings away, and stays on it while the leaf swings and the body walks; where the
// arm gets no farther it lets go, and is laid on another place. A leaf is driven only while a hand is on it. Where both
// hands hold something a leaf that swings away is pushed by a forearm; one that comes towards the body stays shut.
// Light things are pushed by both palms, by one, or by a foot what is too low for hands or meets full ones
// (push_hands.cpp). Where the feet go meanwhile is up to planning/navigation/navigator_things.cpp.
#include <array>
#include <optional>
#include <span>

#include "core/archive.h"
#include "human/ik/whole_body.h"
#include "physics/world.h"
#include "world/agents/door_elbow.h"

namespace fh::world {

struct Agent;

struct WayHand {
  core::ObjectId door;          // whose leaf the hand goes to, or is on; invalid: none
  std::uint8_t right = 1;       // which hand
  std::uint8_t on = 0;          // it touches the leaf
  std::uint8_t lets_go = 0;     // it is on its way off the leaf
  std::uint8_t at_handle = 0;   // by the fingertips; else the palm on the leaf
  std::uint8_t by_forearm = 0;  // the hand holds something: the forearm beside the elbow lies on the leaf
  ElbowTurn elbow;              // by_forearm
  double face = 1.0;            // side of the leaf that it is on: 1 that to which the leaf opens, or -1
  math::Vec3 at{0.0};           // object space: where it lies, or comes to lie
  double weight = 0.0;          // share of the time to the leaf: 0 the arm swings with the gait … 1 it is there
  double pace = 0.0;            // share of its speed with which it moves the leaf on; 0: it holds it
  double found_at = 0.0;        // joint position when the hand set out
  double driven_to = 0.0;       // joint position that it has led the leaf to
  core::ObjectId led;           // the door that it led in the last tick

  void visit(core::Archive& archive);
};

/// Hands, or a foot, on a light thing that is pushed.
struct PushHands {
  core::ObjectId thing;                // that they go to, or are on; invalid: none
  math::Vec3 way{0.0};                 // world, level, unit: which way it is pushed
  std::uint8_t foot = 0;               // a foot pushes
  std::array<std::uint8_t, 2> used{};  // left, right: this one does
  std::array<std::uint8_t, 2> on{};    // it touches the thing
  std::array<math::Vec3, 2> at{};      // object space: where it lies, or comes to lie
  double weight = 0.0;                 // share of the time to the thing: 0 … 1 they are there
  double pace = 0.0;                   // share of its speed with which they move the thing on
  double held = 0.0;                   // s for which a light thing has held the body that does not mean to push it
  double vain = 0.0;                   // s that they have been stretched and moved nothing
  std::uint8_t again = 0;              // they have to come nearer before they go on

  void visit(core::Archive& archive);
};

/// The arm with its palm at a point of the world, turned towards `into` (unit), fingers up.
human::ArmSolution palm_against(const Agent& agent, human::Side side, const math::Vec3& point, const math::Vec3& into);

/// m that the head is lowered for what the hands push; 0: not at all.
double stoops_to_push(const Agent& agent, const physics::World& physics);
/// How the body walks, m/s, as long as its limbs are on what they push, or it follows that: it feels where it is. While
/// a foot is out the other one bears the body. None: as the mind wants.
std::optional<math::Vec3> walks_to_push(const Agent& agent, const physics::World& physics);
/// One tick, after the gait: moves hands or foot on and writes them into posture and frames.
void advance_push(Agent& agent, const physics::World& physics, double dt);
/// Before each step of the place: things follow the hands and feet on them, unless somebody stands in their way.
/// `standing`: feet of others than agents.
void push_things(physics::World& physics, const scene::Scene& scene, std::span<Agent> agents,
                 std::span<const math::Vec3> standing, double dt);

/// One tick, after the gait: moves the hand on and writes the arm into posture and frames.
void advance_way_hand(Agent& agent, const physics::World& physics, double dt);

/// Before each step of the place: leaves follow the hands on them, unless somebody stands in their way. `standing`:
/// feet of others than agents.
void open_doors(physics::World& physics, const scene::Scene& scene, std::span<Agent> agents,
                std::span<const math::Vec3> standing, double dt);

}  // namespace fh::world
