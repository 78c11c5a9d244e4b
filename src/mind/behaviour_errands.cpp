#include "mind/behaviour.h"

namespace fh::mind {
namespace {

using planning::NavStatus;

constexpr double kPatience = 20.0;     // s without any known way before an errand is given up
constexpr double kAfterFailure = 2.0;  // s before the next errand is tried

/// The next errand, or the end.
void next_errand(const BehaviourStep& step, const ErrandRules& rules) {
  TaskState& task = step.task;
  ++task.errand;
  task.goal = {};  // else the old one would be reached once more
  task.stage = Stage::Going;
  if (task.errand < static_cast<std::int32_t>(step.plan.errands.size())) return;
  task.errand = 0;
  if (!rules.again) task.stage = Stage::Done;
}

void go_errand(const BehaviourStep& step, const ErrandRules& rules) {
  TaskState& task = step.task;
  const TaskBeliefs& beliefs = step.beliefs;
  const auto& errand = step.plan.errands[static_cast<std::size_t>(task.errand)];
  task.rethink -= step.dt;
  task.blocked = beliefs.way == NavStatus::Blocked ? task.blocked + step.dt : 0.0;
  bool at_the_place = true;
  if (rules.set_goal)
    at_the_place = rules.set_goal(step, errand);
  else
    task.goal = goal_of(errand);
  if (beliefs.way == NavStatus::Arrived && at_the_place) {
    arrive(step);
    task.stage = Stage::Doing;
    task.blocked = 0.0;
    task.left = errand.seconds;
  } else if (beliefs.way == NavStatus::GaveUp || task.blocked > kPatience) {
    fail(step);
    task.blocked = 0.0;
    task.stage = Stage::Waiting;
    task.left = kAfterFailure;
    if (rules.skips_failed) next_errand(step, rules);
  }
}

/// Busy at the place. An agent that had to leave it to somebody comes back and goes on, but does not wait for ever.
void stay(const BehaviourStep& step, const ErrandRules& rules) {
  TaskState& task = step.task;
  const bool away = step.beliefs.way == NavStatus::Waiting || step.beliefs.way == NavStatus::Walking;
  task.blocked = away ? task.blocked + step.dt : 0.0;
  if (!away) task.left -= step.dt;
  if (task.left > 0.0 && task.blocked < kPatience) return;
  task.blocked = 0.0;
  next_errand(step, rules);
}

}  // namespace

planning::Goal goal_of(const scene::Errand& errand) {
  planning::Goal goal;
  goal.points.push_back(errand.at);
  goal.points.insert(goal.points.end(), errand.choice.begin(), errand.choice.end());
  goal.radius = errand.within;
  goal.facing = errand.yaw;
  return goal;
}

void do_errands(const BehaviourStep& step, const ErrandRules& rules) {
  if (step.task.stage == Stage::Doing)
    stay(step, rules);
  else
    go_errand(step, rules);
}

void behave_errands(const BehaviourStep& step) {
  do_errands(step, {.skips_failed = true});
}

}  // namespace fh::mind
