#include "mind/task.h"

#include <cmath>

namespace fh::mind {
namespace {

using math::Vec3;
using planning::NavStatus;
using scene::Behaviour;

constexpr double kBehind = 1.5;        // m kept behind the person followed
constexpr double kBeside = 1.3;        // m at which a pursued person counts as met
constexpr double kInSight = 0.5;       // cosine to where a person faces: seen without turning the head
constexpr double kRethink = 0.5;       // s between looks at a moving goal
constexpr double kQueueSpacing = 0.9;  // m from one waiting person to the next
constexpr int kQueuePlaces = 12;       // farther back nobody queues
constexpr int kWanderTries = 24;
constexpr double kWanderNear = 2.0;    // m a stroll is at least long
constexpr double kPatience = 20.0;     // s without any known way before an errand is given up
constexpr double kAfterFailure = 2.0;  // s before the next errand is tried

planning::Goal goal_of(const scene::Errand& errand) {
  planning::Goal goal;
  goal.points.push_back(errand.at);
  goal.points.insert(goal.points.end(), errand.choice.begin(), errand.choice.end());
  goal.radius = errand.within;
  goal.facing = errand.yaw;
  return goal;
}

void arrive(TaskState& task, double seconds) {
  ++task.tally.arrived;
  task.tally.last_arrival = seconds;
  if (task.tally.first_arrival < 0.0) task.tally.first_arrival = seconds;
}

void fail(TaskState& task, planning::NavReason reason) {
  ++task.tally.failed;
  task.tally.reason = reason;
}

/// The next errand, or the end.
void next_errand(const scene::AgentSpec& plan, TaskState& task) {
  ++task.errand;
  task.goal = {};  // else the old one would be reached once more
  task.stage = Stage::Going;
  if (task.errand < static_cast<std::int32_t>(plan.errands.size())) return;
  task.errand = 0;
  if (plan.behaviour != Behaviour::Patrol) task.stage = Stage::Done;
}

/// A place in the row of those who wait for the errand's place: the first that nobody stands in.
Vec3 queue_place(const scene::Errand& errand, const TaskBeliefs& beliefs) {
  const auto back = -planning::direction_of(errand.yaw.value_or(0.0));
  for (int i = 0; i < kQueuePlaces; ++i) {
    const Vec3 place = errand.at + kQueueSpacing * i * Vec3(back.x, 0.0, back.y);
    if (!beliefs.somebody_stands_at(place, 0.5 * kQueueSpacing)) return place;
  }
  return errand.at + kQueueSpacing * kQueuePlaces * Vec3(back.x, 0.0, back.y);
}

void go_errand(const scene::AgentSpec& plan, const TaskBeliefs& beliefs, double dt, TaskState& task) {
  const auto& errand = plan.errands[static_cast<std::size_t>(task.errand)];
  task.rethink -= dt;
  task.blocked = beliefs.way == NavStatus::Blocked ? task.blocked + dt : 0.0;
  bool at_the_place = true;
  if (plan.behaviour == Behaviour::Queue) {
    // An agent in the row does not take its own place for somebody else's: beliefs never contain the agent itself.
    if (task.rethink <= 0.0 || task.goal.points.empty()) {
      task.goal = goal_of(errand);
      task.goal.points = {queue_place(errand, beliefs)};
      task.goal.facing = errand.yaw;
      task.rethink = kRethink;
    }
    at_the_place = glm::length(task.goal.points[0] - errand.at) < 0.5 * kQueueSpacing;
  } else {
    task.goal = goal_of(errand);
  }
  if (beliefs.way == NavStatus::Arrived && at_the_place) {
    arrive(task, beliefs.seconds);
    task.stage = Stage::Doing;
    task.blocked = 0.0;
    task.left = errand.seconds;
  } else if (beliefs.way == NavStatus::GaveUp || task.blocked > kPatience) {
    fail(task, beliefs.reason);
    task.blocked = 0.0;
    task.stage = Stage::Waiting;
    task.left = kAfterFailure;
    if (plan.behaviour == Behaviour::Errands) next_errand(plan, task);
  }
}

/// From place to place until the person is seen, or the search has ended. A follower then stays where it is and goes on
/// when it sees them again.
void search_for(const scene::AgentSpec& plan, const TaskBeliefs& beliefs, double dt, TaskState& task) {
  PersonSearch& search = task.search;
  if (task.stage != Stage::Searching) {
    task.stage = Stage::Searching;
    std::optional<Vec3> last;
    if (!task.goal.points.empty()) last = task.goal.points[0];
    task.goal = begin_search(last, search).value_or(planning::Goal{});
    return;
  }
  if (search.step == SearchStep::Ended) return;
  search.seconds += dt;
  if (!place_is_done(search, beliefs.way)) return;
  SearchBeliefs known{beliefs.position, beliefs.way, beliefs.map, beliefs.likely_places()};
  task.goal = next_place(known, task.chance, search).value_or(planning::Goal{});
  if (search.step != SearchStep::Ended) return;
  fail(task, planning::NavReason::NotFound);
  if (plan.behaviour == Behaviour::Pursue) task.stage = Stage::Done;
}

/// Up to the person from the front, within their sight.
void pursue(const planning::PerceivedPerson& person, const Vec3& to_me, const TaskBeliefs& beliefs, TaskState& task) {
  const double distance = glm::length(to_me);
  const planning::Vec2 ahead = planning::direction_of(person.facing);
  const bool in_front = ahead.x * to_me.x + ahead.y * to_me.z > kInSight * distance;
  if (distance < kBeside + 0.2 && in_front) {
    arrive(task, beliefs.seconds);
    task.stage = Stage::Done;
    return;
  }
  if (task.rethink > 0.0 && !task.goal.points.empty()) return;
  task.rethink = kRethink;
  task.goal = planning::approach_goal(person, kBeside);
  task.goal.speed = 0.0;  // as fast as the agent walks
}

void go_to_person(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskBeliefs& beliefs, double dt,
                  TaskState& task) {
  const auto person = beliefs.where_is(catalogue.person_named(plan.whom));
  if (!person) return search_for(plan, beliefs, dt, task);
  if (task.stage == Stage::Searching) task.goal = {};  // found: not to the place that was looked at
  task.stage = Stage::Going;
  task.rethink -= dt;
  const Vec3 to_me(beliefs.position.x - person->position.x, 0.0, beliefs.position.z - person->position.z);
  if (plan.behaviour == Behaviour::Pursue) return pursue(*person, to_me, beliefs, task);
  if (task.rethink > 0.0 && !task.goal.points.empty()) return;
  task.rethink = kRethink;
  // Near enough: stay, and only turn to them.
  const double distance = glm::length(to_me);
  const Vec3 side = distance > 1e-6 ? to_me / distance : Vec3(0.0, 0.0, 1.0);
  task.goal.points = {distance < kBehind + 0.2 ? beliefs.position : person->position + kBehind * side};
  task.goal.radius = 0.3;
  task.goal.facing = planning::yaw_of({-side.x, -side.z});
  task.goal.person = person->id;
}

/// Somewhere free, as far as one knows.
void stroll(const TaskBeliefs& beliefs, TaskState& task) {
  if (beliefs.way == NavStatus::Arrived || beliefs.way == NavStatus::GaveUp) {
    if (beliefs.way == NavStatus::Arrived && !task.goal.points.empty()) arrive(task, beliefs.seconds);
    if (beliefs.way == NavStatus::GaveUp) fail(task, beliefs.reason);
    task.goal = {};
  }
  if (!task.goal.points.empty()) return;
  const auto& frame = beliefs.map->frame();
  for (int i = 0; i < kWanderTries; ++i) {
    const auto cell = static_cast<planning::CellIndex>(task.chance.below(static_cast<std::uint32_t>(frame.size())));
    if (!beliefs.map->is_free(cell) || beliefs.map->is_narrow(cell)) continue;
    const Vec3 place = beliefs.map->floor().point(cell);
    if (glm::length(place - beliefs.position) < kWanderNear) continue;
    task.goal = {};
    task.goal.points = {place};
    task.goal.radius = 0.3;
    return;
  }
}

/// Busy at the place. An agent that had to leave it to somebody comes back and goes on, but does not wait for ever.
void stay(const scene::AgentSpec& plan, const TaskBeliefs& beliefs, double dt, TaskState& task) {
  const bool away = beliefs.way == NavStatus::Waiting || beliefs.way == NavStatus::Walking;
  task.blocked = away ? task.blocked + dt : 0.0;
  if (!away) task.left -= dt;
  if (task.left > 0.0 && task.blocked < kPatience) return;
  task.blocked = 0.0;
  next_errand(plan, task);
}

void go(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskBeliefs& beliefs, double dt,
        TaskState& task) {
  switch (plan.behaviour) {
    case Behaviour::Stand:
      task.stage = Stage::Done;
      return;
    case Behaviour::Errands:
    case Behaviour::Patrol:
    case Behaviour::Queue:
      return go_errand(plan, beliefs, dt, task);
    case Behaviour::Wander:
      return stroll(beliefs, task);
    case Behaviour::Follow:
    case Behaviour::Pursue:
      return go_to_person(plan, catalogue, beliefs, dt, task);
  }
}

}  // namespace

void TaskTally::visit(core::Archive& archive) {
  archive.field("arrived", arrived);
  archive.field("failed", failed);
  archive.field("reason", reason);
  archive.field("first_arrival", first_arrival);
  archive.field("last_arrival", last_arrival);
}

void TaskState::visit(core::Archive& archive) {
  archive.field("stage", stage);
  archive.field("errand", errand);
  archive.field("left", left);
  archive.field("blocked", blocked);
  archive.field("rethink", rethink);
  archive.field("goal", goal);
  archive.field("chance", chance);
  archive.field("tally", tally);
  if (stage == Stage::Searching) archive.field("search", search);
}

TaskState begin_task(const scene::AgentSpec& plan, std::uint64_t seed, core::BodyId self) {
  TaskState task;
  task.left = plan.start_after;
  task.chance = core::Rng(seed, self.value, "task");
  return task;
}

TaskGoal advance_task(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskBeliefs& beliefs, double dt,
                      TaskState& task) {
  switch (task.stage) {
    case Stage::Waiting:
      task.left -= dt;
      if (task.left <= 0.0) task.stage = Stage::Going;
      break;
    case Stage::Doing:
      stay(plan, beliefs, dt, task);
      break;
    case Stage::Going:
    case Stage::Searching:
      go(plan, catalogue, beliefs, dt, task);
      break;
    case Stage::Done:
      break;
  }
  TaskGoal wish;
  const bool goes = task.stage == Stage::Going || task.stage == Stage::Doing || task.stage == Stage::Searching;
  if (goes && !task.goal.points.empty()) wish.goal = task.goal;
  if (task.stage == Stage::Doing) {
    const auto& errand = plan.errands[static_cast<std::size_t>(task.errand)];
    wish.look_at = errand.look_at.empty() ? errand.reach : errand.look_at;
    wish.reach = errand.reach;
  }
  if (task.stage == Stage::Going || task.stage == Stage::Searching) wish.look_at = plan.whom;
  return wish;
}

}  // namespace fh::mind
