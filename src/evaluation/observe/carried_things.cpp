// SPDX-License-Identifier: Apache-2.0
#include "evaluation/observe/carried_things.h"

#include <algorithm>
#include <cmath>

#include "evaluation/posture/posture_band.h"

namespace fh::evaluation {
namespace {

using human::Joint;

constexpr double kStill = 0.001;     // m within kPast ticks: a thing lies still
constexpr double kSlip = 0.03;       // m within kPast ticks that a held thing may slip, and …
constexpr double kSlipShare = 0.3;   // … this share of the hand's way: things follow hands softly
constexpr core::Tick kLoose = 9;     // ticks without a hand that end a lift
constexpr double kHandReach = 0.16;  // m from the wrist to the box around a held thing
constexpr double kLoadOff = 0.01;    // m: a load's centre of mass lies in the box around the thing, but for rounding
constexpr double kLifted = 0.03;     // m up or down from where it lay: it is carried, not pushed

struct Stance {
  math::Vec3 hands, ankles, facing;
  double ground;
  bool bent = false;
};

/// What a hand holds things with: the tracked grip of a user, the wrist of an agent.
math::Pose grip_of(const frame::MomentPerson& person, std::span<const math::Pose> frames, std::size_t side) {
  if (person.is_user && person.hands[side].known != frame::PointKnown::Absent)
    return person.hands[side].world_from_point;
  return frames[human::index_of(side == 0 ? Joint::LeftHand : Joint::RightHand)];
}

Stance stance_of(const frame::Moment& moment, core::BodyId who, const std::array<bool, 2>& hands) {
  Stance stance{math::Vec3(0.0), math::Vec3(0.0), math::Vec3(0.0, 0.0, -1.0), 0.0};
  const auto frames = frames_of(moment, moment.people[who.value - 1]);
  if (frames.empty()) return stance;
  double count = 0.0;
  for (std::size_t side = 0; side < 2; ++side) {
    if (!hands[side]) continue;
    stance.hands += grip_of(moment.people[who.value - 1], frames, side).position;
    count += 1.0;
  }
  if (count > 0.0) stance.hands /= count;
  stance.ankles = between_ankles(frames);
  stance.facing = facing(frames);
  stance.ground = ground_height(frames);
  stance.bent = is_bent(posture_angles(frames));
  return stance;
}

double distance_to_box(const math::Aabb& box, const math::Vec3& point) {
  return glm::length(point - glm::clamp(point, box.low, box.high));
}

math::Vec3 middle_of(const math::Aabb& bounds, const math::Pose& pose) {
  return pose.point(bounds.centre());
}

}  // namespace

void CarriedThings::begin(const scene::Scene* scene, const frame::Moment& moment) {
  things_.clear();
  hands_.clear();
  lifts_.clear();
  filled_ = slot_ = 0;
  loads_told_ = false;
  if (!scene) return;
  for (const frame::MomentObject& object : moment.objects) {
    const scene::Object* known = scene->find(object.id);
    if (!known || !known->movable || known->mass <= 0.0) continue;
    Thing thing;
    thing.id = object.id;
    thing.mass = known->mass;
    thing.bounds = known->bounds;
    thing.rest = middle_of(thing.bounds, object.world_from_object);
    thing.rest_tick = moment.tick;
    things_.push_back(thing);
  }
  for (const frame::MomentPerson& person : moment.people) {
    for (const std::size_t side : {0u, 1u}) hands_.push_back({person.id, side, {}});
  }
  remember(moment);
}

void CarriedThings::remember(const frame::Moment& moment) {
  for (Hand& hand : hands_) {
    const auto frames = frames_of(moment, moment.people[hand.who.value - 1]);
    if (!frames.empty()) hand.past[slot_] = grip_of(moment.people[hand.who.value - 1], frames, hand.side);
  }
  auto object = moment.objects.begin();
  for (Thing& thing : things_) {
    while (object != moment.objects.end() && object->id < thing.id) ++object;
    if (object != moment.objects.end() && object->id == thing.id)
      thing.past[slot_] = middle_of(thing.bounds, object->world_from_object);
  }
  slot_ = (slot_ + 1) % kPast;
  filled_ = std::min(filled_ + 1, kPast);
}

/// Whether the hand is told to hold it; once a load was told, nothing is guessed from motion any more.
bool CarriedThings::is_told(const Thing& thing, const frame::MomentLoad& load, const math::Pose& world_from_thing) {
  if (load.mass <= 0.0) return false;
  loads_told_ = true;
  return distance_to_box(thing.bounds, math::inverse(world_from_thing).point(load.centre)) < kLoadOff;
}

/// Near the hand, and as near to the same place of it as kPast ticks ago.
bool CarriedThings::moves_with(const Thing& thing, const Hand& hand, const math::Pose& world_from_thing) const {
  const std::size_t newest = (slot_ + kPast - 1) % kPast;
  const math::Pose &now = hand.past[newest], &then = hand.past[slot_ % kPast];
  if (distance_to_box(thing.bounds, math::inverse(world_from_thing).point(now.position)) > kHandReach) return false;
  const math::Vec3 held_now = math::inverse(now).point(thing.past[newest]);
  const math::Vec3 held_then = math::inverse(then).point(thing.past[slot_ % kPast]);
  return glm::length(held_now - held_then) <= kSlip + kSlipShare * glm::length(now.position - then.position);
}

void CarriedThings::follow(const frame::Moment& moment, const frame::MomentObject& object, Thing& thing) {
  const math::Vec3 now = middle_of(thing.bounds, object.world_from_object);
  const bool still = glm::length(now - thing.past[slot_ % kPast]) < kStill;
  core::BodyId who = thing.lift >= 0 ? lifts_[static_cast<std::size_t>(thing.lift)].who : core::BodyId{};
  std::array<bool, 2> with{};
  for (const Hand& hand : hands_) {
    if (who.valid() && hand.who != who) continue;
    const frame::MomentPerson& person = moment.people[hand.who.value - 1];
    if (person.joint_count == 0) continue;
    const bool told = is_told(thing, person.loads[hand.side], object.world_from_object);
    if (!told && (loads_told_ || !moves_with(thing, hand, object.world_from_object))) continue;
    who = hand.who;
    with[hand.side] = true;
  }
  const bool any = with[0] || with[1];
  if (thing.lift < 0) {
    if (still || !any) {
      if (still) thing.rest = now, thing.rest_tick = moment.tick;
      return;
    }
    if (std::abs(now.y - thing.rest.y) < kLifted) return;
    const Stance stance = stance_of(moment, who, with);
    Lift lift{who, thing.id, thing.mass, with, thing.rest_tick};
    // The hands were where they are on the thing now, when the thing still lay.
    lift.from_hands = stance.hands + (thing.rest - now);
    lift.from_ankles = stance.ankles;
    lift.from_facing = stance.facing;
    lift.from_ground = stance.ground;
    lift.from_bent = stance.bent;
    thing.lift = static_cast<std::int32_t>(lifts_.size());
    lifts_.push_back(lift);
  }
  Lift& lift = lifts_[static_cast<std::size_t>(thing.lift)];
  if (any) {
    thing.held_until = moment.tick;
    if (still) return;  // held up, or put down and not yet left
    for (std::size_t side = 0; side < 2; ++side) lift.hands[side] = lift.hands[side] || with[side];
    const Stance stance = stance_of(moment, lift.who, with);
    lift.to_hands = stance.hands;
    lift.to_ankles = stance.ankles;
    lift.to_facing = stance.facing;
    lift.to_ground = stance.ground;
    lift.to_bent = stance.bent;
    thing.put_tick = moment.tick;
    return;
  }
  if (moment.tick - thing.held_until < kLoose) return;
  lift.to_tick = thing.put_tick;
  thing.lift = -1;
  thing.rest = now;
  thing.rest_tick = moment.tick;
}

void CarriedThings::update(const frame::Moment& moment) {
  remember(moment);
  if (filled_ < kPast) return;
  auto object = moment.objects.begin();
  for (Thing& thing : things_) {
    while (object != moment.objects.end() && object->id < thing.id) ++object;
    if (object == moment.objects.end()) break;
    if (object->id == thing.id) follow(moment, *object, thing);
  }
}

double CarriedThings::load(core::BodyId who, std::size_t side) const {
  double sum = 0.0;
  for (const Thing& thing : things_) {
    if (thing.lift < 0) continue;
    const Lift& lift = lifts_[static_cast<std::size_t>(thing.lift)];
    if (lift.who != who || !lift.hands[side]) continue;
    sum += lift.hands[0] && lift.hands[1] ? 0.5 * lift.mass : lift.mass;
  }
  return sum;
}

}  // namespace fh::evaluation
