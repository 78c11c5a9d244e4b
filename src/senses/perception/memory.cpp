// SPDX-License-Identifier: Apache-2.0
#include "senses/perception/memory.h"

#include <algorithm>

#include "core/assert.h"
#include "scene/place/scene.h"
#include "senses/retina/item_coverage.h"

namespace fh::senses {
namespace {

using math::Vec3;

constexpr double kPredictSeconds = 2.0;
constexpr double kNamelessWay = 0.5;  // m that a nameless thing is believed to have gone on
constexpr std::size_t kMostSurprises = 32;

std::array<float, 3> three(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

bool by_item(const Observation& o, ItemId item) {
  return o.item < item;
}

// Points inside something: looked through, blocked, or not resolved by the eye at all.
struct Evidence {
  int through = 0, blocked = 0;
};

// `slack`: how far from the point the thing surely extends.
void look_at_point(const Retina& retina, const Vec3& point, double slack, Evidence& evidence) {
  const Vec3 local = math::inverse(retina.world_from_eye).point(point);
  const double distance = glm::length(local);
  if (distance < 0.05) return;
  const auto sample = retina.field->sample_at(local / distance);
  if (!sample) return;
  if (!retina.mirrors.empty() && retina.mirrors[*sample] != 0) return;
  if (glm::length(retina.field->direction(*sample) - local / distance) * distance > slack) return;
  const double seen = 1.0 / static_cast<double>(retina.nearness[*sample]);
  if (seen > distance + slack) {
    ++evidence.through;
  } else {
    ++evidence.blocked;
  }
}

// A thin line from the pelvis to the head: inside the trunk however the limbs are held.
Evidence look_along(const Retina& retina, const Vec3& pelvis, const Vec3& reach) {
  constexpr int kPoints = 12;
  Evidence evidence;
  for (int i = 0; i < kPoints; ++i) {
    look_at_point(retina, pelvis + reach * (static_cast<double>(i) / (kPoints - 1)), 0.09, evidence);
  }
  return evidence;
}

}  // namespace

std::vector<MemoryRule> default_rules() {
  return {{"", 1e9, 0.0, 0.0},         {"person", 20.0, 1.3, 0.1},   {"obstacle", 10.0, 0.5, 0.5},
          {"door", 120.0, 0.02, 5.0},  {"drawer", 120.0, 0.01, 5.0}, {"tool", 300.0, 0.01, 10.0},
          {"goods", 300.0, 0.01, 10.0}};
}

void Observation::visit(core::Archive& archive) {
  archive.field("item", item);
  archive.field("kind", kind);
  archive.field("source", source);
  archive.field("rule", rule);
  archive.field("moves", moves);
  archive.field("confidence", confidence);
  archive.field("uncertainty", uncertainty);
  archive.field("pose", pose);
  archive.field("velocity", velocity);
  archive.field("angular_velocity", angular_velocity);
  archive.field("reach", reach);
  archive.field("unseen", unseen);
  archive.field("seen", seen);
  archive.field("known_from", known_from);
}

void Surprise::visit(core::Archive& archive) {
  archive.field("item", item);
  archive.field("what", what);
  archive.field("time", time);
  archive.field("place", place);
  archive.field("distance", distance);
}

Memory::Memory(const scene::Scene& scene, const MemorySettings& settings) : settings_(settings) {
  FH_ASSERT(!settings_.rules.empty() && settings_.rules.size() < 256, "memory needs a rule for everything else");
  const auto rule_named = [&](const std::string& name, std::uint8_t otherwise) {
    for (std::size_t r = 0; r < settings_.rules.size(); ++r) {
      if (settings_.rules[r].of_class == name) return static_cast<std::uint8_t>(r);
    }
    return otherwise;
  };
  const std::uint8_t other = rule_named("", 0);
  person_rule_ = rule_named("person", other);
  obstacle_rule_ = rule_named("obstacle", other);
  for (const scene::Object& object : scene.objects) {
    std::uint8_t rule = other;
    for (const std::string& name : object.classes) {  // from special to general
      rule = rule_named(name, other);
      if (rule != other) break;
    }
    object_rules_.push_back(rule);
  }
}

std::uint8_t Memory::rule_of(ItemId item, Kind kind) const {
  if (kind == Kind::Person) return person_rule_;
  if (kind == Kind::Obstacle || item.value == 0 || item.value > object_rules_.size()) return obstacle_rule_;
  return object_rules_[item.value - 1];
}

Observation* Memory::find_any(ItemId item) {
  const auto at = std::lower_bound(observations_.begin(), observations_.end(), item, by_item);
  return at != observations_.end() && at->item == item ? &*at : nullptr;
}

const Observation* Memory::find(ItemId item, core::Tick now) const {
  const auto at = std::lower_bound(observations_.begin(), observations_.end(), item, by_item);
  return at != observations_.end() && at->item == item && at->known_from <= now ? &*at : nullptr;
}

Observation& Memory::upsert(const Percept& p, core::Tick now) {
  const auto at = std::lower_bound(observations_.begin(), observations_.end(), p.item, by_item);
  const bool known = at != observations_.end() && at->item == p.item;
  Observation& o = known ? *at : *observations_.insert(at, Observation{});
  if (!known) o.known_from = now + core::ticks_of(settings_.reaction);
  // What was seen of a thing that stays where it is adds up.
  o.unseen = known && !p.moves ? o.unseen & p.unseen : p.unseen;
  o.item = p.item;
  o.kind = p.kind;
  o.source = p.source;
  o.rule = rule_of(p.item, p.kind);
  o.moves = p.moves ? 1 : 0;
  o.confidence = p.source == Source::Sight ? 1.0f : 0.5f;
  o.uncertainty = p.uncertainty;
  o.pose = p.pose;
  o.velocity = p.velocity_known ? three(p.velocity) : std::array<float, 3>{};
  o.angular_velocity = p.velocity_known ? three(p.angular_velocity) : std::array<float, 3>{};
  o.reach = three(p.reach);
  o.seen = now;
  return o;
}

void Memory::take_in(const Percept& p, core::Tick now) {
  const Observation* before = find_any(p.item);
  if (p.kind == Kind::Person) {
    const bool forgotten = before == nullptr || core::seconds_of(now - before->seen) > 5.0;
    if (forgotten) surprise({p.item, Surprise::What::Appeared, now, p.pose.position, 0.0});
  }
  if (before != nullptr && p.kind != Kind::Obstacle && p.moves) {
    const double off = glm::length(p.pose.position - believed_position(*before, now));
    if (off > uncertainty(*before, now) + settings_.surprise_distance) {
      surprise({p.item, Surprise::What::Moved, now, p.pose.position, off});
    }
  }
  upsert(p, now);
}

void Memory::tell(ItemId item, Kind kind, bool moves, const math::Pose& pose, core::Tick now) {
  Percept p;
  p.item = item;
  p.kind = kind;
  p.source = Source::Told;
  p.moves = moves;
  p.pose = pose;
  Observation& o = upsert(p, now);
  o.known_from = now;
  o.confidence = 1.0f;
  keep_capacity();
}

void Memory::look(const RetinaScene& scene, const Retina& retina, const Percepts& percepts) {
  const core::Tick now = percepts.time;
  surprises_.clear();
  for (const Percept& p : percepts.items) take_in(p, now);
  // What was just recognised is no longer nameless; what was nameless and is looked through is gone like anything else.
  std::erase_if(observations_, [&](const Observation& o) {
    if (o.seen == now && o.source == Source::Sight) return false;
    if (o.item.is_nameless() && percepts.find(o.item.named()) != nullptr) return true;
    if (o.moves == 0 || !looked_through(scene, retina, o, now)) return false;
    surprise({o.item, Surprise::What::Vanished, now, believed_position(o, now), 0.0});
    return true;
  });
  age(now);
  keep_capacity();
}

void Memory::notice(const Percept& percept, core::Tick now) {
  const auto still_sure = [&](const Observation* o) {
    return o != nullptr && o->source == Source::Sight && uncertainty(*o, now) <= percept.uncertainty;
  };
  if (still_sure(find_any(percept.item))) return;
  // Felt or heard where something recognised is believed to be: nothing new.
  const Observation* named = find_any(percept.item.named());
  if (percept.item.is_nameless() && named != nullptr) {
    const double off = glm::length(named->pose.position - percept.pose.position);
    if (off < uncertainty(*named, now) + 1.0) return;
  }
  upsert(percept, now);
  keep_capacity();
}

double Memory::lifetime(const Observation& o) const {
  if (o.moves == 0 || settings_.model == MemoryModel::Keep) return 1e9;
  return settings_.model == MemoryModel::Temporal ? settings_.lifetime : settings_.rules[o.rule].lifetime;
}

void Memory::age(core::Tick now) {
  std::erase_if(observations_, [&](const Observation& o) { return core::seconds_of(now - o.seen) >= lifetime(o); });
}

std::size_t Memory::planner_failed(core::Tick now) {
  return std::erase_if(observations_, [&](const Observation& o) {
    return o.moves != 0 && core::seconds_of(now - o.seen) > settings_.failure_age;
  });
}

void Memory::keep_capacity() {
  while (observations_.size() > settings_.capacity) {
    const auto oldest = std::min_element(observations_.begin(), observations_.end(),
                                         [](const Observation& a, const Observation& b) { return a.seen < b.seen; });
    observations_.erase(oldest);
  }
}

void Memory::surprise(const Surprise& s) {
  if (surprises_.size() < kMostSurprises) surprises_.push_back(s);
}

Vec3 Memory::believed_position(const Observation& o, core::Tick now) {
  if (o.kind == Kind::Object) return o.pose.position;
  const double seconds = std::min(kPredictSeconds, core::seconds_of(now - o.seen));
  Vec3 way = seconds * o.velocity_vector();
  if (o.kind == Kind::Obstacle) {
    // Of a nameless thing a piece was seen, and another piece the next time: that its middle jumps is no motion that
    // goes on. It stays at its height, and near.
    way.y = 0.0;
    const double length = glm::length(way);
    if (length > kNamelessWay) way *= kNamelessWay / length;
  }
  return o.pose.position + way;
}

double Memory::uncertainty(const Observation& o, core::Tick now) const {
  if (o.moves == 0) return static_cast<double>(o.uncertainty);
  const MemoryRule& rule = settings_.rules[o.rule];
  return static_cast<double>(o.uncertainty) + rule.drift * std::max(0.0, core::seconds_of(now - o.seen) - rule.still);
}

double Memory::confidence(const Observation& o, core::Tick now) const {
  if (o.moves == 0) return static_cast<double>(o.confidence);
  return static_cast<double>(o.confidence) * math::pow(0.5, core::seconds_of(now - o.seen) / settings_.half_confidence);
}

bool Memory::looked_through(const RetinaScene& scene, const Retina& retina, const Observation& o,
                            core::Tick now) const {
  if (o.kind == Kind::Object) {
    const Through t = senses::looked_through(scene, retina, o.item.object(), o.pose);
    return t.through >= settings_.gone_samples && t.through >= settings_.gone_share * t.covered;
  }
  if (o.kind == Kind::Person) {
    // Both where it was and where it should be by now must be seen empty: somebody who walked behind a rack is there.
    for (const Vec3& pelvis : {o.pose.position, believed_position(o, now)}) {
      const Evidence e = look_along(retina, pelvis, o.reach_vector());
      if (e.through < 3 || e.through < e.blocked) return false;
    }
    return true;
  }
  const Vec3 middle = believed_position(o, now);
  const double radius = std::max(0.05, static_cast<double>(o.reach[0]));
  Evidence e;
  look_at_point(retina, middle, radius, e);
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-0.5, 0.5}) {
      Vec3 p = middle;
      p[axis] += side * radius;
      look_at_point(retina, p, radius, e);
    }
  }
  return e.through >= 3 && e.blocked == 0;
}

void Memory::visit(core::Archive& archive) {
  archive.field("observations", observations_);
  archive.field("surprises", surprises_);
  if (!archive.is_loading()) return;
  for (const Observation& o : observations_) {
    if (o.rule >= settings_.rules.size()) archive.reject();
  }
}

}  // namespace fh::senses
