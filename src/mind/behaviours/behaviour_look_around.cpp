// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {

/// In three turns on the spot.
void behave_look_around(const BehaviourStep& step) {
  TaskState& task = step.task;
  if (task.stage != Stage::Searching) {
    task.stage = Stage::Searching;
    task.search = {};
    task.search.visited = {step.beliefs.position};
    task.goal.points = {step.beliefs.position};
    task.goal.radius = 0.4;
  }
  const SearchBeliefs known{step.beliefs.position,        step.beliefs.facing, step.dt,
                            planning::NavStatus::Arrived, step.beliefs.map,    {}};
  look_round(known, task.search, task.goal);
  if (place_is_done(task.search, planning::NavStatus::Arrived)) end_with(step);
}

}  // namespace fh::mind
