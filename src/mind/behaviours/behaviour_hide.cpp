// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr int kHideTries = 200;     // places that are thought of
constexpr double kEyes = 1.6;       // m above the ground, of who seeks
constexpr double kNoWayFor = 20.0;  // s without a way before it gives up
constexpr double kWidth = 0.3;      // m to either side that must be hidden too
constexpr double kHeights[] = {0.3, 0.9, 1.5};

/// Whether somebody who looks from `eye` sees nothing of a person at this place, as the agent believes.
bool is_hidden(const TaskBeliefs& beliefs, const Vec3& eye, const Vec3& place) {
  const Vec3 way = math::normalized_or(Vec3(place.x - eye.x, 0.0, place.z - eye.z), math::kForward);
  const Vec3 right = kWidth * glm::cross(way, math::kUp);
  for (const double height : kHeights) {
    for (const double side : {-1.0, 0.0, 1.0}) {
      if (beliefs.in_view(eye, place + side * right + Vec3(0.0, height, 0.0))) return false;
    }
  }
  return true;
}

/// The nearest of some random places that are hidden from where the person is believed to be.
std::optional<Vec3> hiding_place(const BehaviourStep& step, const Vec3& eye) {
  const TaskBeliefs& beliefs = step.beliefs;
  const auto& frame = beliefs.map->frame();
  std::optional<Vec3> best;
  double nearest = 1e9;
  for (int i = 0; i < kHideTries; ++i) {
    const auto cell =
        static_cast<planning::CellIndex>(step.task.chance.below(static_cast<std::uint32_t>(frame.size())));
    if (!beliefs.map->is_free(cell) || beliefs.map->is_narrow(cell)) continue;
    const Vec3 place = beliefs.map->point(cell, beliefs.position.y);
    const double distance = glm::length(place - beliefs.position);
    if (distance >= nearest || beliefs.somebody_stands_at(place, 0.8) || !is_hidden(beliefs, eye, place)) continue;
    best = place;
    nearest = distance;
  }
  return best;
}

}  // namespace

/// Where the person was first believed to be counts: whoever hides does not look back.
void behave_hide(const BehaviourStep& step) {
  TaskState& task = step.task;
  const TaskBeliefs& beliefs = step.beliefs;
  if (task.stage == Stage::Doing) {
    task.remaining -= step.dt;
    if (task.remaining <= 0.0) end_with(step);
    return;
  }
  if (task.goal.points.empty()) {
    const auto person = beliefs.where_is(step.catalogue.person_named(step.plan.whom));
    if (!person) return end_with(step, Failure::Unknown);
    const auto place = hiding_place(step, person->position + Vec3(0.0, kEyes, 0.0));
    if (!place) return end_with(step, Failure::NoCover);
    task.goal.points = {*place};
    task.goal.radius = 0.25;
    return;
  }
  task.blocked = beliefs.way == planning::NavStatus::Blocked ? task.blocked + step.dt : 0.0;
  if (beliefs.way == planning::NavStatus::Arrived) {
    task.stage = Stage::Doing;
    task.remaining = errand_of(step).seconds;
  } else if (beliefs.way == planning::NavStatus::GaveUp || task.blocked > kNoWayFor) {
    end_with(step, Failure::NoWay);
  }
}

}  // namespace fh::mind
