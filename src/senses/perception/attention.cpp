// SPDX-License-Identifier: Apache-2.0
#include "senses/perception/attention.h"

#include <algorithm>

namespace fh::senses {
namespace {

using math::Vec3;

constexpr double kFixated = math::radians(3.0);
constexpr std::size_t kMostLooked = 64;
constexpr double kStartle = 0.9;  // priority that breaks into a fixation

double angle_between(const Vec3& a, const Vec3& b) {
  return math::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

// Where to look at something: a person's head, else its middle.
Vec3 look_point(const Observation& o, core::Tick now) {
  const Vec3 at = Memory::believed_position(o, now);
  return o.kind == Kind::Person ? at + o.reach_vector() : at;
}

}  // namespace

const char* name_of(LookReason reason) {
  constexpr const char* kNames[] = {"idle", "task", "crossing", "person", "motion", "surprise", "feet"};
  return kNames[static_cast<std::size_t>(reason)];
}

void GazeTarget::visit(core::Archive& archive) {
  archive.field("reason", reason);
  archive.field("key", key);
  archive.field("point", point);
  archive.field("chosen", chosen);
  archive.field("until", until);
  archive.field("fixated", fixated);
}

void Attention::Looked::visit(core::Archive& archive) {
  archive.field("key", key);
  archive.field("reason", reason);
  archive.field("first", first);
  archive.field("last", last);
  archive.field("used", used);
}

Attention::Attention(std::uint64_t seed, core::BodyId body, const AttentionSettings& settings)
    : settings_(settings), rng_(seed, body.value, "gaze") {}

const GazeTarget& Attention::update(core::Tick now, const SelfState& self, const Percepts& percepts,
                                    const Memory& memory, std::span<const GazeDemand> tasks) {
  if (self.speed > 0.2) feet_uncertainty_ += settings_.feet_rate * core::kTickSeconds;
  demands_.assign(tasks.begin(), tasks.end());
  gather(now, self, percepts, memory);
  choose(now, self);
  lead_gaze(now, self);
  ++ticks_by_reason_[static_cast<std::size_t>(target_.reason)];
  return target_;
}

void Attention::gather(core::Tick now, const SelfState& self, const Percepts& percepts, const Memory& memory) {
  gather_people(now, self, memory);
  for (const Percept& p : percepts.items) {  // what moves at the edge of the field
    if (p.retinal_speed < settings_.motion_speed || p.eccentricity < settings_.motion_eccentricity) continue;
    demands_.push_back({p.item.value, LookReason::Motion, p.nearest_point, 0.75, 0.4, 1.5});
  }
  for (const Surprise& s : memory.surprises()) {
    demands_.push_back({s.item.value, LookReason::Surprise, s.place, 0.7, 0.5, 2.0});
  }
  gather_feet(now, self, memory);
  gather_idle(now, self);
}

// People matter more the nearer they are, the faster they close in and the less sure their place is.
void Attention::gather_people(core::Tick now, const SelfState& self, const Memory& memory) {
  for (const Observation& o : memory.observations()) {
    if (o.kind != Kind::Person || o.known_from > now) continue;
    const Vec3 point = look_point(o, now);
    const double distance = glm::length(point - self.eye);
    if (distance > settings_.person_range) continue;
    const Vec3 own = self.speed * self.heading;
    const double closing = -glm::dot(o.velocity_vector() - own, math::normalized_or(point - self.eye, math::kForward));
    const double nearness = 1.0 - distance / settings_.person_range;
    const double doubt = std::min(1.0, memory.uncertainty(o, now));
    const double moving = glm::length(o.velocity_vector()) > 0.2 ? 0.1 : 0.0;
    const double priority = 0.15 + 0.25 * nearness + 0.2 * math::clamp(0.5 * closing, 0.0, 1.0) + 0.2 * doubt + moving;
    demands_.push_back({o.item.value, LookReason::Person, point, priority, 0.5, 1.0});
  }
}

// Walking, one glances at the ground ahead when it was not seen for long, or when something is near in the path
// (CA-21).
void Attention::gather_feet(core::Tick now, const SelfState& self, const Memory& memory) {
  if (self.speed <= 0.2) return;
  double nearest = settings_.walk_look_ahead;
  bool blocked = false;
  for (const Observation& o : memory.observations()) {
    if (o.known_from > now || o.moves == 0 || o.kind == Kind::Person) continue;
    Vec3 to = Memory::believed_position(o, now) - self.eye;
    if (to.y > -0.8) continue;  // not on the ground
    to.y = 0.0;
    const double ahead = glm::dot(to, self.heading), beside = glm::length(to - ahead * self.heading);
    if (ahead < 0.0 || ahead > settings_.feet_near || beside > 0.4) continue;
    blocked = true;
    nearest = std::min(nearest, ahead);
  }
  if (!blocked && feet_uncertainty_ < settings_.feet_uncertainty) return;
  const Vec3 point = self.eye + nearest * self.heading - Vec3(0.0, self.eye.y, 0.0);
  demands_.push_back({0, LookReason::Feet, point, blocked ? kStartle : 0.65, 0.25, 1.0});
}

void Attention::gather_idle(core::Tick now, const SelfState& self) {
  if (now >= next_idle_) {
    next_idle_ = now + core::ticks_of(settings_.idle_period * rng_.uniform(1.0, 2.0));
    const double yaw = rng_.uniform(-0.9, 0.9), pitch = rng_.uniform(-0.25, 0.1);
    const math::SinCos turn = math::sin_cos(yaw), lift = math::sin_cos(pitch);
    const Vec3 side = glm::cross(self.heading, math::kUp);
    idle_direction_ = lift.cos * (turn.cos * self.heading + turn.sin * side) + lift.sin * math::kUp;
  }
  // Walking, the mind's default is the way ahead.
  const Vec3 ahead =
      self.speed > 0.2 ? math::normalized_or(self.heading - Vec3(0, 0.1, 0), self.heading) : idle_direction_;
  demands_.push_back({0, LookReason::Idle, self.eye + 5.0 * ahead, 0.05, 0.4, 0.0});
}

Attention::Looked& Attention::looked(const GazeDemand& demand, core::Tick now) {
  for (Looked& l : looked_) {
    if (l.key == demand.key && l.reason == demand.reason) return l;
  }
  if (looked_.size() >= kMostLooked) {
    looked_.erase(std::min_element(looked_.begin(), looked_.end(),
                                   [](const Looked& a, const Looked& b) { return a.used < b.used; }));
  }
  looked_.push_back({demand.key, demand.reason, now, -1, now});
  return looked_.back();
}

double Attention::score(const GazeDemand& demand, core::Tick now, const SelfState& self) {
  Looked& l = looked(demand, now);
  const bool satisfied = l.last >= 0 && core::seconds_of(now - l.last) < demand.period;
  if (satisfied || now - l.used > core::kTicksPerSecond) l.first = now;  // begins to wait when it is wanted again
  l.used = now;
  if (satisfied) return -1.0;
  const double turn = angle_between(self.looking, math::normalized_or(demand.point - self.eye, math::kForward));
  // Being looked at ends the waiting; the idle mind waits for nothing.
  const core::Tick since = std::max(l.first, l.last);
  const double waited = demand.reason == LookReason::Idle ? 0.0 : core::seconds_of(now - since);
  return demand.priority + settings_.patience * waited - settings_.turn_cost * turn;
}

void Attention::choose(core::Tick now, const SelfState& self) {
  const GazeDemand* best = nullptr;
  const GazeDemand* current = nullptr;
  double best_score = -2.0;
  for (const GazeDemand& d : demands_) {
    if (d.key == target_.key && d.reason == target_.reason) current = &d;
    const double s = score(d, now, self);
    if (s > best_score) {
      best_score = s;
      best = &d;
    }
  }
  if (current != nullptr) target_.point = current->point;  // keep following while it lasts
  const bool startled = best != nullptr && best->priority >= kStartle && best->reason != target_.reason;
  if (now < target_.until && !startled) return;
  if (best == nullptr || (best == current && best->reason != LookReason::Idle && now < target_.until)) return;
  const bool same = best == current;
  target_.reason = best->reason;
  target_.key = best->key;
  target_.point = best->point;
  if (!same) {
    target_.chosen = now;
    target_.fixated = false;
  }
  // Time to get there, then the dwell.
  target_.until = now + core::ticks_of((same ? 0.0 : settings_.saccade_delay) + best->dwell);
}

void Attention::lead_gaze(core::Tick now, const SelfState& self) {
  const bool moves = target_.fixated || now >= target_.chosen + core::ticks_of(settings_.saccade_delay);
  if (!led_) gaze_point_ = self.eye + 3.0 * self.looking;
  led_ = 1;
  if (moves) gaze_point_ = target_.point;
  const bool was = target_.fixated;
  const Vec3 wanted = math::normalized_or(target_.point - self.eye, self.heading);
  target_.fixated = moves && angle_between(self.looking, wanted) < kFixated;
  if (target_.fixated) {
    for (Looked& l : looked_) {
      if (l.key == target_.key && l.reason == target_.reason) l.last = now;
    }
    if (!was && target_.reason == LookReason::Feet) feet_uncertainty_ = 0.0;
  }
}

void Attention::visit(core::Archive& archive) {
  archive.field("rng", rng_);
  archive.field("target", target_);
  archive.field("gaze_point", gaze_point_);
  archive.field("led", led_);
  archive.field("feet_uncertainty", feet_uncertainty_);
  archive.field("next_idle", next_idle_);
  archive.field("idle_direction", idle_direction_);
  archive.field("looked", looked_);
  archive.field("ticks_by_reason", ticks_by_reason_);
}

bool SensingClock::due(core::Tick now, core::BodyId body, double rate) {
  const core::Tick period = std::max<core::Tick>(1, core::ticks_of(1.0 / rate));
  if (looks == 0 && next == 0) next = now + body.value % static_cast<std::uint32_t>(period);  // staggered
  if (now < next) return false;
  next = now + period;
  ++looks;
  return true;
}

void SensingClock::visit(core::Archive& archive) {
  archive.field("next", next);
  archive.field("looks", looks);
}

}  // namespace fh::senses
