// SPDX-License-Identifier: Apache-2.0
#pragma once
// A virtual human in the world: a mind, and the body that carries out what it wants. The mind believes; the body meets
// the true place.
#include <memory>
#include <span>
#include <vector>

#include "frame/moment.h"
#include "human/ik/whole_body.h"
#include "human/motion/captured_walk.h"
#include "mind/mind.h"
#include "physics/queries.h"
#include "senses/perception/percepts.h"
#include "world/agents/handling.h"
#include "world/agents/reach.h"
#include "world/agents/stance.h"
#include "world/agents/together.h"
#include "world/agents/touch.h"
#include "world/agents/way_hand.h"
#include "world/ground/slide_move.h"
#include "world/people/person.h"

namespace fh::world {

/// The parts of an agent's state, by the phase that writes them.
enum class AgentPart : std::uint8_t { Senses, Decisions, Body };

/// The captured walk that a plan names, fitted to its body; null when it names none.
core::Result<std::unique_ptr<const human::ClipGait>> planned_walk(const scene::AgentSpec& plan,
                                                                  const human::Walker& walker);

/// How a plan's person walks: mood, manner and their own small deviations.
human::GaitStyle planned_style(const scene::AgentSpec& plan, core::BodyId id, std::uint64_t seed);
/// Metres from the line that a body walks on, straight and at a steady speed, to the farthest that any part of it gets
/// to either side within a stride: the least radius to plan its ways with (K-12).
double half_breadth_of_walk(const Person& person, const human::GaitStyle& style, double speed);

struct Agent {
  Agent(const Person& person, const scene::AgentSpec& plan, mind::Mind mind, const planning::SolidLibrary& solids,
        const human::Ground& ground, std::uint64_t seed);

  const Person* person;  // not owned
  const scene::AgentSpec* plan;
  mind::NetsOfText nets_of;              // for what it was told, when a state is loaded
  const planning::SolidLibrary* solids;  // not owned: what things are shaped like
  human::Walker walker;
  human::WholeBody whole;
  BodyOutline outline;
  human::GaitStyle style;
  std::unique_ptr<const human::ClipGait> captured;  // replaces the parametric walk where it can; null: none

  mind::Mind mind;
  mind::Intent intent;
  senses::Percepts percepts;  // of the last look
  senses::SensingClock clock;
  human::GaitState gait;
  human::CapturedWalkState clip;  // part of the state where there is a captured walk
  human::Posture posture;
  human::Frames<double> frames;  // of the posture
  StanceState stance;
  ReachState reach;
  HandlingState handling;
  TogetherState together;
  WayHand way_hand;
  PushHands push;
  TouchState touch;  // not yet attended to

  /// Between the eyes, looking as the eyes do.
  math::Pose world_from_eye() const;
  void visit(core::Archive& archive);
  void visit_phase(AgentPart part, core::Archive& archive);
  /// The same for the digest of a tick: memory and beliefs change with looks only, and are left out in between.
  void visit_digest(AgentPart part, core::Archive& archive);

  // Buffers; no state.
  core::Tick now = 0;  // of this tick
  mind::MindScratch scratch;
  std::vector<physics::Near> near_hand;
  std::vector<physics::Overlap> hand_overlaps;
  math::Vec3 wanted_root{0.0};                  // of this tick, before other people were asked
  bool looked = false;                          // in this tick
  frame::HeldBy held = frame::HeldBy::Nothing;  // the place kept it from where it wanted to go, in this tick
  core::ObjectId pushed;                        // a thing that it pushed in this tick
  core::ObjectId held_by;                       // the object that did
};

/// Where the body would be after this tick if nobody else moved; held by the place. Fills wanted_root.
void propose_step(Agent& agent, const physics::World& physics, double dt);
/// Takes the step and the posture that goes with it: gait, gaze, reach.
void take_step(Agent& agent, const physics::World& physics, const human::Ground& ground, double dt);

}  // namespace fh::world
