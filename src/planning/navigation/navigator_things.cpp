// SPDX-License-Identifier: Apache-2.0
// Doors and light things on an agent's way, as far as the feet are concerned: where to stand while the hand opens a
// leaf, how near to follow it, and how long to try. What the hand does is the body's affair (world/way_hand.h).
#include <algorithm>

#include "planning/navigation/navigator_stages.h"

namespace fh::planning {
namespace {

constexpr double kFollows = 0.27;  // m from the body's axis to a leaf that a hand pushes: an arm somewhat bent
constexpr double kBeside = 0.28;   // m beyond the edge of a leaf that is pulled: out of its way
constexpr double kBefore = 0.42;   // m before the plane of a leaf that is pulled
constexpr double kHandNear = 0.8;  // m from the body's axis to a handle within easy reach
constexpr double kBacks = 0.5;     // m before a leaf that is pulled where there is no room beside it
constexpr double kWide = 0.2;      // cosine of the turn by which a leaf is opened that is opened at all
constexpr double kStays = 1.5;     // s for which it is tried to open a leaf wider that one could pass
constexpr double kLeafRoom = 0.1;  // m beyond the body's radius that a leaf is kept off
constexpr double kStands = 0.1;    // m/s
constexpr double kGain = 2.0, kBrisk = 0.8;  // 1/s and m/s, to a place to stand at
constexpr double kThere = 0.03;              // m

Vec2 nearest_on(const DoorLeaf& leaf, const Vec2& point) {
  const Vec2 along = leaf.edge - leaf.hinge;
  const double share = glm::dot(point - leaf.hinge, along) / std::max(glm::dot(along, along), 1e-9);
  return leaf.hinge + math::clamp(share, 0.0, 1.0) * along;
}

/// Whether a body that side-steps may go straight there, doors and things apart.
bool has_room(const NavigatorData& nav, const Spot& here, const Vec2& to) {
  const int steps = 1 + static_cast<int>(glm::length(to - here.at) / (0.5 * nav.map.frame().cell));
  for (int i = 1; i <= steps; ++i) {
    const Vec2 at = here.at + (to - here.at) * (static_cast<double>(i) / steps);
    if (nav.map.distance().clearance(at, here.layer) < nav.settings.body.side_radius + 0.05) return false;
  }
  return true;
}

/// Where to stand while the leaf comes towards the body: beside its edge; where there is no room, before it, stepping
/// back as it comes.
Vec2 place_to_pull(const NavigatorData& nav, const Spot& here, const DoorLeaf& leaf) {
  const Vec2 along = leaf.edge - leaf.hinge;
  const double width = glm::length(along);
  const Vec2 handle = leaf.hinge + 0.9 * along;
  if (glm::length(here.at - leaf.hinge) > width + 0.75 * kBeside && glm::length(here.at - handle) < kHandNear)
    return here.at;
  const Vec2 beside = leaf.edge + along * (kBeside / width) + kBefore * leaf.opens;
  if (has_room(nav, here, beside)) return beside;
  return leaf.hinge + 0.75 * along + kBacks * leaf.opens;
}

/// Where to stand while the leaf swings away: before it, so near that the hand gets to it; goes with it.
Vec2 place_to_push(const Spot& here, const DoorLeaf& leaf) {
  constexpr double kNearest = 0.35, kFarthest = 0.75;  // shares of the width
  const Vec2 along = leaf.edge - leaf.hinge;
  const double share = glm::dot(here.at - leaf.hinge, along) / std::max(glm::dot(along, along), 1e-9);
  const Vec2 at = leaf.hinge + math::clamp(share, kNearest, kFarthest) * along;
  const Vec2 off = here.at - at;
  const double length = std::max(glm::length(off), 1e-6);
  return at + (glm::dot(leaf.opens, leaf.opens) > 0.5 ? -leaf.opens : off / length) * kFollows;
}

/// The velocity while a hand opens the leaf.
void go_with_leaf(const NavigatorData& nav, const DoorLeaf& leaf, Steering& s) {
  if (leaf.edge == leaf.hinge) return void(s.precedence = Vec2(0.0));
  const bool comes = glm::dot(s.here.at - leaf.hinge, leaf.opens) > 0.0;
  const Vec2 way = (comes ? place_to_pull(nav, s.here, leaf) : place_to_push(s.here, leaf)) - s.here.at;
  const double far = glm::length(way);
  s.precedence = far < kThere ? Vec2(0.0) : way * std::min(kGain, kBrisk / far);
  s.face_to = comes ? yaw_of(leaf.hinge + 0.8 * (leaf.edge - leaf.hinge) - s.here.at) : yaw_of(s.followed);
  s.gives = true;  // it may walk backwards, and round the edge
}

const KnownObstacle* known_thing(const NavigatorState& state, core::ObjectId id) {
  for (const KnownObstacle& known : state.known) {
    if (known.obstacle.id == id) return &known;
  }
  return nullptr;
}

/// A leaf that is being opened is opened wide, not just so far that there is a way past its edge.
bool opens_wider(const NavigatorData& nav) {
  const NavigatorState& state = nav.state;
  const KnownObstacle* door = known_thing(state, state.waiting_for);
  if (!door || !door->obstacle.openable || door->in_vain || state.waiting_time > kStays) return false;
  const DoorLeaf& leaf = door->obstacle.leaf;
  const Vec2 along = leaf.edge - leaf.hinge;
  if (glm::dot(along, state.leaf_before) < kWide * glm::length(along)) return false;
  for (double ahead = 0.0; ahead <= 1.2; ahead += 0.1) {
    const Vec2 at = point_at(state.path, advanced(state.path, state.place, ahead)).at;
    if (glm::length(at - nearest_on(leaf, at)) < nav.settings.body.radius + kLeafRoom) return true;
  }
  return false;
}

/// What is waited for: from the moment on that it is in the way.
void notice(NavigatorState& state, core::ObjectId thing) {
  if (thing == state.waiting_for) return;
  state.waiting_for = thing;
  state.waiting_time = 0.0;
  if (const KnownObstacle* door = known_thing(state, thing)) {
    const Vec2 along = door->obstacle.leaf.edge - door->obstacle.leaf.hinge;
    const double width = glm::length(along);
    state.leaf_before = width > 0.0 ? along / width : Vec2(0.0);
  }
}

}  // namespace

void pass_things(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s) {
  NavigatorState& state = nav.state;
  if (!s.hints.open.valid() && !s.hints.clear.valid() && opens_wider(nav)) s.hints.open = state.waiting_for;
  const core::ObjectId thing = s.hints.open.valid() ? s.hints.open : s.hints.clear;
  notice(state, thing);
  if (!thing.valid()) return;
  if (s.hints.clear == thing && !s.hints.open.valid()) s.precedence = Vec2(0.0);
  const KnownObstacle* door = s.hints.open == thing ? known_thing(state, thing) : nullptr;
  if (door) go_with_leaf(nav, door->obstacle.leaf, s);
  s.hints.side_step &= door == nullptr;
  if (glm::length(s.precedence) < kStands || s.hints.clear == thing) state.waiting_time += input.dt;
  if (state.waiting_time < nav.settings.door_patience) {
    if (glm::length(s.precedence) >= kStands) return;
    state.status = NavStatus::Waiting;
    state.reason = s.hints.open.valid() ? NavReason::Door : NavReason::NoProgress;
    return;
  }
  give_up_thing(nav, thing, scratch);
  state.waiting_for = {};
  state.must_plan = true;
}

}  // namespace fh::planning
