// SPDX-License-Identifier: Apache-2.0
#include "world/hands/middle_hold.h"

#include <algorithm>
#include <optional>

namespace fh::world {
namespace {

using human::Side;
using math::Pose;
using math::Vec3;

constexpr double kWrapped = 0.13;      // m: what is thinner is held by its middle
constexpr double kMostShift = 0.09;    // m that a hand moves along its palm for that
constexpr double kEndRoom = 0.04;      // m that a hand stays from the ends of what is longer
constexpr double kFingersMeet = 0.02;  // m from the edge of a thing to the middle of the hand
constexpr double kIntoPalm = 0.6;  // of half the thickness: so far from the fingers' roots towards the wrist it lies

Vec3 palm_side(const Pose& frame_from_hand, Side side) {
  return frame_from_hand.direction({side == Side::Right ? -1.0 : 1.0, 0.0, 0.0});
}

/// What a hand closes round, in the object's space.
struct Core {
  Vec3 middle{0.0};
  double half = 0.0;  // m: of the thickness
};

/// The middle of the part of an object that is nearest to a hand at `at`: across whatever fingers go round, elsewhere
/// beside the hand. Nothing where it is too thick for fingers that come along `palm`, or a mesh among others.
std::optional<Core> core_at(const physics::World& physics, const scene::Object& object, const Vec3& at,
                            const Vec3& palm) {
  const auto point = physics::make_sphere({physics.pose(object.id).point(at), 0.0});
  const auto near = physics::nearest_on(physics, object.id, point, 0.5);
  if (!near || near->what.object != object.id || near->what.part >= object.collision.size()) return {};
  const scene::CollisionShape& shape = object.collision[near->what.part];
  Pose object_from_core = shape.object_from_shape;
  Vec3 half = shape.half;
  switch (shape.kind) {
    case scene::ShapeKind::Box:
      break;
    case scene::ShapeKind::Sphere:
      half = Vec3(shape.radius);
      break;
    case scene::ShapeKind::Cylinder:
      half = {shape.radius, shape.half.y, shape.radius};
      break;
    case scene::ShapeKind::Capsule:
      half = {shape.radius, shape.half.y + shape.radius, shape.radius};
      break;
    default:
      if (object.collision.size() > 1) return {};
      object_from_core = {math::kIdentity, 0.5 * (object.bounds.low + object.bounds.high)};
      half = 0.5 * (object.bounds.high - object.bounds.low);
  }
  Core core{math::inverse(object_from_core).point(at), 1e9};
  for (int axis = 0; axis < 3; ++axis) {
    const double room = std::max(0.0, half[axis] - kEndRoom);
    core.half = std::min(core.half, half[axis]);
    core.middle[axis] = 2.0 * half[axis] < kWrapped ? 0.0 : math::clamp(core.middle[axis], -room, room);
  }
  const Vec3 look = math::rotate(math::conjugate(object_from_core.rotation), palm);
  const double deep = glm::dot(glm::abs(look), half);
  if (2.0 * core.half >= kWrapped || 2.0 * deep >= kWrapped) return {};
  core.middle = object_from_core.point(core.middle);
  return core;
}

/// Where in the hand's joint frame the middle of what fingers go round lies, but for its distance to the palm.
Vec3 hold_of(const Person& person, Side side, double half) {
  const auto& offsets = person.body.skeleton.offsets;
  const std::size_t first = human::fingers(side).first;
  const Vec3 roots = 0.5 * (offsets[first + 3] + offsets[first + 9]);  // of index and ring finger
  return roots * (1.0 - kIntoPalm * half / std::max(0.05, glm::length(roots)));
}

/// The hand moved along its palm so that it comes over the middle of what its fingers go round.
Pose over_core(const Pose& world_from_hand, const Vec3& world_core, const Vec3& hold, double half, Side side) {
  const Vec3 normal = palm_side(world_from_hand, side);
  Vec3 shift = world_core - world_from_hand.point(hold);
  shift -= glm::dot(shift, normal) * normal;
  // Across the fingers the hand stays as it comes while all of them meet the thing.
  const Vec3 across = world_from_hand.direction(math::kForward);
  const double beside = glm::dot(shift, across), room = std::max(0.0, half - kFingersMeet);
  shift -= math::clamp(beside, -room, room) * across;
  const double far = glm::length(shift);
  if (far > kMostShift) shift *= kMostShift / far;
  return {world_from_hand.rotation, world_from_hand.position + shift};
}

}  // namespace

Pose over_middle(const physics::World& physics, const scene::Object& object, const TakingHand& hand) {
  const Pose world_from_object = physics.pose(object.id);
  const Pose object_from_grip = math::inverse(world_from_object) * hand.world_from_hand * hand.hand_from_grip;
  const auto core = core_at(physics, object, object_from_grip.position, palm_side(object_from_grip, hand.side));
  if (!core) return hand.world_from_hand;
  return over_core(hand.world_from_hand, world_from_object.point(core->middle),
                   hold_of(*hand.person, hand.side, core->half), core->half, hand.side);
}

}  // namespace fh::world
