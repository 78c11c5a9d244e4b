// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

constexpr double kCaught = 1.0;         // m from middle to middle: an arm's length
constexpr double kFarthestAhead = 2.0;  // s that a motion is thought on (CA-46)
constexpr double kChaseRethink = 0.2;   // s

}  // namespace

/// To where the person will be when the agent gets there, if they go on as they were last seen to.
void behave_chase(const BehaviourStep& step) {
  TaskState& task = step.task;
  const auto person = find_person(step);
  if (!person) {
    if (task.stage == Stage::Searching && task.search.step == SearchStep::Ended) end_with(step, Failure::NotFound);
    return;
  }
  const scene::Errand& errand = errand_of(step);
  const double caught = errand.within > 0.0 ? errand.within : kCaught;
  const math::Vec3 way(person->position.x - step.beliefs.position.x, 0.0, person->position.z - step.beliefs.position.z);
  const double distance = glm::length(way);
  const auto seen = step.beliefs.believed(step.plan.whom);
  if (distance <= caught && seen && seen->sighted && seen->age < 0.5) return end_with(step);
  if (task.rethink > 0.0 && !task.goal.points.empty()) return;
  task.rethink = kChaseRethink;
  const double speed = errand.speed > 0.0 ? errand.speed : std::max(step.beliefs.speed, 0.5);
  const double ahead = std::min(kFarthestAhead, std::max(0.0, distance - caught) / speed);
  task.goal = {};
  task.goal.points = {person->position + ahead * math::Vec3(person->velocity.x, 0.0, person->velocity.y)};
  task.goal.radius = 0.8 * caught;
  task.goal.person = person->id;
  task.goal.speed = errand.speed;
}

}  // namespace fh::mind
