#pragma once
// A virtual human in the world: a mind, and the body that carries out what it wants. The mind believes; the body meets
// the true place.
#include <vector>

#include "human/ik/arm.h"
#include "human/motion/gait.h"
#include "mind/mind.h"
#include "senses/perception/percepts.h"
#include "world/person.h"
#include "world/slide_move.h"
#include "world/touch.h"

namespace fh::world {

/// A hand on its way to something and back.
struct ReachState {
  math::Vec3 point{0.0};  // world
  double weight = 0.0;    // 0 arm swings with the gait … 1 hand is there
  std::uint8_t right = 1;

  void visit(core::Archive& archive);
};

/// What an evaluator asks about an agent's way; kept with the state, so that a replay reproduces it.
struct AgentTally {
  double walked = 0.0;                                 // m
  double walked_on_errands = 0.0;                      // m, of the errands done
  double optimum = 0.0;                                // m, their shortest ways for somebody who knows everything
  double walked_before = 0.0;                          // m, when the present errand began
  math::Vec3 leg_start{0.0};                           // where the present errand began
  std::int32_t arrivals_seen = 0;                      // errands whose optimum is known
  std::int64_t wall_contacts = 0, thing_contacts = 0;  // began to be held by structure, by other things
  std::int64_t people_contacts = 0, user_contacts = 0;
  std::int64_t waits = 0, jams = 0, jams_resolved = 0;  // began to wait; stuck and escalated; got on again
  double nearest_person = 1e9, nearest_user = 1e9;      // m between body axes
  double came_to_user = 1e9;                            // m, while the agent's own steps led it closer to the user
  double skate = 0.0;                                   // m slid by planted feet, summed
  std::int64_t steps = 0;                               // footfalls
  std::array<math::Vec3, 4> soles{};                    // left heel, left ball, right heel, right ball
  std::array<std::uint8_t, 2> planted{};
  std::int64_t looks = 0, percepts = 0;                            // looks taken, things seen in them
  std::int64_t user_seen_at = -1;                                  // tick the user was first known; -1: never
  std::uint8_t held = 0, waiting = 0, stuck = 0, near_people = 0;  // flags of the last tick

  void visit(core::Archive& archive);
};

/// The parts of an agent's state, by the phase that writes them.
enum class AgentPart : std::uint8_t { Senses, Decisions, Body, Tally };

struct Agent {
  Agent(const Person& person, const scene::AgentSpec& plan, mind::Mind mind, const human::Ground& ground,
        std::uint64_t seed);

  const Person* person;  // not owned
  const scene::AgentSpec* plan;
  human::Walker walker;
  std::array<human::Arm, 2> arms;
  BodyOutline outline;
  human::GaitStyle style;

  mind::Mind mind;
  mind::Intent intent;
  senses::Percepts percepts;  // of the last look
  senses::SensingClock clock;
  human::GaitState gait;
  human::Posture posture;
  human::Frames<double> frames;  // of the posture
  ReachState reach;
  TouchState touch;  // not yet attended to
  AgentTally tally;

  /// Between the eyes, looking as the eyes do.
  math::Pose world_from_eye() const;
  void visit(core::Archive& archive);
  void visit_phase(AgentPart part, core::Archive& archive);
  /// The same for the digest of a tick: memory and beliefs change with looks only, and are left out in between.
  void visit_digest(AgentPart part, core::Archive& archive);

  // Buffers; no state.
  mind::MindScratch scratch;
  math::Vec3 wanted_root{0.0};  // of this tick, before other people were asked
  bool looked = false;          // in this tick
};

/// Where the body would be after this tick if nobody else moved; held by the place. Fills wanted_root.
void propose_step(Agent& agent, const physics::World& physics, double dt);
/// Takes the step and the posture that goes with it: gait, gaze, reach.
void take_step(Agent& agent, const physics::World& physics, const human::Ground& ground, double dt);

}  // namespace fh::world
