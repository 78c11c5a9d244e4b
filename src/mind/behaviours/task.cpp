// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/task.h"

#include "mind/behaviours/behaviour.h"
#include "scene/scenario/nets.h"

namespace fh::mind {
namespace {

constexpr void (*kBehave[])(const BehaviourStep&) = {
#define FH_LINE(name, word, needs, parts, keys, ends, text) behave_##word,
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

void give_up(const BehaviourStep& step, Failure failure, planning::NavReason way, double off) {
  fail(step, way);
  const auto i = static_cast<std::size_t>(step.task.errand);
  if (i < step.task.outcomes.size()) step.task.outcomes[i] = {ErrandOutcome::Kind::GivenUp, failure, way, 0, off};
}

void end_with(const BehaviourStep& step, Failure failure) {
  if (failure == Failure::None)
    arrive(step);
  else
    give_up(step, failure, step.beliefs.reason);
  step.task.stage = Stage::Done;
}

const scene::Errand& errand_of(const BehaviourStep& step) {
  static const scene::Errand kNone = [] {
    scene::Errand errand;
    errand.within = 0.0;
    return errand;
  }();
  return step.plan.errands.empty() ? kNone : step.plan.errands[0];
}

bool can_be_done(const scene::AgentSpec& plan) {
  using scene::Behaviour;
  if (plan.net >= 0) return (*plan.nets)[static_cast<std::size_t>(plan.net)].can_end;
  const scene::Ends ends = scene::kind_of(plan.behaviour).ends;
  return ends == scene::Ends::Done || ends == scene::Ends::Either;
}

bool has_orders(const scene::AgentSpec& plan) {
  return plan.net >= 0 || (plan.behaviour != scene::Behaviour::Wander && plan.behaviour != scene::Behaviour::Stand);
}

const char* words_of(Failure failure) {
  switch (failure) {
    case Failure::None:
      return "";
    case Failure::NoWay:
      return "no way";
    case Failure::NotOnFloor:
      return "not on a floor";
    case Failure::TooFar:
      return "no free place near enough";
    case Failure::Reach:
      return "the hand did not come to it";
    case Failure::Unknown:
      return "does not know where it is";
    case Failure::NotFound:
      return "not found";
    case Failure::NotSeen:
      return "not seen";
    case Failure::NoAnswer:
      return "no answer";
    case Failure::NoCover:
      return "no place known to hide at";
    case Failure::Late:
      return "too late";
    case Failure::NotHeld:
      return "does not hold it";
    case Failure::HandsFull:
      return "no hand is free";
    case Failure::NoHandWay:
      return "no way for the hand";
    case Failure::Stuck:
      return "it does not move";
    case Failure::NoRoom:
      return "no room there";
    case Failure::NotTaken:
      return "it was not taken";
    case Failure::NotGiven:
      return "it was not given";
    case Failure::Taken:
      return "somebody else holds it";
    case Failure::NoSeat:
      return "nobody can sit on it";
    case Failure::TooHigh:
      return "the seat is too high";
    case Failure::TooHeavy:
      return "it is too heavy";
  }
  return "";
}

void Heard::visit(core::Archive& archive) {
  archive.field("from", from.value);
  archive.field("at", at);
  archive.field("last", last);
  archive.field("text", text);
  archive.field("instructs", instructs);
}

void Utterance::visit(core::Archive& archive) {
  archive.field("text", text);
  archive.field("to", to);
  archive.field("instructs", instructs);
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
  archive.field("elapsed", elapsed);
  archive.field("errand", errand);
  archive.field("left", remaining);
  archive.field("blocked", blocked);
  archive.field("anchor", anchor);
  archive.field("still", still);
  archive.field("rethink", rethink);
  archive.field("goal", goal);
  archive.field("hand_off", hand_off);
  archive.field("reached_for", reached_for);
  archive.field("attempt", attempt);
  archive.field("acts", acts);
  archive.field("unseen", unseen);
  archive.field("place", place);
  archive.field("before", before);
  archive.field("first", first);
  archive.field("regained", regained);
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

const scene::Errand& errand_now(const scene::AgentSpec& plan, const TaskState& task, scene::Errand& first) {
  const scene::Errand& errand = plan.errands[static_cast<std::size_t>(task.errand)];
  if (task.first == First::Nothing) return errand;
  first.deed = scene::Deed::Take;
  first.thing = errand.thing;
  first.stands = false;
  return first;
}

TaskGoal advance_task(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskBeliefs& beliefs, double dt,
                      TaskState& task) {
  TaskGoal extra;
  switch (task.stage) {
    case Stage::Waiting:
      task.remaining -= dt;
      if (task.remaining <= 0.0) task.stage = Stage::Going;
      break;
    case Stage::Doing:
    case Stage::Going:
    case Stage::Searching:
      kBehave[static_cast<std::size_t>(plan.behaviour)]({plan, catalogue, beliefs, dt, task, extra});
      task.elapsed += dt;
      break;
    case Stage::Done:
      break;
  }
  TaskGoal wish = wish_of(plan, catalogue, task);
  if (!extra.look_at.empty()) wish.look_at = std::move(extra.look_at);
  wish.say = std::move(extra.say);
  wish.signal = std::move(extra.signal);
  wish.gesture = extra.gesture;
  wish.gesture_at = std::move(extra.gesture_at);
  wish.stance = extra.stance;
  wish.seat = std::move(extra.seat);
  wish.push = std::move(extra.push);
  wish.push_way = extra.push_way;
  if (extra.together != Together::None) {
    wish.together = extra.together;
    wish.thing = std::move(extra.thing);
    wish.place = extra.place;
  }
  return wish;
}

TaskGoal wish_of(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskState& task) {
  TaskGoal wish;
  const bool goes = task.stage == Stage::Going || task.stage == Stage::Doing || task.stage == Stage::Searching;
  if (goes && !task.goal.points.empty()) wish.goal = task.goal;
  if (task.stage == Stage::Doing && static_cast<std::size_t>(task.errand) < plan.errands.size()) {
    scene::Errand first;
    const scene::Errand& errand = errand_now(plan, task, first);
    wish.look_at = errand.look_at.empty() ? errand.reach : errand.look_at;
    wish.reach = errand.reach;
    if (errand.deed != scene::Deed::None) {
      wish.thing = errand.thing;
      const bool whole = catalogue.thing_named(errand.onto).valid();  // else the name ends with that of a site
      const std::string onto = whole ? errand.onto : errand.onto.substr(0, errand.onto.rfind('.'));
      if (errand.look_at.empty()) wish.look_at = errand.deed == scene::Deed::Put ? onto : errand.thing;
    }
    if (task.acts) {
      wish.deed = errand.deed;
      wish.state = errand.state;
      wish.amount = errand.amount;
      wish.place = task.place;
    }
  }
  if (task.stage == Stage::Going || task.stage == Stage::Searching) wish.look_at = plan.whom;
  return wish;
}

}  // namespace fh::mind
