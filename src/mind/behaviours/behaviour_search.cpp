// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

constexpr double kLongestSearch = 180.0;  // s
constexpr double kInSightFor = 0.5;       // s: seen as lately, it is in sight
constexpr double kBesideIt = 1.5;         // m: near enough to see whether it is there

}  // namespace

/// First where it is believed to be, then wherever the agent has not looked yet. Only the eyes end a search.
void behave_search(const BehaviourStep& step) {
  TaskState& task = step.task;
  const TaskBeliefs& beliefs = step.beliefs;
  const scene::Errand& errand = errand_of(step);
  const auto item = beliefs.believed(errand.what);
  if (item && item->sighted && item->age <= kInSightFor) return end_with(step);
  PersonSearch& search = task.search;
  const bool begins = task.stage != Stage::Searching;
  if (begins) {
    task.stage = Stage::Searching;
    const math::Vec3 last = item ? math::Vec3(item->middle.x, beliefs.position.y, item->middle.z) : beliefs.position;
    task.goal = *begin_search(last, search);
    task.goal.radius = kBesideIt;
    search.longest = errand.seconds > 0.0 ? errand.seconds : kLongestSearch;
  }
  if (item) step.wish.look_at = errand.what;
  search.seconds += step.dt;
  const SearchBeliefs known{beliefs.position, beliefs.facing, step.dt, beliefs.way, beliefs.map, {}};
  look_round(known, search, task.goal);
  if (begins || !place_is_done(search, beliefs.way)) return;
  task.goal = next_unseen_place(known, task.chance, search).value_or(planning::Goal{});
  if (search.step == SearchStep::Ended) end_with(step, Failure::NotFound);
}

}  // namespace fh::mind
