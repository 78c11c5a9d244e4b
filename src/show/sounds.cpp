// SPDX-License-Identifier: Apache-2.0
#include "show/sounds.h"

#include <algorithm>
#include <cmath>

#include "physics/queries.h"
#include "world/ground/sound_way.h"

namespace fh::show {
namespace {

using audio::CueKind;
using audio::Stuff;
using math::Vec3;

// Levels at one metre. Footsteps and voices as agents hear them (world/agents/sensing.cpp).
constexpr double kFootstepDb = 45.0;  // a shoe on concrete
constexpr double kVoiceDb = 60.0;
constexpr double kOffSurface = 0.05;  // m from a surface at which its sound starts: not inside of it
constexpr double kUnderSole = 0.3;    // m below a sole in which the ground is sought

/// How loud a stuff is against stone, when walked on.
double step_db(Stuff stuff) {
  switch (stuff) {
    case Stuff::Wood:
      return 3.0;
    case Stuff::Metal:
      return 6.0;
    case Stuff::Soft:
      return -10.0;
    case Stuff::Stone:
    case Stuff::Glass:
    case Stuff::Plastic:
      return 0.0;
  }
  return 0.0;
}

Stuff stuff_of_object(const scene::Scene& scene, const scene::Object& object) {
  const scene::Material* material = world::surface_of(scene, object);
  return material ? stuff_of(*material) : Stuff::Stone;
}

/// Of two things that meet, the one that rings: hard before soft, the movable one of two that are alike.
int ringing(Stuff stuff) {
  switch (stuff) {
    case Stuff::Metal:
      return 5;
    case Stuff::Glass:
      return 4;
    case Stuff::Wood:
      return 3;
    case Stuff::Plastic:
      return 2;
    case Stuff::Stone:
      return 1;
    case Stuff::Soft:
      return 0;
  }
  return 0;
}

Stuff stuff_of_side(const scene::Scene& scene, core::ObjectId id) {
  const scene::Object* object = scene.find(id);
  return object ? stuff_of_object(scene, *object) : Stuff::Soft;  // skin and clothes
}

CueKind cue_of(world::Noise::Kind kind) {
  switch (kind) {
    case world::Noise::Kind::Impact:
      return CueKind::Impact;
    case world::Noise::Kind::Latch:
      return CueKind::Latch;
    case world::Noise::Kind::Click:
      return CueKind::Click;
    case world::Noise::Kind::Siren:
      return CueKind::Siren;
  }
  return CueKind::Impact;
}

/// The soles of a person (left, right) that stand, and where.
struct Soles {
  std::array<std::uint8_t, 2> planted{1, 1};
  std::array<Vec3, 2> at{};
};

Soles soles_of(const human::Frames<double>& frames) {
  Soles soles;
  soles.at = {frames.position(human::Joint::LeftToes), frames.position(human::Joint::RightToes)};
  return soles;
}

}  // namespace

audio::Stuff stuff_of(const scene::Material& material) {
  const auto has = [&](std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](const char* word) { return material.name.find(word) != std::string::npos; });
  };
  if (material.glass || material.mirror || has({"glass", "screen"})) return Stuff::Glass;
  if (world::is_soft(material)) return Stuff::Soft;
  if (has({"wood"})) return Stuff::Wood;
  if (material.metallic > 0.5f || has({"steel", "iron", "machine", "alumin", "brass", "copper"})) return Stuff::Metal;
  if (has({"plastic", "paint", "glow"})) return Stuff::Plastic;
  return Stuff::Stone;
}

std::optional<math::Pose> listener_of(const world::World& world) {
  if (!world.users().empty()) {
    const world::User& user = world.users().front();
    if (!user.avatar.present()) return std::nullopt;
    return user.state.head.world_from_point;
  }
  if (world.agents().empty()) return std::nullopt;
  return world.agents().front().world_from_eye();
}

