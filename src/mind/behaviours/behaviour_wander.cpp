// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;
using planning::NavStatus;

constexpr int kWanderTries = 24;
constexpr double kWanderNear = 2.0;  // m a stroll is at least long

}  // namespace

/// Goes somewhere that is free, as far as the agent knows.
void behave_wander(const BehaviourStep& step) {
  TaskState& task = step.task;
  const TaskBeliefs& beliefs = step.beliefs;
  if (beliefs.way == NavStatus::Arrived || beliefs.way == NavStatus::GaveUp) {
    if (beliefs.way == NavStatus::Arrived && !task.goal.points.empty()) arrive(step);
    if (beliefs.way == NavStatus::GaveUp) fail(step);
    task.goal = {};
  }
  if (!task.goal.points.empty()) return;
  const auto& frame = beliefs.map->frame();
  for (int i = 0; i < kWanderTries; ++i) {
    const auto cell = static_cast<planning::CellIndex>(task.chance.below(static_cast<std::uint32_t>(frame.size())));
    if (!beliefs.map->is_free(cell) || beliefs.map->is_narrow(cell)) continue;
    const Vec3 place = beliefs.map->point(cell, beliefs.position.y);
    if (glm::length(place - beliefs.position) < kWanderNear) continue;
    task.goal = {};
    task.goal.points = {place};
    task.goal.radius = 0.3;
    return;
  }
}

}  // namespace fh::mind
