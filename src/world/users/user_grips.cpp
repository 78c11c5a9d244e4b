// SPDX-License-Identifier: Apache-2.0
#include "world/users/user_grips.h"

#include <algorithm>

#include "core/time.h"
#include "human/body/bearing.h"
#include "world/hands/middle_hold.h"
#include "world/users/user_solids.h"

namespace fh::world {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kReach = 0.08;                              // m from the palm's surface
constexpr double kBehind = -0.7;                             // cosine against where the palm looks
constexpr double kCloseSeconds = 0.12, kOpenSeconds = 0.15;  // of the fingers: seen as one motion
constexpr double kStaySeconds = 0.10;                        // until the hand is on a thing that does not come
constexpr double kHeldBack = 0.03, kComes = 0.01;            // m between hand and thing
constexpr double kLoses = 0.40;                              // m between hand and thing: the grip is lost
constexpr double kSecondLoses = 0.10;                        // m, of a second hand on a thing that another one leads
constexpr double kLifts = 0.02;                              // m that a hand pulls up before a refusal is told
constexpr double kUnliftable = 0.8;  // of its weight: how hard a hand pulls at what is too heavy
constexpr double kGravity = 9.81;
constexpr double kFarReach = 3.0;                      // m along the pointing ray
constexpr double kReelSpeed = 4.0, kLeastReel = 0.2;   // m/s, s: how a thing comes from afar
constexpr double kBegins = 0.05, kPoisedReach = 0.12;  // squeeze at which a hand begins to close; m from the palm
constexpr double kSnapReach = 0.05, kSnapTurn = math::radians(20.0);

double towards(double value, double goal, double seconds) {
  const double step = core::kTickSeconds / seconds;
  return goal > value ? std::min(goal, value + step) : std::max(goal, value - step);
}

physics::HandId id_of(core::BodyId user, std::size_t side) {
  return {user, static_cast<std::uint32_t>(side)};
}

void remember(HeldGrip& hand, const Pose& pull) {
  std::rotate(hand.past.begin(), hand.past.begin() + 1, hand.past.end());
  hand.past.back() = pull;
  hand.past_count = static_cast<std::uint8_t>(std::min<std::size_t>(hand.past_count + 1u, HeldGrip::kPast));
}

/// How what the hand holds moves when it flies on: the hand's mean motion over the remembered ticks.
physics::Velocity flight(const HeldGrip& hand, const Vec3& centre) {
  if (hand.past_count < 2) return {};
  const Pose& last = hand.past.back();
  const Pose& first = hand.past[HeldGrip::kPast - hand.past_count];
  const double seconds = (hand.past_count - 1) * core::kTickSeconds;
  physics::Velocity velocity;
  velocity.angular = math::to_rotation_vector(last.rotation * math::conjugate(first.rotation)) / seconds;
  velocity.linear = (last.position - first.position) / seconds + glm::cross(velocity.angular, centre - last.position);
  return velocity;
}

/// Where the thing comes to rest: the nearest site that snaps, if it is near enough.
std::optional<Pose> snapping_site(const physics::World& physics, const scene::Scene& scene, core::ObjectId thing) {
  const Pose now = physics.pose(thing);
  std::optional<Pose> best;
  double nearest = kSnapReach;
  for (const scene::Object& object : scene.objects) {
    if (object.id == thing) continue;
    for (const scene::Site& site : object.sites) {
      if (!site.snaps) continue;
      const Pose place = physics.pose(object.id) * site.object_from_site;
      const double away = glm::length(place.position - now.position);
      if (away >= nearest || math::angle_between(place.rotation, now.rotation) > kSnapTurn) continue;
      nearest = away;
      best = place;
    }
  }
  return best;
}

/// Whether a thing lies behind the back of a hand: its place nearest to the middle of the palm does.
bool behind_hand(const physics::World& physics, core::ObjectId object, const TakingHand& hand) {
  const auto* palm = human::piece_of(hand.person->solids, human::on_side(human::Joint::RightHand, hand.side));
  if (!palm) return false;
  const Vec3 middle = hand.world_from_hand.point(palm->joint_from_box.position);
  const Vec3 looks = hand.world_from_hand.direction({hand.side == human::Side::Right ? -1.0 : 1.0, 0.0, 0.0});
  const auto near = physics::nearest_on(physics, physics.carrier(object), physics::make_sphere({middle, 0.0}), 0.5);
  return near && glm::dot(near->on_place - middle, looks) < kBehind * near->distance;
}

/// The nearest thing that a hand could take: it is before the palm or beside the hand, not behind its back. Walls and
/// bodies are not asked.
std::optional<physics::Near> takeable(const physics::World& physics, const TakingHand& hand, double reach) {
  if (!hand.person) return {};
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Dynamic) | physics::layer_bit(physics::Layer::Jointed);
  const Vec3 grip = (hand.world_from_hand * hand.hand_from_grip).position;
  std::vector<physics::Near> found;
  physics::near(physics, physics::make_sphere({grip, kHandRadius}), reach, found, filter);
  for (const physics::Near& near : found)
    if (near.what.object.valid() && !behind_hand(physics, near.what.object, hand)) return near;
  return {};
}

}  // namespace

