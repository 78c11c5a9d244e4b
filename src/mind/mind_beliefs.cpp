// SPDX-License-Identifier: Apache-2.0
// What a mind answers when its task asks what it believes.
#include "math/distances.h"
#include "mind/mind.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr double kBodyRadius = 0.24;  // m, of a body that is seen

}  // namespace

/// Doors and people that are known of: who vanished went through a door, or is where others are.
std::vector<Vec3> Mind::likely_places(const Self& self) const {
  std::vector<Vec3> places;
  for (const auto& seen : memory_.observations()) {
    if (seen.known_from > self.tick || seen.kind == senses::Kind::Obstacle) continue;
    const bool object = seen.kind == senses::Kind::Object;
    if (object && !is_way_through(catalogue_->thing(seen.item.object()))) continue;
    const Vec3 at = object ? seen.pose.position : senses::Memory::believed_position(seen, self.tick);
    places.push_back(Vec3(at.x, self.position.y, at.z));
  }
  return places;
}

TaskBeliefs Mind::task_beliefs(const Self& self) const {
  TaskBeliefs beliefs;
  beliefs.position = self.position;
  beliefs.facing = self.facing;
  beliefs.speed = plan_->speed;
  beliefs.seconds = core::seconds_of(self.tick);
  beliefs.way = way_;
  beliefs.reason = reason_;
  beliefs.hand_off = self.hand_off;
  beliefs.map = &navigator_.map();
  beliefs.knows_ground = navigator_.knows_ground();
  beliefs.where_is = [&](core::BodyId person) -> std::optional<planning::PerceivedPerson> {
    const auto* seen = memory_.find(senses::ItemId::of(person), self.tick);
    if (!seen) return {};
    planning::PerceivedPerson believed;
    const Vec3 place = senses::Memory::believed_position(*seen, self.tick);
    believed.id = person;
    believed.position = Vec3(place.x, self.position.y, place.z);
    believed.facing = math::yaw_of(seen->pose.rotation);
    believed.velocity = {seen->velocity[0], seen->velocity[2]};
    return believed;
  };
  beliefs.believed = [&](const std::string& name) { return believed(name, self.tick); };
  beliefs.likely_places = [&] { return likely_places(self); };
  beliefs.somebody_stands_at = [&](const Vec3& place, double within) {
    for (const auto& seen : memory_.observations()) {
      if (seen.kind != senses::Kind::Person || seen.known_from > self.tick) continue;
      const Vec3 at = senses::Memory::believed_position(seen, self.tick);
      if (glm::length(math::Vec2(at.x - place.x, at.z - place.z)) < within) return true;
    }
    return false;
  };
  beliefs.in_view = [&](const Vec3& a, const Vec3& b) { return in_view(a, b, self.tick); };
  beliefs.heard = voice_.heard();
  return beliefs;
}

/// Against the solids of what is believed to stand there, glass left out.
bool Mind::in_view(const Vec3& a, const Vec3& b, core::Tick now) const {
  for (const auto& seen : memory_.observations()) {
    if (seen.kind != senses::Kind::Object || seen.known_from > now) continue;
    const core::ObjectId id = seen.item.object();
    const planning::Solids* solids = solids_->find(id);
    if (!solids || catalogue_->thing(id).see_through) continue;
    const math::Pose local = math::inverse(seen.pose);
    const Vec3 from = local.point(a), way = local.point(b) - from;
    const double length = glm::length(way);
    if (length < 1e-6) continue;
    const math::Ray ray{from, way / length};
    const auto box = math::hit(ray, solids->bounds);
    if (!box || *box > length) continue;
    for (const auto& piece : solids->pieces) {
      for (const auto& triangle : piece.triangles) {
        const auto off = math::hit(ray, triangle);
        if (off && *off < length) return false;
      }
    }
  }
  return true;
}

std::optional<BelievedItem> Mind::believed(const std::string& name, core::Tick now) const {
  const auto body = catalogue_->person_named(name);
  const auto thing = body.valid() ? core::ObjectId{} : catalogue_->thing_named(name);
  if (!body.valid() && !thing.valid()) return {};
  const auto* seen = memory_.find(body.valid() ? senses::ItemId::of(body) : senses::ItemId::of(thing), now);
  if (!seen) return {};
  const Vec3 middle = body.valid() ? senses::Memory::believed_position(*seen, now)
                                   : seen->pose.point(catalogue_->thing(thing).bounds.centre());
  BelievedItem item;
  item.pose = seen->pose;
  item.middle = middle;
  item.age = core::seconds_of(now - seen->seen);
  item.sighted = seen->source == senses::Source::Sight;
  item.velocity = seen->velocity_vector();
  if (thing.valid()) {
    item.bounds = catalogue_->thing(thing).bounds;
    item.where = catalogue_->thing(thing).where;
    item.where.box = math::transformed(seen->pose, item.bounds);
  } else {
    item.where.is_person = true;
    item.where.box.add(middle - Vec3(kBodyRadius, 0.0, kBodyRadius));
    item.where.box.add(middle + Vec3(kBodyRadius, 1.7, kBodyRadius));
  }
  item.where.pose = seen->pose;
  return item;
}

std::optional<Vec3> Mind::place_of(const std::string& name, core::Tick now) const {
  if (name.empty()) return {};
  if (const auto body = catalogue_->person_named(name); body.valid()) {
    const auto* seen = memory_.find(senses::ItemId::of(body), now);
    if (!seen) return {};
    return senses::Memory::believed_position(*seen, now) + seen->reach_vector();
  }
  const auto thing = catalogue_->thing_named(name);
  if (!thing.valid()) return {};
  const auto* seen = memory_.find(senses::ItemId::of(thing), now);
  if (!seen) return {};
  return seen->pose.point(catalogue_->thing(thing).holds.front());
}

}  // namespace fh::mind
