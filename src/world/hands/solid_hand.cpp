// SPDX-License-Identifier: Apache-2.0
#include "world/hands/solid_hand.h"

#include <algorithm>
#include <cmath>

#include "physics/joint_way.h"

namespace fh::world {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kStride = 0.005;     // m: less than the radius of a finger, so that no core passes a thin pane
constexpr double kStrideTurn = 0.03;  // rad: as much at a fingertip
constexpr int kMostStrides = 14;      // beside things: 6 m/s; where nothing is near a hand is as fast as it likes
constexpr int kPasses = 4;            // to come out of corners
constexpr double kTouching = 0.2e-3;  // m: no deeper, it is not touched
constexpr double kJammed = 2e-3;      // m: a step that ends deeper is not made
constexpr double kSunk = 1.5e-3;      // m: a finger that closed so deep into something
constexpr double kHandReach = 0.24;   // m from the joint to the tip of any finger, and a margin
constexpr double kFewest = 1e-5;      // m: standing still

struct Search {
  const physics::World& physics;
  core::BodyId body;
  physics::QueryFilter filter;
  std::vector<physics::Near> found;
  std::vector<physics::Overlap> inside;
};

/// Whether a thing hangs on a joint, which stops a hand at the end of its way.
bool at_end(const Search& search, core::ObjectId object) {
  return object.valid() && !search.physics.passes_through(search.body, object) &&
         search.physics.has_joint(search.physics.carrier(object));
}

/// Pushes one part out of all that it is in. The deepest that it was, m.
double push_out(Search& search, const HandShape& shape, std::size_t part, Pose& hand) {
  const physics::ConvexPart& core = shape.cores[part];
  const double radius = shape.radii[part];
  double deepest = 0.0;
  physics::near(search.physics, physics::moved(hand, core), radius, search.found, search.filter);
  for (const physics::Near& near : search.found) {
    const bool stops = stops_body(search.physics, search.body, near.what.object);
    if (!stops && !at_end(search, near.what.object)) continue;
    Vec3 out = near.on_part - near.on_place;
    double depth = radius - near.distance;
    if (near.distance < 1e-6) {  // the core itself is inside
      physics::overlaps(search.physics, physics::moved(hand, shape.solids[part]), search.inside, search.filter);
      const auto same = [&](const physics::Overlap& overlap) { return overlap.what.object == near.what.object; };
      const auto overlap = std::find_if(search.inside.begin(), search.inside.end(), same);
      if (overlap == search.inside.end()) continue;
      out = overlap->normal;
      depth = overlap->depth;
    }
    out = math::normalized_or(out, math::kUp);
    if (!stops) {  // it goes on as far as it can
      const auto left =
          physics::way_left(search.physics, search.physics.carrier(near.what.object), near.on_place, -out);
      if (!left) continue;
      depth -= *left;
    }
    if (depth < kTouching) continue;
    hand.position += depth * out;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

/// Pushes the hand out of everything. False: it is jammed.
bool settle(Search& search, const HandShape& shape, Pose& hand) {
  double deepest = 0.0;
  for (int pass = 0; pass < kPasses; ++pass) {
    deepest = 0.0;
    for (std::size_t i = 0; i < HandShape::kParts; ++i)
      if (!shape.passes[i]) deepest = std::max(deepest, push_out(search, shape, i, hand));
    if (deepest == 0.0) return true;
  }
  return deepest < kJammed;
}

Search search_of(const physics::World& physics, core::BodyId body) {
  Search search{physics, body, {}, {}, {}};
  search.filter.layers = physics::layer_bit(physics::Layer::Static) | physics::layer_bit(physics::Layer::Jointed);
  search.filter.ignore_body = body;
  return search;
}

bool anything_near(Search& search, const Pose& from, double way) {
  const auto ball = physics::make_sphere({from.position, kHandReach + way});
  physics::near(search.physics, ball, 0.0, search.found, search.filter);
  return std::any_of(search.found.begin(), search.found.end(), [&](const physics::Near& near) {
    return stops_body(search.physics, search.body, near.what.object) || at_end(search, near.what.object);
  });
}

}  // namespace

bool stops_body(const physics::World& physics, core::BodyId body, core::ObjectId object) {
  if (physics.passes_through(body, object)) return false;
  if (!object.valid() || !physics.is_moving_kind(object)) return true;
  const core::ObjectId carrier = physics.carrier(object);
  return physics.has_joint(carrier) && physics.is_locked(carrier);
}

HandShape hand_shape(const Person& person, human::Side side,
                     std::span<const math::Quat, human::kFingerJoints> finger_rotations) {
  HandShape shape;
  const human::RoundedBox* palm = human::piece_of(person.solids, human::on_side(human::Joint::RightHand, side));
  if (palm) {
    shape.cores[0].kind = physics::ConvexKind::Box;
    shape.cores[0].world_from_part = palm->joint_from_box;
    shape.cores[0].half = palm->half;
    shape.radii[0] = palm->radius;
    shape.solids[0] = shape.cores[0];
    shape.solids[0].half += Vec3(palm->radius);
  }
  const human::FingerSolids fingers = human::placed_fingers(
      person.body.skeleton, side, human::finger_capsules(person.solids, side), {}, finger_rotations);
  for (std::size_t i = 0; i < human::kFingerJoints; ++i) {
    shape.cores[i + 1] = physics::make_capsule({fingers[i].axis, 0.0});
    shape.radii[i + 1] = fingers[i].radius;
    shape.solids[i + 1] = physics::make_capsule(fingers[i]);
  }
  return shape;
}

void let_sunk_fingers_pass(const physics::World& physics, core::BodyId body, const Pose& hand, HandShape& shape) {
  Search search = search_of(physics, body);
  if (!anything_near(search, hand, 0.0)) return;
  for (std::size_t i = 1; i < HandShape::kParts; ++i) {
    Pose moved = hand;
    shape.passes[i] = push_out(search, shape, i, moved) > kSunk;
  }
}

std::optional<Pose> lead_hand(const physics::World& physics, core::BodyId body, const HandShape& shape,
                              const Pose& from, const Pose& to) {
  Search search = search_of(physics, body);
  if (!anything_near(search, from, glm::length(to.position - from.position))) return {};
  Pose hand = from;
  for (int step = 0; step < kMostStrides; ++step) {
    const Vec3 way = to.position - hand.position;
    const double far = glm::length(way), turn = math::angle_between(hand.rotation, to.rotation);
    const double share = 1.0 / std::max({1.0, far / kStride, turn / kStrideTurn});
    Pose next{math::interpolate(hand, to, share).rotation, hand.position + share * way};
    if (!settle(search, shape, next)) break;
    const bool stands = glm::length(next.position - hand.position) < kFewest &&
                        math::angle_between(next.rotation, hand.rotation) < kFewest;
    hand = next;
    if (stands) break;
    if (share < 1.0) continue;
    if (glm::length(hand.position - to.position) < kFewest) return {};
    break;
  }
  return hand;
}

}  // namespace fh::world