void HeldGrip::visit(core::Archive& archive) {
  archive.field("object", object.value);
  archive.field("object_from_hand", object_from_hand);
  archive.field("fingers", fingers);
  archive.field("closed", closed);
  archive.field("leads", leads);
  archive.field("always", always);
  archive.field("stays", stays);
  archive.field("refused", refused);
  archive.field("staying", staying);
  archive.field("wanted_from_stay", wanted_from_stay);
  archive.field("tracked_from_pull", tracked_from_pull);
  archive.field("pull_from_reel", pull_from_reel);
  archive.field("reeling", reeling);
  archive.field("reel_seconds", reel_seconds);
  archive.field("past", past);
  archive.field("past_count", past_count);
  archive.field("curls", curls);
  archive.field("poised", poised);
  if (archive.is_loading() && past_count > kPast) archive.reject();
}

void UserGrips::visit(core::Archive& archive) {
  archive.field("left", hands_[frame::kLeft]);
  archive.field("right", hands_[frame::kRight]);
}

GripNews UserGrips::take(physics::World& physics, const scene::Scene& scene, physics::HandId id, const HandPair& hands,
                         bool far) {
  const TakingHand& hand = hands.hands[id.side];
  if (const auto near = takeable(physics, hand, kReach))
    return take_thing(physics, scene, id, hands, physics.carrier(near->what.object), nullptr);
  if (!far) return GripNews::None;
  const Pose& aim = hands.world_from_aim[id.side];
  const auto hit = physics::cast_ray(physics, {aim.position, aim.direction(math::kForward)}, kFarReach,
                                     {.ignore_body = id.body, .through_glass = false});
  if (!hit || !hit->what.object.valid() || !physics.is_moving_kind(hit->what.object)) return GripNews::None;
  const core::ObjectId object = physics.carrier(hit->what.object);
  if (physics.has_joint(object) || hands_[1 - id.side].object == object) return GripNews::None;
  // What the arm could not hold up before the body does not come.
  if (physics.mass(object) > human::bearable(hands.shoulders[id.side], aim.position)) return GripNews::TooHeavyForOne;
  return take_thing(physics, scene, id, hands, object, &hit->point);
}

GripNews UserGrips::take_thing(physics::World& physics, const scene::Scene& scene, physics::HandId id,
                               const HandPair& hands, core::ObjectId object, const Vec3* from_afar) {
  TakingHand hand = hands.hands[id.side];
  const Pose world_from_grip = hand.world_from_hand * hand.hand_from_grip;
  const HeldGrip& other = hands_[1 - id.side];
  const Vec3 other_at = (other.object_from_hand * hands.hands[1 - id.side].hand_from_grip).position;
  const bool shared = other.object == object, hangs = physics.has_joint(object);
  const core::BodyId holder = physics.holder(object);
  const bool offered = std::find(held_out.begin(), held_out.end(), object) != held_out.end();
  if (!hangs && holder.valid() && holder != id.body && (!offered || from_afar)) return GripNews::Taken;
  if (from_afar) hand.world_from_hand.position += *from_afar - world_from_grip.position;
  const scene::Object& thing = scene.objects[object.value - 1];
  if (!hangs && !shared && thing.grasps.empty()) hand.world_from_hand = over_middle(physics, thing, hand);
  const Grip grip = grip_on(physics, thing, hand, {&other_at, shared ? 1u : 0u});
  // What hangs on a joint or is held already is pulled where the hand is now; what is free comes into the hand.
  std::optional<Pose> object_from_grip;
  if (!hangs && !shared) object_from_grip = grip.object_from_hand * hand.hand_from_grip;
  const Pose reel = from_afar ? physics.pose(object) * *object_from_grip : world_from_grip;
  if (!physics.grab(object, id, reel, object_from_grip)) return GripNews::None;
  HeldGrip& held = hands_[id.side];
  held.object = object;
  held.object_from_hand = grip.object_from_hand;
  held.fingers = grip.fingers.rotations;
  held.leads = !shared;
  held.always = hangs || shared;
  held.refused = 0;
  held.past_count = 0;
  held.tracked_from_pull = math::inverse(hands.world_from_tracked[id.side]) * world_from_grip;
  held.pull_from_reel = math::inverse(world_from_grip) * reel;
  held.reeling = from_afar ? 1.0 : 0.0;
  held.reel_seconds = std::max(kLeastReel, glm::length(held.pull_from_reel.position) / kReelSpeed);
  return GripNews::None;
}

