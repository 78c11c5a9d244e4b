// SPDX-License-Identifier: Apache-2.0
#include "world/ground/noises.h"

#include <algorithm>
#include <cmath>

#include "core/time.h"
#include "math/trig.h"

namespace fh::world {
namespace {

using math::Vec3;

// Levels at one metre.
constexpr double kLatchDb = 60.0;  // a door falls shut, a drawer stops
constexpr double kClickDb = 48.0;
constexpr double kSirenDb = 85.0;
constexpr double kImpactDb = 78.0;        // 1 N·s: a tool of 0.5 kg that fell a metre (2.2 N·s) has 85 dB
constexpr double kSoftDb = 12.0;          // less, where one of the two is soft
constexpr double kFaintest = 0.02;        // N·s: lighter touches are not heard
constexpr double kSlowest = 0.16;         // m/s: what lies and wakes falls at 0.11 in a tick, and is silent
constexpr double kOffSurface = 0.05;      // m from a surface at which its sound starts
constexpr double kEndOfJoint = 0.03;      // share of the way of a joint
constexpr core::Tick kStruckAgain = 9;    // ticks after which the same two things can be heard to meet again
constexpr core::Tick kNoiseKept = 180;    // ticks
constexpr core::Tick kSirenAgain = 90;    // ticks after which a siren begins anew
constexpr std::size_t kMostRecent = 64;   // the oldest are left out
constexpr std::size_t kMostStruck = 512;  // likewise

double decibels(double ratio) {
  constexpr double kLn10 = 2.302585092994045684;
  return 20.0 * math::log(ratio) / kLn10;
}

std::uint64_t key_of_side(const physics::Touching& side) {
  return side.object.valid() ? side.object.value : 0x80000000u + side.body.value;
}

/// m/s at which two things met, as their impulse was worked out.
double closing(const physics::World& physics, const physics::Contact& contact) {
  double inverse = 0.0;
  for (const core::ObjectId id : {contact.first.object, contact.second.object}) {
    const double mass = id.valid() ? physics.mass(id) : 0.0;
    if (mass > 0.0) inverse += 1.0 / mass;
  }
  return contact.impulse * inverse;
}

bool can_move(const scene::Scene& scene, core::ObjectId id) {
  const scene::Object* object = scene.find(id);
  return object && !object->is_static();
}

bool is_soft_side(const scene::Scene& scene, core::ObjectId id) {
  const scene::Object* object = scene.find(id);
  if (!object) return true;  // skin and clothes
  const scene::Material* material = surface_of(scene, *object);
  return material && is_soft(*material);
}

bool joint_at_end(const physics::World& physics, const scene::Object& object) {
  const scene::ObjectJoint& joint = object.joint;
  const double way = joint.maximum - joint.minimum, at = physics.joint_position(object.id);
  if (way <= 0.0) return false;
  if (joint.kind == scene::JointKind::Button) {  // pushed in, away from 0
    const double in = -joint.minimum > joint.maximum ? at - joint.minimum : joint.maximum - at;
    return in < 0.1 * way;
  }
  return std::min(at - joint.minimum, joint.maximum - at) < kEndOfJoint * way;
}

Vec3 middle_of_thing(const physics::World& physics, const scene::Object& object) {
  return physics.pose(object.id).point(0.5 * (object.bounds.low + object.bounds.high));
}

}  // namespace

const scene::Material* surface_of(const scene::Scene& scene, const scene::Object& object) {
  double largest = -1.0;
  const scene::Material* material = nullptr;
  for (const auto& part : object.parts) {
    const scene::Mesh& mesh = scene.meshes[part.mesh];
    const Vec3 size = mesh.bounds.size() * part.scale;
    const double area = std::abs(size.x * size.y) + std::abs(size.y * size.z) + std::abs(size.z * size.x);
    if (area <= largest) continue;
    largest = area;
    material = &scene.materials[mesh.material];
  }
  return material;
}

bool is_soft(const scene::Material& material) {
  constexpr const char* kSoft[] = {"carpet", "fabric", "cardboard", "paper", "leaf", "rubber"};
  return std::any_of(std::begin(kSoft), std::end(kSoft),
                     [&](const char* word) { return material.name.find(word) != std::string::npos; });
}

Vec3 Noise::source(const Vec3& ears) const {
  if (kind == Kind::Impact) return position;
  return position + kOffSurface * math::normalized_or(ears - position, math::kUp);
}

void Noise::visit(core::Archive& archive) {
  archive.field("kind", kind);
  archive.field("object", object.value);
  archive.field("other", other.value);
  archive.field("who", who.value);
  archive.field("position", position);
  archive.field("level_db", level_db);
  archive.field("at", at);
}

void Noises::Struck::visit(core::Archive& archive) {
  archive.field("pair", pair);
  archive.field("at", at);
}

Noises::Noises(const scene::Scenario& scenario, const physics::World& physics) : scenario_(&scenario) {
  for (const scene::Object& object : scenario.scene.objects) {
    if (object.joint.kind == scene::JointKind::None) continue;
    joints_.push_back(object.id);
    at_end_.push_back(joint_at_end(physics, object) ? 1 : 0);
  }
  for (std::size_t i = 0; i < scenario.drives.size(); ++i) {
    const auto& lamps = scenario.drives[i].lamps;
    for (std::size_t k = 0; k < lamps.size(); ++k) {
      const scene::Object* object = scenario.scene.find(lamps[k].object);
      if (object && object->is_a("siren")) sirens_.push_back({i, k, object->id});
    }
  }
  sounding_.assign(sirens_.size(), -1);
}

void Noises::add(const physics::World& physics, Noise noise) {
  if (!noise.who.valid() && noise.object.valid()) noise.who = physics.holder(noise.object);
  if (!noise.who.valid() && noise.other.valid()) noise.who = physics.holder(noise.other);
  if (recent_.size() == kMostRecent) recent_.erase(recent_.begin());
  recent_.push_back(noise);
}

void Noises::advance(const physics::World& physics, std::span<const double> drive_shares, core::Tick now) {
  std::erase_if(recent_, [&](const Noise& noise) { return now - noise.at > kNoiseKept; });
  std::erase_if(struck_, [&](const Struck& struck) { return now - struck.at >= kStruckAgain; });
  if (now > 0) impacts(physics, now);  // at first things settle
  joints(physics, now);
  sirens(physics, drive_shares, now);
}

void Noises::impacts(const physics::World& physics, core::Tick now) {
  const scene::Scene& scene = scenario_->scene;
  for (const physics::Contact& contact : physics.contacts()) {
    if (!contact.began || contact.impulse < kFaintest || closing(physics, contact) < kSlowest) continue;
    const std::uint64_t pair = (key_of_side(contact.first) << 32) | key_of_side(contact.second);
    const auto at = std::lower_bound(struck_.begin(), struck_.end(), pair,
                                     [](const Struck& struck, std::uint64_t p) { return struck.pair < p; });
    if ((at != struck_.end() && at->pair == pair) || struck_.size() >= kMostStruck) continue;
    struck_.insert(at, {pair, now});
    const core::ObjectId first = contact.first.object, second = contact.second.object;
    Noise noise{Noise::Kind::Impact, first, second, {}, {}, 0.0, now};
    noise.who = contact.first.body.valid() ? contact.first.body : contact.second.body;
    // It starts beside the movable thing, not within the wall or floor that it met.
    const double side = can_move(scene, first) ? -1.0 : 1.0;
    noise.position = contact.point + side * kOffSurface * contact.normal;
    const bool muffled = is_soft_side(scene, first) || is_soft_side(scene, second);
    noise.level_db = kImpactDb + decibels(contact.impulse) - (muffled ? kSoftDb : 0.0);
    add(physics, noise);
  }
}

void Noises::joints(const physics::World& physics, core::Tick now) {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const scene::Object& object = *scenario_->scene.find(joints_[i]);
    const bool at_end = joint_at_end(physics, object), arrived = at_end && !at_end_[i];
    at_end_[i] = at_end ? 1 : 0;
    if (!arrived) continue;
    const bool button = object.joint.kind == scene::JointKind::Button;
    add(physics, {button ? Noise::Kind::Click : Noise::Kind::Latch,
                  object.id,
                  {},
                  {},
                  middle_of_thing(physics, object),
                  button ? kClickDb : kLatchDb,
                  now});
  }
}

