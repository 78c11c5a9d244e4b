// SPDX-License-Identifier: Apache-2.0
#pragma once
// What can be heard of a world, tick by tick: footsteps by ground, things that meet by material and impulse, doors and
// drawers at the end of their way, buttons, voices. Read from the world's state after each tick and never written into
// it, so that a replay sounds the same.
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "audio/cue.h"
#include "physics/queries.h"
#include "world/world.h"

namespace fh::show {

class Sounds {
 public:
  /// What began in the tick that the world has just done, as it reaches the ears. The first call only takes note of how
  /// things stand.
  std::span<const audio::Cue> of_tick(const world::World& world, const math::Vec3& ears);

 private:
  void footsteps(const world::World& world);
  void things(const world::World& world);
  void voices(const world::World& world);
  void add(const world::World& world, audio::CueKind kind, audio::Stuff stuff, const math::Vec3& at, double level_db);

  bool started_ = false;
  math::Vec3 ears_{0.0};
  std::vector<audio::Cue> cues_;
  std::vector<std::array<std::uint8_t, 2>> planted_;  // by person: left, right
  std::vector<std::uint8_t> speaks_;                  // by agent
  std::vector<double> spoken_;                        // by agent: s at which its last words began
  std::vector<physics::RayHit> hits_;
  std::uint32_t count_ = 0;
};

/// Whose ears hear a visit: the first user's; in a place without users, the first agent's. Looks along -Z. Nobody:
/// none.
std::optional<math::Pose> listener_of(const world::World& world);

/// How a surface sounds, by the name and the looks of its material.
audio::Stuff stuff_of(const scene::Material& material);

}  // namespace fh::show
