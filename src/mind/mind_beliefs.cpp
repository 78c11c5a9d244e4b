// SPDX-License-Identifier: Apache-2.0
// What a mind answers when its task asks what it believes.
#include <algorithm>

#include "math/distances.h"
#include "mind/mind.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr double kBodyRadius = 0.24;  // m, of a body that is seen

/// Whether the segment passes through the box.
bool passes(const math::Aabb& box, const Vec3& from, const Vec3& to) {
  double first = 0.0, last = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    const double way = to[axis] - from[axis];
    const double a = box.low[axis] - from[axis], b = box.high[axis] - from[axis];
    if (std::abs(way) < 1e-9) {
      if (a > 0.0 || b < 0.0) return false;
      continue;
    }
    first = std::max(first, std::min(a / way, b / way));
    last = std::min(last, std::max(a / way, b / way));
  }
  return first < last;
}

/// Whether a surface of the solids lies between two points of object space.
bool hinders(const planning::Solids& solids, const Vec3& from, const Vec3& to) {
  const double length = glm::length(to - from);
  if (length < 1e-6 || !passes(solids.bounds, from, to)) return false;
  const math::Ray ray{from, (to - from) / length};
  for (const auto& piece : solids.pieces) {
    for (const math::Triangle& triangle : piece.triangles) {
      const auto at = math::hit(ray, triangle);
      if (at && *at < length) return true;
    }
  }
  return false;
}

/// Whether something of this height can stand there: on a surface, with nothing above it. Object space.
bool bears(const planning::Solids& solids, const Vec3& spot, double height) {
  constexpr double kSkin = 0.01, kHeadroom = 0.05;  // m
  const Vec3 above = spot + Vec3(0.0, kSkin, 0.0);
  return hinders(solids, above, spot - Vec3(0.0, kSkin, 0.0)) &&
         !hinders(solids, above, spot + Vec3(0.0, height + kHeadroom, 0.0));
}

double wide_of(const math::Aabb& bounds) {
  const Vec3 size = bounds.size();
  return 0.5 * glm::length(math::Vec2(size.x, size.z));
}

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
  beliefs.hands = self.hands;
  beliefs.stance = self.stance;
  beliefs.shoulder = shoulder_;
  beliefs.arm = arm_;
  beliefs.holds = [&](const std::string& thing) { return holds(self, thing); };
  beliefs.holds_of = [&](const std::string& thing) { return holds_of(self, thing); };
  beliefs.is_open_to = [&](const Vec3& stand, const Vec3& point, const std::string& taken) {
    return is_open_to(self, stand, point, taken);
  };
  beliefs.is_in_way_of = [&](const Vec3& stand, const std::string& thing) { return is_in_way_of(self, stand, thing); };
  beliefs.spots_on = [&](const std::string& onto, const std::string& thing) { return spots_on(self, onto, thing); };
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

bool Mind::holds(const Self& self, const std::string& thing) const {
  const core::ObjectId id = catalogue_->thing_named(thing);
  return id.valid() && (self.hands.held[0] == id || self.hands.held[1] == id);
}

std::vector<Vec3> Mind::holds_of(const Self& self, const std::string& name) const {
  std::vector<Vec3> points;
  const core::ObjectId thing = catalogue_->thing_named(name);
  const auto* seen = thing.valid() ? memory_.find(senses::ItemId::of(thing), self.tick) : nullptr;
  if (!seen) return points;
  for (const Vec3& hold : catalogue_->thing(thing).holds) points.push_back(seen->pose.point(hold));
  return points;
}

bool Mind::is_open_to(const Self& self, const Vec3& stand, const Vec3& point, const std::string& taken) const {
  constexpr double kOnIt = 0.05, kOver = 0.2;  // m: what the point lies on; a hand comes from that much above
  const core::ObjectId skipped = catalogue_->thing_named(taken);
  const auto& held = self.hands.held;
  const auto is_open_from = [&](double height) {
    const Vec3 from(stand.x, height, stand.z);
    const Vec3 to = point + kOnIt * math::normalized_or(from - point, math::kUp);
    for (const auto& seen : memory_.observations()) {
      if (seen.kind != senses::Kind::Object || seen.known_from > self.tick) continue;
      const core::ObjectId id = seen.item.object();
      const planning::Solids* solids = solids_->find(id);
      if (!solids || id == skipped || id == held[0] || id == held[1]) continue;
      const math::Pose object_from_world = math::inverse(seen.pose);
      if (hinders(*solids, object_from_world.point(from), object_from_world.point(to))) return false;
    }
    return true;
  };
  const double shoulder = stand.y + shoulder_;
  return is_open_from(shoulder) || (point.y + kOver > shoulder && is_open_from(point.y + kOver));
}

bool Mind::is_in_way_of(const Self& self, const Vec3& stand, const std::string& name) const {
  constexpr double kDeep = 0.2;  // m, half of a body's depth and a little
  const core::ObjectId thing = catalogue_->thing_named(name);
  const auto* seen = thing.valid() ? memory_.find(senses::ItemId::of(thing), self.tick) : nullptr;
  if (!seen) return false;
  const math::Aabb& swept = catalogue_->thing(thing).swept;
  const Vec3 at = math::inverse(seen->pose).point(stand);
  return at.x > swept.low.x - kDeep && at.x < swept.high.x + kDeep && at.z > swept.low.z - kDeep &&
         at.z < swept.high.z + kDeep;
}

