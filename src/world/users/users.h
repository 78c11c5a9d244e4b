// SPDX-License-Identifier: Apache-2.0
#pragma once
// A user of the world: everything it keeps about a person with tracked head and hands. Users are the first bodies, in
// the order of the scenario; agents follow.
#include <string>

#include "world/devices/haptics.h"
#include "world/users/avatar.h"
#include "world/users/locomotion.h"
#include "world/users/user.h"
#include "world/users/user_body.h"
#include "world/users/user_gaze.h"
#include "world/users/user_solids.h"

namespace fh::world {

struct User {
  core::BodyId id;
  std::string name;  // as agents call them
  math::Pose start;  // on the floor
  UserSettings settings;
  LocomotionSettings moving;
  UserState state;
  LocomotionState locomotion;
  UserBody body;
  Avatar avatar;
  UserSolids solids;
  Haptics haptics;
  UserGaze gaze = {};
  UserGrips grips = {};

  /// Where the user stands: under the pelvis, on the floor of tracking space.
  math::Vec3 feet() const;
  /// After the body has followed: gives both hands of the state the pose of the drawn hands (follow_body()).
  void join_hands();
  /// Before the body follows: how the hands lie on what they hold, or close about it.
  void follow_held(const physics::World& physics, const frame::FrameInput& input);
  /// Before each step of physics: moves the solids and what the hands hold.
  void drive(physics::World& physics, const scene::Scene& scene);
  /// At the end of a tick: what the hands carry counts in balance. `stepped`: physics made a step in it.
  void weigh(const physics::World& physics, bool stepped);
  /// After the step of physics: what the hands feel (haptics).
  void feel(const physics::World& physics, const scene::Scene& scene);
  /// What is hashed each tick, in the users' phase; the solids belong to physics.
  void visit_digest(core::Archive& archive);
};

}  // namespace fh::world
