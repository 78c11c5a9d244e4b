// SPDX-License-Identifier: Apache-2.0
#include "world/hands/grip.h"

#include <algorithm>
#include <optional>

namespace fh::world {
namespace {

using human::Joint;
using human::Side;
using math::Pose;
using math::Vec3;

constexpr double kGraspReach = 0.12;   // m from the hand to a grasp that it means
constexpr double kTaken = 0.05;        // m from another hand: its grasp
constexpr double kDrawBack = 0.10;     // m that the palm is drawn back before it is laid on
constexpr double kLayOn = 0.12;        // m that it comes forward beyond where it was, at most
constexpr double kPalmTouch = 0.5e-3;  // m
constexpr int kMostSteps = 64;

Vec3 palm_looks(const Pose& frame_from_hand, Side side) {
  return frame_from_hand.direction({side == Side::Right ? -1.0 : 1.0, 0.0, 0.0});
}

const scene::Grasp* nearest_grasp(const scene::Object& object, const Vec3& at, std::span<const Vec3> occupied) {
  const scene::Grasp* best = nullptr;
  double nearest = kGraspReach;
  for (const scene::Grasp& grasp : object.grasps) {
    const Vec3& place = grasp.object_from_hand.position;
    const double away = glm::length(place - at);
    const bool taken =
        std::any_of(occupied.begin(), occupied.end(), [&](const Vec3& o) { return glm::length(o - place) < kTaken; });
    if (taken || away >= nearest) continue;
    nearest = away;
    best = &grasp;
  }
  return best;
}

/// The grip turned as little as the grasp needs: a handle may be taken from any side and with the thumb either way.
Pose fitted_to(const scene::Grasp& grasp, const Pose& object_from_grip, Side side) {
  const Pose& hold = grasp.object_from_hand;
  Pose fitted{object_from_grip.rotation, hold.position};
  if (grasp.shape == scene::HandShape::Power) {
    Vec3 line = hold.direction(math::kForward);
    const Vec3 now = object_from_grip.direction(math::kForward);
    if (glm::dot(line, now) < 0.0) line = -line;
    fitted.rotation = math::normalized(math::from_to(now, line) * object_from_grip.rotation);
  } else if (grasp.shape == scene::HandShape::Flat) {
    const Vec3 wanted = palm_looks(hold, Side::Right), now = palm_looks(object_from_grip, side);
    fitted.rotation = math::normalized(math::from_to(now, wanted) * object_from_grip.rotation);
  }
  return fitted;
}

/// What of a hand a thing is laid against: the palm as a box and the ball of the thumb, in the hand's joint frame.
struct Palm {
  physics::ConvexPart box, thumb;
};

std::optional<Palm> palm_of(const Person& person, Side side) {
  const auto* piece = human::piece_of(person.solids, human::on_side(Joint::RightHand, side));
  if (!piece) return {};
  Palm palm;
  palm.box.kind = physics::ConvexKind::Box;
  palm.box.world_from_part = piece->joint_from_box;
  palm.box.half = piece->half + Vec3(piece->radius);
  palm.thumb = physics::make_capsule(
      human::open_thumb_base(person.body.skeleton, side, human::finger_capsules(person.solids, side)));
  return palm;
}

/// The nearest place of the thing to the palm.
std::optional<physics::Near> nearest_to(const physics::World& physics, core::ObjectId object, const Palm& palm,
                                        const Pose& world_from_hand, double radius) {
  const auto box = physics::nearest_on(physics, object, physics::moved(world_from_hand, palm.box), radius);
  const auto thumb = physics::nearest_on(physics, object, physics::moved(world_from_hand, palm.thumb), radius);
  if (!box || !thumb) return box ? box : thumb;
  return thumb->distance < box->distance ? thumb : box;
}

/// Draws the palm back and lays it on the thing along the way that it looks. Nothing where the palm meets nothing.
std::optional<Pose> laid_on(const physics::World& physics, core::ObjectId object, const Palm& palm,
                            const Pose& world_from_hand, Side side) {
  const Vec3 way = palm_looks(world_from_hand, side);
  Pose at = world_from_hand;
  at.position -= kDrawBack * way;
  double left = kDrawBack + kLayOn;
  for (int step = 0; step < kMostSteps; ++step) {
    const auto near = nearest_to(physics, object, palm, at, left + kPalmTouch);
    if (!near) return {};
    if (near->distance < kPalmTouch) {
      if (step == 0) return {};  // deep inside: there is no way back out
      return at;
    }
    const double by = std::max(near->distance - 0.5 * kPalmTouch, 0.1 * kPalmTouch);
    at.position += by * way;
    left -= by;
    if (left < 0.0) return {};
  }
  return {};
}

/// Moves the hand straight to the nearest place of the thing.
Pose brought_to(const physics::World& physics, core::ObjectId object, const Palm& palm, const Pose& world_from_hand) {
  const auto near = nearest_to(physics, object, palm, world_from_hand, 0.5);
  Pose at = world_from_hand;
  if (near) at.position += near->on_place - near->on_part;
  return at;
}

}  // namespace

human::FingerShape close_on(const physics::World& physics, core::ObjectId object, const Person& person, Side side,
                            const Pose& world_from_hand, ClosingOn on) {
  constexpr double kFar = 0.25;  // m: no finger is longer
  const human::FingerSolids solids = human::finger_capsules(person.solids, side);
  return human::close_fingers(person.body.skeleton, side, solids, world_from_hand, [&](const math::Capsule& capsule) {
    // The core alone, so that an overlap has a depth.
    const auto core = physics::make_capsule({capsule.axis, 0.0});
    const auto near =
        on == ClosingOn::Object
            ? physics::nearest_on(physics, object, core, kFar)
            : physics::nearest(physics, core, kFar, {.layers = physics::kPlaceLayers, .ignore_body = person.id});
    return (near ? near->distance : kFar) - capsule.radius;
  });
}

Grip grip_on(const physics::World& physics, const scene::Object& object, const TakingHand& hand,
             std::span<const Vec3> occupied) {
  const Pose world_from_object = physics.pose(object.id), grip_from_hand = math::inverse(hand.hand_from_grip);
  const Pose object_from_world = math::inverse(world_from_object);
  Pose world_from_hand = hand.world_from_hand;
  const Pose object_from_grip = object_from_world * world_from_hand * hand.hand_from_grip;
  if (const auto* grasp = nearest_grasp(object, object_from_grip.position, occupied))
    world_from_hand = world_from_object * fitted_to(*grasp, object_from_grip, hand.side) * grip_from_hand;
  if (const auto palm = palm_of(*hand.person, hand.side)) {
    const auto laid = laid_on(physics, object.id, *palm, world_from_hand, hand.side);
    world_from_hand = laid ? *laid : brought_to(physics, object.id, *palm, world_from_hand);
  }
  return {object_from_world * world_from_hand, close_on(physics, object.id, *hand.person, hand.side, world_from_hand)};
}

}  // namespace fh::world
