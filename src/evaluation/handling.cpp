// SPDX-License-Identifier: Apache-2.0
#include "evaluation/handling.h"

#include <algorithm>

#include "evaluation/posture/posture_angles.h"
#include "math/constants.h"

namespace fh::evaluation {
namespace {

using human::Joint;

constexpr double kHandMay = 0.05;     // m that the hands may be higher, lower, nearer or farther; our choice
constexpr double kJump = 0.1;         // m in a tick: not walked
constexpr double kMoves = 0.05;       // m/s over the ground: it is being moved
constexpr double kHandReach = 0.16;   // m from the wrist to the box around what it pushes
constexpr core::Tick kPushEnds = 45;  // ticks without movement
constexpr double kTold = 0.05;        // m that a push moves something at least
constexpr double kRises = 0.5;        // of its way over the ground: what goes up or down steeper is not pushed

math::Vec3 level(math::Vec3 v) {
  v.y = 0.0;
  return v;
}

struct Filtered {
  HandlingZone zone;
  bool at_arms_length;
  double kilograms;
};

Filtered filter_of(const human::Dimensions& body, double height, double away) {
  const HandlingZone zone = handling_zone(body, height);
  const bool far = away > close_to_body(body);
  return {zone, far, load_filter(body.sex, zone, far)};
}

}  // namespace

void Handling::begin(const frame::Moment& moment) {
  carried_.begin(surroundings_->scene, moment);
  carries_.clear();
  pushes_.clear();
  things_.clear();
  slot_ = filled_ = 0;
  pelvis_.assign(moment.people.size(), {});
  if (!surroundings_->scene) return;
  for (const frame::MomentObject& object : moment.objects) {
    const scene::Object* known = surroundings_->scene->find(object.id);
    if (known && known->movable && known->mass > 0.0 && known->joint.kind == scene::JointKind::None)
      things_.push_back({object.id, {}, -1, -1});
  }
}

void Handling::follow_carry(const frame::Moment& moment, const Lift& lift, Carry& carry) {
  const std::size_t index = lift.who.value - 1;
  const human::Body* body = index < surroundings_->people.size() ? surroundings_->people[index].body : nullptr;
  const auto frames = frames_of(moment, moment.people[index]);
  if (!body || frames.empty()) return;
  if (const auto& before = pelvis_[index]) {
    const double step = glm::length(level(frames[0].position - *before));
    if (step < kJump) carry.walked += step;
  }
  math::Vec3 hands(0.0);
  double count = 0.0;
  for (const std::size_t side : {0u, 1u}) {
    if (!lift.hands[side]) continue;
    hands += frames[human::index_of(side == 0 ? Joint::LeftHand : Joint::RightHand)].position;
    count += 1.0;
  }
  if (count == 0.0) return;
  hands /= count;
  const math::Vec3 shoulders = 0.5 * (frames[human::index_of(Joint::LeftUpperArm)].position +
                                      frames[human::index_of(Joint::RightUpperArm)].position);
  const double height = hands.y - ground_height(frames), away = glm::length(level(hands - shoulders));
  const Filtered now = filter_of(body->dimensions, height, away);
  carry.below_knuckles |= now.zone < HandlingZone::BelowElbow;
  const double share = lift.mass / now.kilograms;
  if (share <= carry.worst.value) return;
  carry.worst = {share, share, share};
  carry.filter = now.kilograms;
  carry.zone = now.zone;
  carry.at_arms_length = now.at_arms_length;
  carry.at = moment.tick;
  for (const double up : {-kHandMay, kHandMay}) {
    for (const double out : {-kHandMay, kHandMay}) {
      const double other = lift.mass / filter_of(body->dimensions, height + up, away + out).kilograms;
      carry.worst.low = std::min(carry.worst.low, other);
      carry.worst.high = std::max(carry.worst.high, other);
    }
  }
}

core::BodyId Handling::who_touches(const frame::Moment& moment, const scene::Object& object,
                                   const math::Pose& pose) const {
  core::BodyId nearest;
  double least = kHandReach;
  for (const frame::MomentPerson& person : moment.people) {
    const auto frames = frames_of(moment, person);
    if (frames.empty()) continue;
    for (const Joint hand : {Joint::LeftHand, Joint::RightHand}) {
      const math::Vec3 at = math::inverse(pose).point(frames[human::index_of(hand)].position);
      const double away = glm::length(at - glm::clamp(at, object.bounds.low, object.bounds.high));
      if (away >= least) continue;
      least = away;
      nearest = person.id;
    }
  }
  return nearest;
}

void Handling::follow_push(const frame::Moment& moment, const frame::MomentObject& object, Thing& thing) {
  const std::size_t newest = slot_, half = (slot_ + kRing - kPast) % kRing, oldest = (slot_ + 1) % kRing;
  thing.past[newest] = object.world_from_object.position;
  if (filled_ < kRing) return;
  constexpr double kSeconds = static_cast<double>(kPast) / core::kTicksPerSecond;
  const math::Vec3 way = thing.past[newest] - thing.past[half];
  const double speed = glm::length(level(way)) / kSeconds;
  if (speed <= kMoves && thing.push < 0) return;
  const double before = glm::length(level(thing.past[half] - thing.past[oldest])) / kSeconds;
  const bool carried = std::any_of(carried_.lifts().begin(), carried_.lifts().end(), [&](const Lift& lift) {
    return lift.what == thing.id && (lift.to_tick < 0 || moment.tick - lift.to_tick < 2 * core::Tick{kPast});
  });
  const bool steep = std::abs(way.y) > kRises * glm::length(level(way));
  const scene::Object& known = *surroundings_->scene->find(thing.id);
  const core::BodyId who =
      speed > kMoves && !carried && !steep ? who_touches(moment, known, object.world_from_object) : core::BodyId{};
  if (!who.valid()) {
    if (carried || moment.tick - thing.last > kPushEnds) thing.push = -1;
    return;
  }
  if (thing.push < 0 || pushes_[static_cast<std::size_t>(thing.push)].who != who) {
    thing.push = static_cast<std::int32_t>(pushes_.size());
    pushes_.push_back({who, thing.id, known.mass, known.friction, moment.tick, moment.tick, 0.0, 0.0});
  }
  Push& push = pushes_[static_cast<std::size_t>(thing.push)];
  push.to = thing.last = moment.tick;
  push.moved += speed / core::kTicksPerSecond;
  push.fastest = std::max(push.fastest, (speed - before) / kSeconds);
}

void Handling::observe(const frame::Moment& moment) {
  if (!surroundings_->scene || surroundings_->people.size() != moment.people.size()) return;
  carried_.update(moment);
  carries_.resize(carried_.lifts().size(), {0.0, {-1.0, -1.0, -1.0}});
  for (std::size_t i = 0; i < carries_.size(); ++i) {
    if (carried_.lifts()[i].to_tick < 0) follow_carry(moment, carried_.lifts()[i], carries_[i]);
  }
  slot_ = (slot_ + 1) % kRing;
  filled_ = std::min(filled_ + 1, kRing);
  auto object = moment.objects.begin();
  for (Thing& thing : things_) {
    while (object != moment.objects.end() && object->id < thing.id) ++object;
    if (object != moment.objects.end() && object->id == thing.id) follow_push(moment, *object, thing);
  }
  for (std::size_t i = 0; i < pelvis_.size(); ++i) {
    const auto frames = frames_of(moment, moment.people[i]);
    pelvis_[i] = frames.empty() ? std::optional<math::Vec3>() : frames[0].position;
  }
}

namespace {

/// Within the filter, beyond it, or across it.
const char* verdict(double low, double high, double filter) {
  return low > filter ? "above" : high <= filter ? "within" : "cannot_tell";
}

}  // namespace

void Handling::write(core::Json& report) const {
  core::Json carried = core::Json::array(), pushed = core::Json::array();
  for (std::size_t i = 0; i < carries_.size(); ++i) {
    const Carry& carry = carries_[i];
    const Lift& lift = carried_.lifts()[i];
    if (carry.worst.value < 0.0) continue;
    const bool holds = carry.walked <= kCarriedFar && !carry.below_knuckles && lift.hands[0] && lift.hands[1];
    carried.push_back({{"who", name_of(*surroundings_, lift.who)},
                       {"what", surroundings_->scene->find(lift.what)->name},
                       {"mass_kg", lift.mass},
                       {"walked_m", carry.walked},
                       {"filter_kg", carry.filter},
                       {"zone", kHandlingZoneNames[static_cast<std::size_t>(carry.zone)]},
                       {"at_arms_length", carry.at_arms_length},
                       {"share", {{"value", carry.worst.value}, {"low", carry.worst.low}, {"high", carry.worst.high}}},
                       {"at_s", core::seconds_of(carry.at)},
                       {"result", verdict(carry.worst.low, carry.worst.high, 1.0)},
                       {"filter_holds", holds}});
  }
  for (const Push& push : pushes_) {
    if (push.moved < kTold) continue;
    const human::Body* body = surroundings_->people[push.who.value - 1].body;
    const human::Sex sex = body ? body->dimensions.sex : human::Sex::Female;
    const double slides = push.friction * push.mass * math::kGravity, rolls = rolling_force(push.mass);
    const double speeds_up = push.mass * push.fastest;
    const auto newtons = [&](double more, double filter) -> core::Json {
      const double low = std::min(rolls, slides) + more, high = slides + more;
      return {
          {"value", high}, {"low", low}, {"high", high}, {"filter_n", filter}, {"result", verdict(low, high, filter)}};
    };
    pushed.push_back({{"who", name_of(*surroundings_, push.who)},
                      {"what", surroundings_->scene->find(push.what)->name},
                      {"mass_kg", push.mass},
                      {"moved_m", push.moved},
                      {"from_s", core::seconds_of(push.from)},
                      {"to_s", core::seconds_of(push.to)},
                      {"start_n", newtons(speeds_up, start_filter(sex))},
                      {"motion_n", newtons(0.0, motion_filter(sex))}});
  }
  report["handling"] = {{"source", kHandlingSource}, {"carried", std::move(carried)}, {"pushed", std::move(pushed)}};
}

std::unique_ptr<Observer> make_handling(const Surroundings& surroundings) {
  return std::make_unique<Handling>(surroundings);
}

}  // namespace fh::evaluation
