// SPDX-License-Identifier: Apache-2.0
#pragma once
// What things are heard of: those that meet, doors and drawers at the end of their way, buttons, sirens. Found after
// each step and part of the state: a replay repeats them, loudspeakers play them (show/sounds.h) and agents hear them,
// damped by walls (world/agents/sensing.h). Steps and voices belong to bodies and are heard from there.
#include <span>
#include <vector>

#include "core/archive.h"
#include "physics/world.h"
#include "scene/scenario/scenario.h"

namespace fh::world {

struct Noise {
  enum class Kind : std::uint8_t { Impact, Latch, Click, Siren };

  Kind kind = Kind::Impact;
  core::ObjectId object;  // that sounds; of two that meet the first, none: skin and clothes
  core::ObjectId other;   // of an impact
  core::BodyId who;       // whose body or hand was in it; none: nobody's
  math::Vec3 position{0.0};
  double level_db = 0.0;  // at one metre in the open
  core::Tick at = 0;      // World::simulated() in its tick

  /// Where it is heard from: beside the thing, not within it.
  math::Vec3 source(const math::Vec3& ears) const;
  void visit(core::Archive& archive);
};

class Noises {
 public:
  /// `scenario` must outlive it; how things stand now is silent.
  Noises(const scene::Scenario& scenario, const physics::World& physics);

  /// After each step of the place. `drive_shares`: where each value of the scenario is in its range (world/drives.h).
  void advance(const physics::World& physics, std::span<const double> drive_shares, core::Tick now);
  /// The last ones, the oldest first; none is older than two seconds, and of very many the older ones are left out.
  std::span<const Noise> recent() const { return recent_; }

  void visit(core::Archive& archive);

 private:
  /// Two things that met and, for a moment, are not heard to meet again.
  struct Struck {
    std::uint64_t pair = 0;
    core::Tick at = 0;
    void visit(core::Archive& archive);
  };
  /// A lamp that sounds while it is lit.
  struct Siren {
    std::size_t drive = 0, lamp = 0;
    core::ObjectId object;
  };
  void impacts(const physics::World& physics, core::Tick now);
  void joints(const physics::World& physics, core::Tick now);
  void sirens(const physics::World& physics, std::span<const double> drive_shares, core::Tick now);
  void add(const physics::World& physics, Noise noise);

  const scene::Scenario* scenario_;
  std::vector<Siren> sirens_;
  std::vector<core::ObjectId> joints_;  // things on joints
  std::vector<std::uint8_t> at_end_;    // of each: at the end of its way
  std::vector<core::Tick> sounding_;    // by siren: when it began to sound, -1: silent
  std::vector<Struck> struck_;          // by pair
  std::vector<Noise> recent_;
};

/// The material that most of an object's surface is made of; null: it has no surface.
const scene::Material* surface_of(const scene::Scene& scene, const scene::Object& object);
/// Carpets, cardboard, rubber: they damp what they meet.
bool is_soft(const scene::Material& material);

}  // namespace fh::world
