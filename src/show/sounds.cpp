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

// Levels at one metre. Footsteps and voices as agents hear them (world/sensing.cpp).
constexpr double kFootstepDb = 45.0;  // a shoe on concrete
constexpr double kVoiceDb = 60.0;
constexpr double kLatchDb = 60.0;  // a door falls shut, a drawer stops
constexpr double kClickDb = 48.0;
constexpr double kImpactDb = 78.0;    // 1 N·s: a tool of 0.5 kg that fell a metre (2.2 N·s) has 85 dB
constexpr double kFaintest = 0.02;    // N·s: lighter touches are not heard
constexpr core::Tick kAgain = 9;      // ticks after which the same two things can be heard to meet again
constexpr double kOffSurface = 0.05;  // m from a surface at which its sound starts: not inside of it
constexpr double kAtEnd = 0.03;       // of the way of a joint
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

/// The stuff that most of an object's surface is made of.
Stuff stuff_of_object(const scene::Scene& scene, const scene::Object& object) {
  double largest = -1.0;
  Stuff stuff = Stuff::Stone;
  for (const auto& part : object.parts) {
    const scene::Mesh& mesh = scene.meshes[part.mesh];
    const Vec3 size = mesh.bounds.size() * part.scale;
    const double area = std::abs(size.x * size.y) + std::abs(size.y * size.z) + std::abs(size.z * size.x);
    if (area <= largest) continue;
    largest = area;
    stuff = stuff_of(scene.materials[mesh.material]);
  }
  return stuff;
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

Stuff stuff_of_side(const scene::Scene& scene, const physics::Touching& side) {
  const scene::Object* object = scene.find(side.object);
  return object ? stuff_of_object(scene, *object) : Stuff::Soft;  // skin and clothes
}

bool is_movable(const scene::Scene& scene, const physics::Touching& side) {
  const scene::Object* object = scene.find(side.object);
  return object && !object->is_static();
}

bool is_at_end(const physics::World& physics, const scene::Object& object) {
  const scene::ObjectJoint& joint = object.joint;
  const double way = joint.maximum - joint.minimum, at = physics.joint_position(object.id);
  if (way <= 0.0) return false;
  if (joint.kind == scene::JointKind::Button) {  // pushed in, away from 0
    const double in = -joint.minimum > joint.maximum ? at - joint.minimum : joint.maximum - at;
    return in < 0.1 * way;
  }
  return std::min(at - joint.minimum, joint.maximum - at) < kAtEnd * way;
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
  if (has({"carpet", "fabric", "cardboard", "paper", "leaf", "rubber"})) return Stuff::Soft;
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
  at_end_.resize(world.scenario().scene.objects.size(), 1);
  speaks_.resize(world.agents().size());
  footsteps(world);
  impacts(world);
  joints(world);
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

void Sounds::impacts(const world::World& world) {
  if (world.is_paused()) return;
  const scene::Scene& scene = world.scenario().scene;
  for (const physics::Contact& contact : world.physics().contacts()) {
    if (!contact.began || contact.impulse < kFaintest) continue;
    const auto pair = std::pair(contact.first, contact.second);
    const auto last = struck_.find(pair);
    if (last != struck_.end() && world.now() - last->second < kAgain) continue;
    struck_[pair] = world.now();
    const Stuff first = stuff_of_side(scene, contact.first), second = stuff_of_side(scene, contact.second);
    const Stuff rings = ringing(first) >= ringing(second) ? first : second;
    const bool muffled = first == Stuff::Soft || second == Stuff::Soft;
    // The sound starts beside the movable thing, not within the wall or floor that it met.
    const double side = is_movable(scene, contact.first) ? -1.0 : 1.0;
    const double level = kImpactDb + 20.0 * std::log10(contact.impulse) - (muffled ? 12.0 : 0.0);
    add(world, CueKind::Impact, rings, contact.point + side * kOffSurface * contact.normal, level);
  }
  if (struck_.size() > 4096) struck_.clear();
}

void Sounds::joints(const world::World& world) {
  const scene::Scene& scene = world.scenario().scene;
  for (const auto& object : scene.objects) {
    if (object.joint.kind == scene::JointKind::None) continue;
    const bool at_end = is_at_end(world.physics(), object);
    const bool arrived = at_end && !at_end_[object.id.value - 1];
    at_end_[object.id.value - 1] = at_end ? 1 : 0;
    if (!arrived) continue;
    const bool button = object.joint.kind == scene::JointKind::Button;
    const Vec3 at = world.physics().pose(object.id).point(0.5 * (object.bounds.low + object.bounds.high));
    const Vec3 out = math::normalized_or(ears_ - at, math::kUp);
    add(world, button ? CueKind::Click : CueKind::Latch, stuff_of_object(scene, object), at + kOffSurface * out,
        button ? kClickDb : kLatchDb);
  }
}

void Sounds::voices(const world::World& world) {
  for (std::size_t i = 0; i < world.agents().size(); ++i) {
    const world::Agent& agent = world.agents()[i];
    const bool speaks = agent.intent.ask.valid();
    if (speaks && !speaks_[i])
      add(world, CueKind::Voice, Stuff::Soft, agent.frames.position(human::Joint::Head), kVoiceDb);
    speaks_[i] = speaks ? 1 : 0;
  }
}

}  // namespace fh::show
