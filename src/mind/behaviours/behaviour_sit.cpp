// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr double kWithin = 0.07;                 // m
constexpr double kNear = 0.95;                   // m from the seat: the body goes back to it by itself
constexpr double kFacing = math::radians(15.0);  // off the way that the seat looks

/// Before the seat with the back to it, as near as the body has room to walk: the last step is taken backwards; without
/// points when there is none.
planning::Goal goal_before(const BehaviourStep& step, const BelievedItem& seat, const ThingKind& kind) {
  constexpr int kDirections = 16;
  const planning::WalkMap& map = *step.beliefs.map;
  const int layer = map.layer_at(step.beliefs.position);
  planning::Goal goal;
  goal.radius = kWithin;
  double nearest = 1e9;
  for (int i = 0; i < kDirections; ++i) {
    const Vec3 out = math::from_axis_angle(math::kUp, i * math::kTau / kDirections) * math::kForward;
    const auto spot = seat_on(kind, seat.pose, out);
    if (!spot || (spot->faces && i > 0)) break;
    for (double gap = kNearestToSeat; spot->edge + gap <= kNear; gap += 0.04) {
      const Vec3 place = spot->on + (spot->edge + gap) * spot->front;
      const planning::Vec2 at(place.x, place.z);
      if (!map.is_clear(at, at, layer, map.body().side_radius)) continue;
      const double far = glm::length(at - planning::Vec2(step.beliefs.position.x, step.beliefs.position.z));
      if (far < nearest) {
        nearest = far;
        goal.points = {Vec3(place.x, step.beliefs.position.y, place.z)};
        goal.facing = planning::yaw_of({spot->front.x, spot->front.z});
      }
      break;
    }
  }
  return goal;
}

}  // namespace

/// Goes before the seat, turns its back to it, sits down; culminates by the feeling of the seat.
void behave_sit(const BehaviourStep& step) {
  TaskState& task = step.task;
  const scene::Errand& errand = errand_of(step);
  const StanceFeel& feel = step.beliefs.stance;
  if (task.acts) {
    step.wish.stance = Stance::Sit;
    step.wish.seat = errand.what;
    task.reached_for += step.dt;
    if (feel.stance == Stance::Sit && feel.status == HandStatus::Done) {
      task.still += step.dt;
      if (task.still >= errand.seconds) end_with(step);
      return;
    }
    if (task.reached_for > kStancePatience || (feel.stance == Stance::Sit && feel.status == HandStatus::Failed))
      end_with(step, Failure::TooHigh);
    return;
  }
  step.wish.seat = errand.what;
  const auto seat = step.beliefs.believed(errand.what);
  if (!seat) return end_with(step, Failure::Unknown);
  const Vec3 away = seat->middle - step.beliefs.position;
  const double far = glm::length(math::Vec2(away.x, away.z));
  if (far > kNear) step.wish.look_at = errand.what;
  if (task.goal.points.empty()) {
    const core::ObjectId thing = step.catalogue.thing_named(errand.what);
    if (!thing.valid() || !seat_on(step.catalogue.thing(thing), seat->pose, math::kForward))
      return end_with(step, Failure::NoSeat);
    task.goal = goal_before(step, *seat, step.catalogue.thing(thing));
    if (task.goal.points.empty()) end_with(step, Failure::NoRoom);
    return;
  }
  if (step.beliefs.way == planning::NavStatus::GaveUp || task.elapsed > 120.0) return end_with(step, Failure::NoWay);
  if (step.beliefs.way != planning::NavStatus::Arrived) return;
  if (std::abs(math::wrap_angle(*task.goal.facing - step.beliefs.facing)) > kFacing) return;
  if (far > kNear) return end_with(step, Failure::TooFar);
  task.acts = 1;
  task.goal.points = {step.beliefs.position};
}

}  // namespace fh::mind
