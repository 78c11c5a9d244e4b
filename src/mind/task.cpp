// SPDX-License-Identifier: Apache-2.0
#include "mind/task.h"

#include "mind/behaviour.h"
#include "scene/scenario/nets.h"

namespace fh::mind {
namespace {

constexpr void (*kBehave[])(const BehaviourStep&) = {
#define FH_LINE(name, word, needs, text) behave_##word,
    FH_BEHAVIOURS(FH_LINE)
#undef FH_LINE
};

}  // namespace

void arrive(const BehaviourStep& step) {
  TaskTally& tally = step.task.tally;
  ++tally.arrived;
  tally.last_arrival = step.beliefs.seconds;
  if (tally.first_arrival < 0.0) tally.first_arrival = step.beliefs.seconds;
}

void fail(const BehaviourStep& step, planning::NavReason reason) {
  ++step.task.tally.failed;
  step.task.tally.reason = reason;
}

void fail(const BehaviourStep& step) {
  fail(step, step.beliefs.reason);
}

bool can_be_done(const scene::AgentSpec& plan) {
  using scene::Behaviour;
  if (plan.net >= 0) return (*plan.nets)[static_cast<std::size_t>(plan.net)].can_end;
  return plan.behaviour == Behaviour::Errands || plan.behaviour == Behaviour::Queue ||
         plan.behaviour == Behaviour::Pursue;
}

bool has_orders(const scene::AgentSpec& plan) {
  return plan.net >= 0 || (plan.behaviour != scene::Behaviour::Wander && plan.behaviour != scene::Behaviour::Stand);
}

void ErrandOutcome::visit(core::Archive& archive) {
  archive.field("kind", kind);
  archive.field("failure", failure);
  archive.field("way", way);
  archive.field("reserved", reserved);
  archive.field("off", off);
}

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
  archive.field("left", remaining);
  archive.field("blocked", blocked);
  archive.field("anchor", anchor);
  archive.field("still", still);
  archive.field("rethink", rethink);
  archive.field("goal", goal);
  archive.field("hand_off", hand_off);
  archive.field("reached_for", reached_for);
  archive.field("chance", chance);
  archive.field("tally", tally);
  archive.field("outcomes", outcomes);
  if (stage == Stage::Searching) archive.field("search", search);
}

TaskState begin_task(const scene::AgentSpec& plan, std::uint64_t seed, core::BodyId self) {
  TaskState task;
  task.remaining = plan.start_after;
  task.chance = core::Rng(seed, self.value, "task");
  task.outcomes.resize(plan.errands.size());
  return task;
}

TaskGoal advance_task(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskBeliefs& beliefs, double dt,
                      TaskState& task) {
  switch (task.stage) {
    case Stage::Waiting:
      task.remaining -= dt;
      if (task.remaining <= 0.0) task.stage = Stage::Going;
      break;
    case Stage::Doing:
    case Stage::Going:
    case Stage::Searching:
      kBehave[static_cast<std::size_t>(plan.behaviour)]({plan, catalogue, beliefs, dt, task});
      break;
    case Stage::Done:
      break;
  }
  return wish_of(plan, task);
}

TaskGoal wish_of(const scene::AgentSpec& plan, const TaskState& task) {
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