void UserGrips::let_go(physics::World& physics, const scene::Scene& scene, physics::HandId id, const HandPair& hands) {
  HeldGrip& held = hands_[id.side];
  HeldGrip& other = hands_[1 - id.side];
  if (!held.object.valid()) return;
  const bool hangs = physics.has_joint(held.object), shared = other.object == held.object;
  const physics::Velocity flies = flight(held, physics.load_of(id).centre);
  physics.release(id);
  if (shared && held.leads && !hangs) {
    // The other hand takes over with the thing as it is.
    const physics::HandId second{id.body, 1 - id.side};
    physics.release(second);
    physics.grab(held.object, second, hands.world_from_pull[second.side]);
    other.leads = 1;
  }
  if (!hangs && !shared && !physics.holder(held.object).valid()) {
    if (const auto site = snapping_site(physics, scene, held.object))
      physics.place(held.object, *site);
    else if (!held.stays && !held.refused)
      physics.set_velocity(held.object, flies);
  }
  held.object = {};
}

/// What the hands together cannot hold up they only drag: each pulls with less than its share of the weight.
GripNews UserGrips::bear(physics::World& physics, core::BodyId user, const HandPair& hands) {
  GripNews news = GripNews::None;
  const bool both = hands_[0].object.valid() && hands_[0].object == hands_[1].object;
  const auto limit = [&](std::size_t side) {
    return human::bearable(hands.shoulders[side], physics.load_of(id_of(user, side)).centre);
  };
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    HeldGrip& hand = hands_[side];
    if (!hand.object.valid() || physics.has_joint(hand.object)) continue;
    const physics::HandId id = id_of(user, side);
    const double mass = physics.mass(hand.object);
    const bool heavy = mass > (both ? limit(0) + limit(1) : limit(side));
    physics::GrabStrength strength;
    if (heavy) strength.force = std::min(strength.force, kUnliftable * kGravity * mass / (both ? 2.0 : 1.0));
    if (both && !hand.leads) strength.torque = 0.0;
    physics.set_strength(id, strength);
    const Pose held = physics.pose(hand.object) * hand.object_from_hand * hands.hands[side].hand_from_grip;
    const bool lifts = hands.world_from_pull[side].position.y - held.position.y > kLifts;
    if (heavy && lifts && !hand.refused) news = both ? GripNews::TooHeavy : GripNews::TooHeavyForOne;
    hand.refused = heavy && (lifts || hand.refused);
  }
  return news;
}

GripNews UserGrips::pull(physics::World& physics, const scene::Scene& scene, core::BodyId user, const HandPair& hands,
                         bool jumped) {
  GripNews news = bear(physics, user, hands);
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    HeldGrip& hand = hands_[side];
    if (!hand.object.valid()) continue;
    const physics::HandId id = id_of(user, side);
    if (jumped) hand.past_count = 0;
    hand.reeling = towards(hand.reeling, 0.0, hand.reel_seconds);
    const Pose reeled = math::interpolate(Pose{}, hand.pull_from_reel, math::smooth_step(hand.reeling));
    const Pose pull = hands.world_from_pull[side] * reeled;
    remember(hand, pull);
    physics.move_hand(id, pull);
    if (hand.closed < 1.0 || physics.grab_stretch(id) < (hand.leads ? kLoses : kSecondLoses)) continue;
    hand.past_count = 0;  // nothing is thrown
    let_go(physics, scene, id, hands);
    news = GripNews::Lost;
  }
  return news;
}

void UserGrips::bend(const physics::World& physics, const std::array<frame::HandInput, frame::kHands>& hands,
                     const std::array<TakingHand, frame::kHands>& drawn,
                     const std::array<bool, frame::kHands>& closed) {
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    HeldGrip& hand = hands_[side];
    const bool begins = !closed[side] && !hand.object.valid() && hands[side].squeeze > kBegins;
    hand.poised = begins && takeable(physics, drawn[side], kPoisedReach);
    if (!hand.poised && !hand.object.valid()) hand.curls = hands[side].curls;
  }
}

void UserGrips::advance(const physics::World& physics, core::BodyId user,
                        const std::array<Pose, frame::kHands>& world_from_wanted,
                        const std::array<bool, frame::kHands>& tracked) {
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    HeldGrip& hand = hands_[side];
    const bool holds = hand.object.valid();
    hand.closed = towards(hand.closed, holds ? 1.0 : 0.0, holds ? kCloseSeconds : kOpenSeconds);
    if (!tracked[side]) continue;
    const double away = physics.grab_stretch(id_of(user, side));
    const bool held_back = hand.closed >= 1.0 && hand.reeling == 0.0 && away > (hand.stays ? kComes : kHeldBack);
    hand.stays = holds && (hand.always || held_back);
    hand.staying = towards(hand.staying, hand.stays ? 1.0 : 0.0, kStaySeconds);
    if (hand.stays)
      hand.wanted_from_stay =
          math::inverse(world_from_wanted[side]) * physics.next_pose(hand.object) * hand.object_from_hand;
  }
}

}  // namespace fh::world
