// SPDX-License-Identifier: Apache-2.0
#pragma once
// A number that is not finite must not spread: at the end of each phase what the phase wrote is looked at, and what is
// NaN or infinite is replaced by the last good value. Such a value is a defect of the program: it is named with phase
// and field, counted and told once; Debug builds stop there.
#include <span>
#include <string>
#include <vector>

#include "core/time.h"
#include "physics/world.h"
#include "world/agents/agent.h"
#include "world/users/users.h"

namespace fh::world {

/// Keeps copies of what the last tick left; no state of the simulation: with finite values it changes nothing.
class FiniteGuard {
 public:
  /// Before a tick. After a jump in time (the first tick, a loaded state) the world's values are the good ones.
  void begin(core::Tick tick, std::span<const User> users, std::span<const Agent> agents, const physics::World& physics,
             const scene::Scene& scene);

  /// Tracked points, rig, avatar; restored as a whole.
  void user_done(User& user);
  /// Percepts that are not finite are dropped: not perceived.
  void senses_done(std::span<Agent> agents);
  /// What the agents intend; restored as a whole.
  void decisions_done(std::span<Agent> agents);
  /// Gait, posture, reach, touch; restored as a whole.
  void bodies_done(std::span<Agent> agents);
  /// Objects that move: put back at rest where they were.
  void physics_done(physics::World& physics);

  /// Values replaced so far.
  std::uint64_t stopped() const { return stopped_; }
  /// The first of them, "move: mira.gait.velocity at 3.20 s"; empty when there is none.
  const std::string& first() const { return first_; }

 private:
  struct KeptUser {
    UserState state;
    LocomotionState locomotion;
    Avatar avatar;
  };
  struct KeptAgent {
    mind::Intent intent;
    human::GaitState gait;
    human::Posture posture;
    human::Frames<double> frames;
    ReachState reach;
    TouchState touch;
  };
  struct KeptObject {
    core::ObjectId id;
    math::Pose pose;
    std::string name;
  };

  void stop(const char* phase, const std::string& whose, const char* field);

  core::Tick tick_ = -1;  // of the tick that is being checked
  std::vector<KeptUser> users_;
  std::vector<KeptAgent> agents_;
  std::vector<KeptObject> objects_;
  std::uint64_t stopped_ = 0;
  std::string first_;
};

}  // namespace fh::world
