// SPDX-License-Identifier: Apache-2.0
// Face to face with somebody, so that hands can meet (CA-28: attention before the hand goes out).
#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr double kMeet = 0.85;                         // m between the bodies' axes
constexpr double kMeetingNear = 1.05, kLosesIt = 1.3;  // m at which hands go out; beyond which it comes closer again
constexpr double kInFront = 0.8;                       // cosine to where the other one faces
constexpr double kFresh = 0.6;                         // s since they were seen
constexpr double kMeetingFacing = math::radians(25.0);

}  // namespace

bool meets_person(const BehaviourStep& step) {
  TaskState& task = step.task;
  const TaskBeliefs& beliefs = step.beliefs;
  const bool met = task.still > 0.0;
  step.wish.look_at = step.plan.whom;
  const auto person = find_person(step);
  if (!person) {
    task.still = 0.0;
    if (task.stage == Stage::Searching && task.search.step == SearchStep::Ended) end_with(step, Failure::NotFound);
    return false;
  }
  const Vec3 to_me(beliefs.position.x - person->position.x, 0.0, beliefs.position.z - person->position.z);
  const double distance = glm::length(to_me);
  const planning::Vec2 ahead = planning::direction_of(person->facing);
  // An agent that cannot come closer, because things stand in front of the other, meets the other from the side.
  const bool there = beliefs.way == planning::NavStatus::Arrived && !task.goal.points.empty();
  const bool in_front = met || there || ahead.x * to_me.x + ahead.y * to_me.z > kInFront * distance;
  if (distance > (met ? kLosesIt : kMeetingNear) || !in_front) {
    task.still = 0.0;
    if (beliefs.way == planning::NavStatus::GaveUp) {
      end_with(step, Failure::NoWay);
      return false;
    }
    if (task.rethink > 0.0 && !task.goal.points.empty()) return false;
    task.rethink = kRethink;
    task.goal = planning::approach_goal(*person, kMeet);
    task.goal.speed = errand_of(step).speed;
    return false;
  }
  const double facing = planning::yaw_of({-to_me.x, -to_me.z});
  if (!met) {
    task.goal = {};
    task.goal.points = {beliefs.position};
    task.goal.radius = 0.1;
    task.goal.person = person->id;
    task.still = 1.0;
  }
  task.goal.facing = facing;
  if (task.still > 1.0) return true;  // the hand is out already: a glance elsewhere does not take it back
  const auto seen = beliefs.believed(step.plan.whom);
  const bool sees = seen && seen->sighted && seen->age < kFresh;
  if (sees && std::abs(math::wrap_angle(facing - beliefs.facing)) < kMeetingFacing) task.still = 2.0;
  return task.still > 1.0;
}

math::Vec3 meeting_place(const BehaviourStep& step, double below) {
  constexpr double kLeast = 0.34, kMost = 0.40;  // m from its own axis
  const Vec3& here = step.beliefs.position;
  const auto person = step.beliefs.where_is(step.catalogue.person_named(step.plan.whom));
  const Vec3 way = person ? Vec3(person->position.x - here.x, 0.0, person->position.z - here.z) : Vec3(0.0);
  const double half = math::clamp(0.5 * glm::length(way), kLeast, kMost);
  return here + half * math::normalized_or(way, math::kForward) + Vec3(0.0, step.beliefs.shoulder - below, 0.0);
}

}  // namespace fh::mind
