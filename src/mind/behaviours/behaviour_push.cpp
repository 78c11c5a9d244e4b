// SPDX-License-Identifier: Apache-2.0
// Pushing a light thing to a place: walks to the far side of it, then asks the body to push it straight there; begins
// anew when it drifts off the line. How palms and feet push is the body's affair (world/agents/push_hands.cpp).
#include <algorithm>

#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr double kHeaviest = 20.0;  // kg, as world/agents/push_hands.cpp has it
constexpr double kBehind = 0.42;    // m from the thing's side to the body's axis, before it pushes
constexpr double kThere = 0.15;     // m, when the node does not say
constexpr double kGap = 0.05;       // m left between the thing and what it is pushed to
constexpr double kOffLine = 0.3;    // m aside before it begins anew
constexpr double kStill = 5.0;      // s without headway
constexpr double kHeadway = 0.03;   // m
constexpr double kLongest = 120.0;  // s
constexpr int kTries = 5;
enum Phase : std::uint8_t { kBegins, kApproaches, kPushes };

Vec3 level(const Vec3& v) {
  return {v.x, 0.0, v.z};
}

/// m from the middle of a thing to its side, seen along a level way.
double half_along(const BelievedItem& thing, const Vec3& way) {
  const Vec3 half = 0.5 * math::transformed(thing.pose, thing.bounds).size();
  return std::abs(way.x) * half.x + std::abs(way.z) * half.z;
}

/// Where its middle is to come to; none: that is not known.
std::optional<Vec3> destination(const BehaviourStep& step, const BelievedItem& thing) {
  const scene::Errand& errand = errand_of(step);
  if (errand.to.empty()) {
    if (errand.ahead == 0.0) return errand.at;
    return thing.middle +
           errand.ahead * math::normalized_or(level(thing.middle - step.beliefs.position), math::kForward);
  }
  const auto other = step.beliefs.believed(errand.to);
  if (!other) return {};
  const bool within = errand.where == "on" || errand.where == "in" || errand.where == "under";
  const Vec3 way = math::normalized_or(level(other->middle - thing.middle), math::kForward);
  if (within || other->where.is_room) return other->middle;
  return other->middle - (half_along(*other, way) + half_along(thing, way) + kGap) * way;
}

void approach(const BehaviourStep& step, const BelievedItem& thing) {
  TaskState& task = step.task;
  task.acts = kApproaches;
  task.stage = Stage::Going;
  const Vec3 way = math::normalized_or(level(task.place - thing.middle), math::kForward);
  const Vec3 stand = thing.middle - (half_along(thing, way) + kBehind) * way;
  task.goal = {};
  task.goal.points = {{stand.x, step.beliefs.position.y, stand.z}};
  task.goal.radius = 0.1;
  task.goal.facing = planning::yaw_of({way.x, way.z});
  task.rethink = kRethink;
}

void begin_anew(const BehaviourStep& step, const BelievedItem& thing) {
  if (++step.task.attempt >= kTries) return end_with(step, Failure::Stuck);
  approach(step, thing);
}

void push_on(const BehaviourStep& step, const BelievedItem& thing, double tolerance) {
  TaskState& task = step.task;
  const Vec3 way = math::normalized_or(level(task.place - task.anchor), math::kForward);
  const Vec3 missing = level(task.place - thing.middle);
  const double remaining = glm::dot(missing, way), aside = glm::length(missing - remaining * way);
  task.still += step.dt;
  if (task.hand_off < 0.0 || remaining < task.hand_off - kHeadway) {
    task.hand_off = std::max(0.0, remaining);
    task.still = 0.0;
  }
  if (remaining < tolerance && aside < std::max(tolerance, kOffLine)) return end_with(step);
  if (remaining < 0.0 || aside > kOffLine || task.still > kStill) return begin_anew(step, thing);
  step.wish.push = errand_of(step).what;
  step.wish.push_way = way;
}

}  // namespace

void behave_push(const BehaviourStep& step) {
  TaskState& task = step.task;
  const scene::Errand& errand = errand_of(step);
  const double tolerance = errand.within > 0.0 ? errand.within : kThere;
  const auto thing = step.beliefs.believed(errand.what);
  if (!thing) return end_with(step, Failure::Unknown);
  const ThingKind& kind = step.catalogue.thing(step.catalogue.thing_named(errand.what));
  if (!kind.movable || kind.mass > kHeaviest) return end_with(step, Failure::TooHeavy);
  if (task.elapsed > kLongest) return end_with(step, Failure::Late);
  step.wish.look_at = errand.what;
  if (task.acts == kBegins) {
    const auto place = destination(step, *thing);
    if (!place) return end_with(step, Failure::Unknown);
    task.place = *place;
    if (glm::length(level(task.place - thing->middle)) < tolerance) return end_with(step);
    return approach(step, *thing);
  }
  if (task.acts == kPushes) return push_on(step, *thing, tolerance);
  task.rethink -= step.dt;
  if (task.rethink <= 0.0) approach(step, *thing);  // it may stand elsewhere by now
  if (step.beliefs.way == planning::NavStatus::GaveUp) return end_with(step, Failure::NoWay);
  if (step.beliefs.way != planning::NavStatus::Arrived) return;
  if (std::abs(math::wrap_angle(*task.goal.facing - step.beliefs.facing)) > 0.3) return;
  task.acts = kPushes;
  task.stage = Stage::Doing;
  task.goal = {};
  task.anchor = thing->middle;
  task.hand_off = -1.0;
  task.still = 0.0;
}

}  // namespace fh::mind
