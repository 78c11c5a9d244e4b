// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr double kLost = 1.0;                  // s of searching until the agent says so
constexpr double kBehind = 1.5, kSlack = 0.2;  // m kept behind the person followed; farther, it goes after them (K-57)

/// Goes on with the search, or begins one at the place the person was last believed to be.
void search_for_person(const BehaviourStep& step) {
  TaskState& task = step.task;
  const TaskBeliefs& beliefs = step.beliefs;
  PersonSearch& search = task.search;
  if (task.stage != Stage::Searching) {
    task.stage = Stage::Searching;
    std::optional<Vec3> last;
    if (!task.goal.points.empty()) last = task.goal.points[0];
    task.goal = begin_search(last, search).value_or(planning::Goal{});
    return;
  }
  if (search.step == SearchStep::Ended) return;
  search.seconds += step.dt;
  if (!place_is_done(search, beliefs.way)) return;
  SearchBeliefs known{beliefs.position, beliefs.facing, step.dt, beliefs.way, beliefs.map, beliefs.likely_places()};
  task.goal = next_place(known, task.chance, search).value_or(planning::Goal{});
  if (search.step == SearchStep::Ended) fail(step, planning::NavReason::NotFound);
}

/// Says that the person is lost, found again, or not to be found; `before`: the search one tick ago, if there was one.
void tell_of_search(const BehaviourStep& step, const std::optional<PersonSearch>& before) {
  const PersonSearch& search = step.task.search;
  const auto say = [&](const char* words) { step.wish.say.push_back({words, step.plan.whom}); };
  if (!before) return;
  if (step.task.stage != Stage::Searching) {
    if (before->seconds >= kLost) say("There you are.");
    return;
  }
  if (before->seconds < kLost && search.seconds >= kLost) say("Where are you?");
  if (before->step != SearchStep::Ended && search.step == SearchStep::Ended) say("I cannot find you.");
}

}  // namespace

std::optional<planning::PerceivedPerson> find_person(const BehaviourStep& step) {
  TaskState& task = step.task;
  const auto person = step.beliefs.where_is(step.catalogue.person_named(step.plan.whom));
  if (!person) {
    search_for_person(step);
    return std::nullopt;
  }
  if (task.stage == Stage::Searching) task.goal = {};  // found: not to the place that was looked at
  task.stage = Stage::Going;
  task.rethink -= step.dt;
  return person;
}

/// A follower whose search has ended stays where it is, and goes on when it sees the person again.
void behave_follow(const BehaviourStep& step) {
  TaskState& task = step.task;
  std::optional<PersonSearch> before;
  if (task.stage == Stage::Searching) before = task.search;
  const auto person = find_person(step);
  tell_of_search(step, before);
  if (!person || (task.rethink > 0.0 && !task.goal.points.empty())) return;
  task.rethink = kRethink;
  // Near enough: stay, and only turn to them.
  const Vec3& here = step.beliefs.position;
  const Vec3 to_me(here.x - person->position.x, 0.0, here.z - person->position.z);
  const double distance = glm::length(to_me);
  const Vec3 side = distance > 1e-6 ? to_me / distance : Vec3(0.0, 0.0, 1.0);
  task.goal.points = {distance < kBehind + kSlack ? here : person->position + (kBehind + 0.5 * kSlack) * side};
  task.goal.radius = 0.1;
  task.goal.speed = errand_of(step).speed;
  task.goal.facing = planning::yaw_of({-side.x, -side.z});
  task.goal.person = person->id;
}

}  // namespace fh::mind