void Noises::sirens(const physics::World& physics, std::span<const double> drive_shares, core::Tick now) {
  for (std::size_t i = 0; i < sirens_.size(); ++i) {
    const Siren& siren = sirens_[i];
    const scene::Drive& drive = scenario_->drives[siren.drive];
    const bool lit = scene::is_lit(drive, drive.lamps[siren.lamp], drive_shares[siren.drive]);
    if (!lit) sounding_[i] = -1;
    if (lit && sounding_[i] < 0) sounding_[i] = now;
    if (!lit || (now - sounding_[i]) % kSirenAgain != 0) continue;
    const scene::Object& object = *scenario_->scene.find(siren.object);
    add(physics, {Noise::Kind::Siren, object.id, {}, {}, middle_of_thing(physics, object), kSirenDb, now});
  }
}

void Noises::visit(core::Archive& archive) {
  const std::size_t joints = at_end_.size(), sirens = sounding_.size();
  archive.field("at_end", at_end_);
  archive.field("sounding", sounding_);
  archive.field("struck", struck_);
  archive.field("recent", recent_);
  if (!archive.is_loading()) return;
  const auto known = [&](const Noise& noise) { return noise.kind <= Noise::Kind::Siren; };
  if (at_end_.size() == joints && sounding_.size() == sirens && recent_.size() <= kMostRecent &&
      std::all_of(recent_.begin(), recent_.end(), known))
    return;
  at_end_.assign(joints, 1);
  sounding_.assign(sirens, -1);
  recent_.clear();
  archive.reject();
}

}  // namespace fh::world