bool Mind::is_free_for(const Self& self, core::ObjectId what, core::ObjectId base, const Vec3& spot) const {
  constexpr double kRoom = 0.03, kOver = 0.02;  // m between things; over what it stands on
  const math::Aabb& size = catalogue_->thing(what).bounds;
  const double wide = wide_of(size) + kRoom, tall = std::max(kOver, size.size().y);
  for (const auto& other : memory_.observations()) {
    if (other.kind != senses::Kind::Object || other.known_from > self.tick) continue;
    const core::ObjectId by = other.item.object();
    if (by == base || by == what) continue;
    // As wide as the thing, whichever way it is turned, and as tall as it stands.
    const math::Pose local = math::inverse(other.pose);
    const Vec3 up = glm::abs(local.direction(math::kUp));
    math::Aabb room = catalogue_->thing(by).bounds;
    const Vec3 about(wide * math::sqrt(std::max(0.0, 1.0 - up.x * up.x)),
                     wide * math::sqrt(std::max(0.0, 1.0 - up.y * up.y)),
                     wide * math::sqrt(std::max(0.0, 1.0 - up.z * up.z)));
    room.low -= about;
    room.high += about;
    if (passes(room, local.point(spot + Vec3(0.0, kOver, 0.0)), local.point(spot + Vec3(0.0, tall, 0.0)))) return false;
  }
  return true;
}

std::vector<Vec3> Mind::spots_on(const Self& self, const std::string& onto, const std::string& thing) const {
  constexpr double kStep = 0.05, kEdge = 0.02;  // m between spots; more than half a thing's width from the edge
  constexpr double kFoot = 0.004;               // m over its lowest point
  constexpr double kDeep = 0.05, kWall = 0.06;  // m under its top: there walls leave room for fingers
  core::ObjectId id = catalogue_->thing_named(onto);
  std::string site;
  if (!id.valid()) {
    const std::size_t dot = onto.rfind('.');
    if (dot == std::string::npos) return {};
    id = catalogue_->thing_named(onto.substr(0, dot));
    site = onto.substr(dot + 1);
  }
  const core::ObjectId what = catalogue_->thing_named(thing);
  const auto* seen = id.valid() ? memory_.find(senses::ItemId::of(id), self.tick) : nullptr;
  const planning::Solids* solids = solids_->find(id);
  if (!seen || !solids || !what.valid()) return {};
  const ThingKind& base = catalogue_->thing(id);
  const math::Aabb& size = catalogue_->thing(what).bounds;
  std::vector<double> heights;  // of surfaces, object space
  if (site.empty()) heights.push_back(base.bounds.high.y);
  for (const auto& [name, place] : base.sites) {
    if (!site.empty() && name == site && !bears(*solids, place, size.size().y)) return {seen->pose.point(place)};
    if (site.empty() || name == site) heights.push_back(place.y);
  }
  const Vec3 low = base.bounds.low, high = base.bounds.high;
  // What it stands on itself is no surface of it.
  heights.erase(std::remove_if(heights.begin(), heights.end(), [&](double y) { return y < low.y + kFoot; }),
                heights.end());
  const double wide = wide_of(size);
  std::vector<Vec3> spots;
  for (const double y : heights) {
    const double edge = y < high.y - kDeep ? kWall : kEdge;
    const double inset_x = std::min(wide + edge, 0.5 * (high.x - low.x)),
                 inset_z = std::min(wide + edge, 0.5 * (high.z - low.z));
    for (double x = low.x + inset_x; x <= high.x - inset_x + 1e-9; x += kStep) {
      for (double z = low.z + inset_z; z <= high.z - inset_z + 1e-9; z += kStep) {
        const Vec3 spot = seen->pose.point({x, y, z});
        if (bears(*solids, {x, y, z}, size.size().y) && is_free_for(self, what, id, spot)) spots.push_back(spot);
      }
    }
  }
  return spots;
}

/// The deed that the task asks for, as far as the mind knows where the thing is.
void Mind::use_hands(const Self& self, const TaskGoal& wish, Intent& intent) const {
  intent.deed = wish.deed;
  intent.thing = catalogue_->thing_named(wish.thing);
  intent.state = wish.state;
  intent.amount = wish.amount;
  intent.place = wish.place;
  intent.together = wish.together;
  if (intent.together != Together::None) {
    intent.partner = catalogue_->person_named(wish.gesture_at);
    return;
  }
  if (intent.deed == scene::Deed::None) {
    const auto place = wish.thing.empty() ? std::nullopt : place_of(wish.look_at, self.tick);
    if (place && way_ == planning::NavStatus::Arrived) intent.facing = facing_work(self, *place);
    return;
  }
  if (intent.deed != scene::Deed::Put) {
    const auto* seen = memory_.find(senses::ItemId::of(intent.thing), self.tick);
    if (!seen) {
      intent.deed = scene::Deed::None;
      return;
    }
    const ThingKind& kind = catalogue_->thing(intent.thing);
    double least = 1e9;
    for (const Vec3& hold : intent.deed == scene::Deed::Take ? std::vector{kind.bounds.centre()} : kind.holds) {
      const Vec3 at = seen->pose.point(hold);
      const double far = glm::length(at - self.world_from_eye.position);
      if (far >= least) continue;
      least = far;
      intent.place = at;
    }
  }
  if (way_ == planning::NavStatus::Arrived) intent.facing = facing_work(self, intent.place);
}

}  // namespace fh::mind
