// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

constexpr double kBeside = 1.3;   // m at which a pursued person counts as met
constexpr double kInSight = 0.5;  // cosine to where a person faces: seen without turning the head

}  // namespace

/// Up to the person from the front, within their sight.
void behave_pursue(const BehaviourStep& step) {
  TaskState& task = step.task;
  const auto person = find_person(step);
  if (!person) {
    if (task.stage == Stage::Searching && task.search.step == SearchStep::Ended) task.stage = Stage::Done;
    return;
  }
  const math::Vec3& here = step.beliefs.position;
  const math::Vec3 to_me(here.x - person->position.x, 0.0, here.z - person->position.z);
  const double distance = glm::length(to_me);
  const planning::Vec2 ahead = planning::direction_of(person->facing);
  const bool in_front = ahead.x * to_me.x + ahead.y * to_me.z > kInSight * distance;
  if (distance < kBeside + 0.2 && in_front) {
    arrive(step);
    task.stage = Stage::Done;
    return;
  }
  if (task.rethink > 0.0 && !task.goal.points.empty()) return;
  task.rethink = kRethink;
  task.goal = planning::approach_goal(*person, kBeside);
  task.goal.speed = errand_of(step).speed;
}

}  // namespace fh::mind