std::span<const audio::Cue> Sounds::of_tick(const world::World& world, const Vec3& ears) {
  ears_ = ears;
  cues_.clear();
  planted_.resize(world.people().size(), {1, 1});
  speaks_.resize(world.agents().size());
  spoken_.resize(world.agents().size(), -1.0);
  footsteps(world);
  things(world);
  voices(world);
  if (!started_) cues_.clear();
  started_ = true;
  return cues_;
}

void Sounds::add(const world::World& world, CueKind kind, Stuff stuff, const Vec3& at, double level_db) {
  const double straight = std::max(0.1, glm::length(ears_ - at));
  const senses::SoundWay way = world::sound_way(world.physics(), world.scenario().scene, at, ears_, hits_);
  const double round = 20.0 * std::log10(std::max(1.0, way.length / straight));
  cues_.push_back({kind, stuff, count_++, at, level_db, way.loss_db + round});
}

void Sounds::footsteps(const world::World& world) {
  const auto step = [&](std::size_t person, const Soles& soles) {
    for (std::size_t foot = 0; foot < 2; ++foot) {
      const bool lands = soles.planted[foot] && !planted_[person][foot];
      planted_[person][foot] = soles.planted[foot];
      if (!lands || world.is_paused()) continue;
      physics::QueryFilter filter;
      filter.layers = physics::kPlaceLayers;
      const Vec3 from = soles.at[foot] + Vec3(0.0, kOffSurface, 0.0);
      const auto ground = physics::cast_ray(world.physics(), {from, -math::kUp}, kUnderSole, filter);
      const scene::Object* object = ground ? world.scenario().scene.find(ground->what.object) : nullptr;
      const Stuff stuff = object ? stuff_of_object(world.scenario().scene, *object) : Stuff::Stone;
      add(world, CueKind::Footstep, stuff, from, kFootstepDb + step_db(stuff));
    }
  };
  for (const world::User& user : world.users()) {
    if (!user.avatar.present()) continue;
    Soles soles = soles_of(user.avatar.fit().frames);
    for (std::size_t foot = 0; foot < 2; ++foot)
      soles.planted[foot] = user.avatar.fit().feet[foot].contact != human::SoleContact::None;
    step(user.id.value - 1, soles);
  }
  for (const world::Agent& agent : world.agents()) {
    Soles soles = soles_of(agent.frames);
    for (std::size_t foot = 0; foot < 2; ++foot) soles.planted[foot] = agent.gait.feet.feet[foot].planted;
    step(agent.person->id.value - 1, soles);
  }
}

void Sounds::things(const world::World& world) {
  if (world.is_paused()) return;
  const scene::Scene& scene = world.scenario().scene;
  for (const world::Noise& noise : world.noises().recent()) {
    if (noise.at != world.simulated() - 1) continue;
    Stuff rings = stuff_of_side(scene, noise.object);
    if (noise.kind == world::Noise::Kind::Impact) {
      const Stuff other = stuff_of_side(scene, noise.other);
      if (ringing(other) > ringing(rings)) rings = other;
    }
    add(world, cue_of(noise.kind), rings, noise.source(ears_), noise.level_db);
  }
}

void Sounds::voices(const world::World& world) {
  for (std::size_t i = 0; i < world.agents().size(); ++i) {
    const world::Agent& agent = world.agents()[i];
    const bool speaks = agent.intent.ask.valid();
    if (speaks && !speaks_[i])
      add(world, CueKind::Voice, Stuff::Soft, agent.frames.position(human::Joint::Head), kVoiceDb);
    speaks_[i] = speaks ? 1 : 0;
    const auto& said = agent.mind.voice().said();
    const double began = said.empty() ? -1.0 : said.back().at;
    if (began > spoken_[i] && !world.is_paused()) {
      add(world, CueKind::Voice, Stuff::Soft, agent.frames.position(human::Joint::Head), kVoiceDb);
      cues_.back().words = said.back().words.text;
      cues_.back().variation = 2 * static_cast<std::uint32_t>(i) + (agent.plan->body.female ? 1 : 0);
    }
    spoken_[i] = began;
  }
}

}  // namespace fh::show
