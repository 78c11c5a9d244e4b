// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;
using planning::NavStatus;

constexpr double kQueueSpacing = 0.9;  // m from one waiting person to the next
constexpr double kInPlace = 0.4;       // m: nearer to a place of the row a person stands in it
constexpr double kQueueWithin = 0.15;  // m: waiting people stand at least so exactly
constexpr double kLeft = 0.7;          // m from a place: as far away, the person ahead has left it
constexpr int kQueuePlaces = 12;       // farther back nobody queues
constexpr double kAside = 1.5;         // m from the row to where those go who are done

/// Where the row's n-th stands; the 0-th is at the errand's place.
Vec3 row_place(const scene::Errand& errand, int n) {
  const auto back = -planning::direction_of(errand.yaw.value_or(0.0));
  return errand.at + kQueueSpacing * n * Vec3(back.x, 0.0, back.y);
}

/// The place in the row that the goal means.
int place_of_goal(const scene::Errand& errand, const planning::Goal& goal) {
  const double off = glm::length(goal.points[0] - errand.at);
  return static_cast<int>(off / kQueueSpacing + 0.5);
}

/// Behind the last one in the row: nobody is overtaken, also where the row has gaps because people move up.
int end_of_row(const scene::Errand& errand, const TaskBeliefs& beliefs) {
  int end = 0;
  for (int i = 0; i < kQueuePlaces; ++i) {
    // Beliefs never contain the agent itself: it does not take its own place for somebody else's.
    if (beliefs.somebody_stands_at(row_place(errand, i), 0.5 * kQueueSpacing)) end = i + 1;
  }
  return end;
}

/// A person in the row moves up by one place when that is free; everybody else walks to the end of the row.
int next_place(const BehaviourStep& step, const scene::Errand& errand) {
  const TaskBeliefs& beliefs = step.beliefs;
  if (step.task.goal.points.empty()) return end_of_row(errand, beliefs);
  const int mine = place_of_goal(errand, step.task.goal);
  const auto ahead = planning::direction_of(errand.yaw.value_or(0.0));
  const Vec3 to = row_place(errand, mine) - beliefs.position;
  const double left = to.x * ahead.x + to.z * ahead.y, aside = to.z * ahead.x - to.x * ahead.y;
  const bool in_row = std::abs(aside) < kInPlace && left > -kInPlace && left < kQueueSpacing + kInPlace;
  if (!in_row) return end_of_row(errand, beliefs);
  if (beliefs.somebody_stands_at(row_place(errand, mine), std::min(kInPlace, glm::length(math::Vec2(left, aside)))))
    return mine + 1;  // somebody was faster
  const bool stands = std::abs(left) < kInPlace;
  const bool ahead_free = mine > 0 && !beliefs.somebody_stands_at(row_place(errand, mine - 1), kLeft);
  return stands && ahead_free ? mine - 1 : mine;
}

bool join_queue(const BehaviourStep& step, const scene::Errand& errand) {
  TaskState& task = step.task;
  // What navigation says of arrival is about the goal before this step.
  const bool was_first = !task.goal.points.empty() && place_of_goal(errand, task.goal) == 0;
  if (task.rethink <= 0.0 || task.goal.points.empty()) {
    const int place = next_place(step, errand);
    task.goal = goal_of(errand, step.beliefs);
    if (!task.goal.points.empty()) task.goal.points = {row_place(errand, place)};
    task.goal.radius = std::min(errand.within, kQueueWithin);
    task.goal.facing = errand.yaw;
    task.rethink = kRethink;
  }
  return was_first && !task.goal.points.empty() && place_of_goal(errand, task.goal) == 0;
}

/// Beside the row, where nobody stands: whoever is done makes room for the next.
planning::Goal place_aside(const BehaviourStep& step, const scene::Errand& errand) {
  const auto ahead = planning::direction_of(errand.yaw.value_or(0.0));
  const Vec3 right(-ahead.y, 0.0, ahead.x);
  planning::Goal goal;
  goal.radius = 0.4;
  for (int n = 1; n < kQueuePlaces && goal.points.empty(); ++n) {
    for (const double side : {kAside, -kAside}) {
      const Vec3 place = row_place(errand, n) + side * right;
      const auto& frame = step.beliefs.map->frame();
      const bool free =
          step.beliefs.map->is_free(frame.cell_at({place.x, place.z}, step.beliefs.map->layer_at(errand.at)));
      if (free && !step.beliefs.somebody_stands_at(place, kQueueSpacing)) goal.points.push_back(place);
    }
  }
  return goal;
}

}  // namespace

void behave_queue(const BehaviourStep& step) {
  TaskState& task = step.task;
  const auto end = static_cast<std::int32_t>(step.plan.errands.size());
  if (task.errand == end) {  // all is done, on the way out
    const NavStatus way = step.beliefs.way;
    if (way != NavStatus::Walking && way != NavStatus::Waiting && task.rethink <= 0.0) task.stage = Stage::Done;
    task.rethink -= step.dt;
    return;
  }
  do_errands(step, {.set_goal = join_queue});
  if (task.stage != Stage::Done) return;
  task.goal = place_aside(step, step.plan.errands.back());
  if (task.goal.points.empty()) return;
  task.stage = Stage::Going;
  task.errand = end;
  task.rethink = kRethink;  // until navigation has taken the goal up
}

}  // namespace fh::mind
