// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mind/behaviours/behaviour.h"
#include "planning/navigation/floor_plan.h"

namespace fh::mind {
namespace {

using math::Vec3;
using planning::NavStatus;

constexpr double kPatience = 20.0;      // s without any known way before an errand is given up
constexpr double kGridSlack = 0.1;      // m: a cell of the map
constexpr double kTouching = 0.01;      // m from the hand to what it is put on
constexpr double kReachPatience = 9.0;  // s from coming to a stand to the end of the longest reach
constexpr double kAfterFailure = 2.0;   // s before an errand is tried again, or a patrol's next one
constexpr double kStandstill = 60.0;    // s on the way within kOnTheSpot: given up, whatever navigation hopes for
constexpr double kOnTheSpot = 0.5;      // m
constexpr double kLooksRound = 8.0;     // s for a look to all four sides
constexpr int kStands = 4;              // places from which a deed is tried
constexpr int kRegains = 2;             // times that a thing which was lost is taken again

ErrandOutcome* outcome_of(TaskState& task) {
  const auto i = static_cast<std::size_t>(task.errand);
  return i < task.outcomes.size() ? &task.outcomes[i] : nullptr;
}

void errand_done(const BehaviourStep& step) {
  arrive(step);
  if (ErrandOutcome* outcome = outcome_of(step.task)) *outcome = {.kind = ErrandOutcome::Kind::Done};
}

/// Metres from the nearest of the goal's points, seen from above.
double off_goal(const planning::Goal& goal, const Vec3& position) {
  double least = 1e9;
  for (const Vec3& point : goal.points) {
    least = std::min(least, glm::length(math::Vec2(point.x - position.x, point.z - position.z)));
  }
  return least;
}

/// As it was before anything was tried.
void start_anew(TaskState& task) {
  task.hand_off = -1.0;
  task.reached_for = task.unseen = task.blocked = task.still = 0.0;
  task.attempt = 0;
  task.acts = 0;
  task.goal = {};  // else the old one would be reached once more
  task.stage = Stage::Going;
}

/// What the agent took by one of its errands and has lost on the way to put it down.
bool has_lost(const BehaviourStep& step) {
  const auto& errands = step.plan.errands;
  const auto at = static_cast<std::size_t>(step.task.errand);
  if (errands[at].deed != scene::Deed::Put || step.beliefs.holds(errands[at].thing)) return false;
  for (std::size_t i = at; i-- > 0;) {
    if (errands[i].deed == scene::Deed::None || errands[i].thing != errands[at].thing) continue;
    return errands[i].deed == scene::Deed::Take && step.task.outcomes[i].kind == ErrandOutcome::Kind::Done;
  }
  return false;
}

/// Takes again what it lost.
bool regains(const BehaviourStep& step) {
  TaskState& task = step.task;
  // While the hands are at it, they know.
  if (task.acts || task.first != First::Nothing || task.regained >= kRegains || !has_lost(step)) return false;
  ++task.regained;
  task.first = First::Regain;
  start_anew(task);
  return true;
}

/// The next errand, or the end.
void next_errand(const BehaviourStep& step, const ErrandRules& rules) {
  TaskState& task = step.task;
  ++task.errand;
  task.first = First::Nothing;
  task.regained = 0;
  start_anew(task);
  if (task.errand < static_cast<std::int32_t>(step.plan.errands.size())) return;
  task.errand = 0;
  if (!rules.again) task.stage = Stage::Done;
}

/// What was given up is not tried again at once: the next errand may be possible.
void after_failure(const BehaviourStep& step, const ErrandRules& rules) {
  TaskState& task = step.task;
  task.blocked = task.still = 0.0;
  if (rules.skips_failed) next_errand(step, rules);
  if (rules.skips_failed && !rules.again) return;
  task.stage = Stage::Waiting;
  task.remaining = kAfterFailure;
}

/// Seconds on the way without leaving the spot. Those who queue stand for as long as the queue does.
void watch_headway(const BehaviourStep& step, const ErrandRules& rules) {
  TaskState& task = step.task;
  const Vec3 moved = step.beliefs.position - task.anchor;
  task.still += step.dt;
  if (!rules.set_goal && moved.x * moved.x + moved.z * moved.z < kOnTheSpot * kOnTheSpot) return;
  task.anchor = step.beliefs.position;
  task.still = 0.0;
}

/// A deed may be tried from another place, if that is the agent's to choose.
bool tries_elsewhere(const BehaviourStep& step, const scene::Errand& errand, Failure why) {
  TaskState& task = step.task;
  task.before = why;
  if (errand.deed == scene::Deed::None || errand.stands || task.attempt + 1 >= kStands) return false;
  ++task.attempt;
  task.acts = 0;
  task.reached_for = task.unseen = 0.0;
  task.goal = {};
  task.stage = Stage::Going;
  return true;
}

/// Arrived, as navigation says: is it the place that was meant?
void begin_doing(const BehaviourStep& step, const ErrandRules& rules, const scene::Errand& errand) {
  TaskState& task = step.task;
  const double off = off_goal(task.goal, step.beliefs.position);
  task.blocked = 0.0;
  if (off > errand.within + kGridSlack) {  // the nearest free place is another one
    if (tries_elsewhere(step, errand, Failure::TooFar)) return;
    give_up(step, Failure::TooFar, step.beliefs.reason, off);
    return rules.again ? after_failure(step, rules) : next_errand(step, rules);
  }
  if (errand.reach.empty() && errand.deed == scene::Deed::None) errand_done(step);
  task.stage = Stage::Doing;
  task.remaining = errand.seconds;
  task.hand_off = -1.0;
  task.reached_for = task.unseen = 0.0;
  task.acts = 0;
}

/// Sets the place to stand at for a deed. Whoever does not know where the thing is turns to all sides first.
bool looks_round(const BehaviourStep& step, const scene::Errand& errand, Failure& why) {
  TaskState& task = step.task;
  task.goal = stand_goal(step, errand, why);
  if (!task.goal.points.empty() || why != Failure::Unknown || task.unseen > kLooksRound) {
    task.unseen = 0.0;
    return false;
  }
  task.unseen += step.dt;
  task.goal.points = {step.beliefs.position};
  task.goal.radius = 0.5;
  task.goal.facing = math::wrap_angle(0.5 * math::kPi * static_cast<int>(4.0 * task.unseen / kLooksRound));
  return true;
}

void go_errand(const BehaviourStep& step, const ErrandRules& rules) {
  TaskState& task = step.task;
  const TaskBeliefs& beliefs = step.beliefs;
  if (regains(step)) return;
  scene::Errand first;
  const scene::Errand& errand = errand_now(step.plan, task, first);
  task.rethink -= step.dt;
  task.blocked = beliefs.way == NavStatus::Blocked ? task.blocked + step.dt : 0.0;
  watch_headway(step, rules);
  bool new_goal = task.goal.points.empty();
  bool at_the_place = true;
  Failure why = errand.to.empty() || beliefs.believed(errand.to) ? Failure::NotOnFloor : Failure::Unknown;
  if (rules.set_goal)
    at_the_place = rules.set_goal(step, errand);
  else if (!errand.stands && (new_goal || task.unseen > 0.0)) {
    if (looks_round(step, errand, why)) return;
    new_goal = true;
  } else if (new_goal)
    task.goal = goal_of(errand, beliefs);
  if (task.goal.points.empty()) {
    give_up(step, why, planning::NavReason::None);
    rules.again ? after_failure(step, rules) : next_errand(step, rules);
  } else if (beliefs.way == NavStatus::Arrived && at_the_place && !new_goal) {
    begin_doing(step, rules, errand);
  } else if (beliefs.way == NavStatus::GaveUp || task.blocked > kPatience || task.still > kStandstill) {
    const bool reasonless = beliefs.reason == planning::NavReason::None;
    give_up(step, Failure::NoWay, reasonless ? planning::NavReason::NoProgress : beliefs.reason);
    after_failure(step, rules);
  }
}

bool has_reached(const TaskState& task) {
  return task.hand_off >= 0.0 && task.hand_off <= kTouching;
}

/// Stretches for what the errand reaches for; returns whether it still tries. An agent that had to leave the place
/// begins anew when it is back.
bool stretch(const BehaviourStep& step, bool away) {
  TaskState& task = step.task;
  task.reached_for = away ? 0.0 : task.reached_for + step.dt;
  const double off = step.beliefs.hand_off;
  if (off >= 0.0 && (task.hand_off < 0.0 || off < task.hand_off)) task.hand_off = off;
  return !has_reached(task) && task.reached_for < kReachPatience;
}

/// What came of the hands' deed so far: done, given up, or tried from another place.
void end_deed(const BehaviourStep& step, const ErrandRules& rules, const scene::Errand& errand, const HandFeel& feel) {
  TaskState& task = step.task;
  const bool elsewhere = feel.failure == Failure::Reach || feel.failure == Failure::NotSeen ||
                         feel.failure == Failure::NoHandWay || feel.failure == Failure::Stuck ||
                         feel.failure == Failure::TooFar;
  if (feel.status == HandStatus::Failed && elsewhere && tries_elsewhere(step, errand, feel.failure)) return;
  if (feel.failure == Failure::NotHeld) {
    task.acts = 0;
    if (regains(step)) return;
  }
  if (feel.status == HandStatus::Done && task.first != First::Nothing) {
    task.first = First::Nothing;
    return start_anew(task);
  }
  if (feel.status == HandStatus::Done)
    errand_done(step);
  else
    give_up(step, feel.failure, planning::NavReason::None, feel.off);
  next_errand(step, rules);
}

/// Busy at the place. An agent that had to leave it to somebody comes back and goes on, but does not wait for ever.
void stay(const BehaviourStep& step, const ErrandRules& rules) {
  TaskState& task = step.task;
  const bool away = step.beliefs.way == NavStatus::Waiting || step.beliefs.way == NavStatus::Walking;
  task.blocked = away ? task.blocked + step.dt : 0.0;
  if (!away) task.remaining -= step.dt;
  if (regains(step)) return;
  scene::Errand first;
  const scene::Errand& errand = errand_now(step.plan, task, first);
  if (errand.deed != scene::Deed::None) {
    if (away && !task.acts && task.blocked < kPatience) return;  // hands begin at the place
    const HandFeel feel = do_deed(step, errand);
    const bool over = feel.status == HandStatus::Failed || (feel.status == HandStatus::Done && task.remaining <= 0.0);
    return over || task.blocked >= kPatience ? end_deed(step, rules, errand, feel) : void();
  }
  const bool reaches = !errand.reach.empty();
  const bool trying = reaches && stretch(step, away);
  if ((task.remaining > 0.0 || trying) && task.blocked < kPatience) return;
  if (reaches && has_reached(task)) errand_done(step);
  if (reaches && !has_reached(task)) give_up(step, Failure::Reach, planning::NavReason::None, task.hand_off);
  task.blocked = 0.0;
  next_errand(step, rules);
}

}  // namespace

planning::Goal goal_of(const scene::Errand& errand, const TaskBeliefs& beliefs) {
  planning::Goal goal;
  // Whether there is floor at all is known only to those who know the place.
  const auto may_stand = [&](const Vec3& place) {
    return !beliefs.knows_ground || planning::has_floor(beliefs.map->floor(), place, errand.within);
  };
  if (errand.to.empty()) {
    if (may_stand(errand.at)) goal.points.push_back(errand.at);
  } else if (!errand.where.empty()) {
    for (const Vec3& place : places_to_stand(errand, beliefs)) {
      if (may_stand(place)) goal.points.push_back(place);
    }
  } else if (const auto thing = beliefs.believed(errand.to)) {
    goal.points.push_back({thing->middle.x, beliefs.position.y, thing->middle.z});
  }
  for (const Vec3& other : errand.choice) {
    if (may_stand(other)) goal.points.push_back(other);
  }
  goal.radius = errand.within;
  goal.facing = errand.yaw;
  goal.speed = errand.speed;
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
