// SPDX-License-Identifier: Apache-2.0
#include "mind/mind.h"

#include <fmt/format.h>

#include "core/time.h"

namespace fh::mind {
namespace {

using math::Vec3;
using planning::NavStatus;

constexpr double kPersonRadius = 0.24;    // m, of a body that is seen
constexpr double kObstacleCare = 2.5;     // m: nameless things farther away do not matter yet
constexpr double kObstacleRadius = 0.25;  // m, the most that one makes room for
constexpr double kWeave = 0.01;           // m that a walking body strays from its line
constexpr double kSway = 0.1;             // m by which people stand and lean elsewhere than one thinks
constexpr double kLight = 20.0;           // kg: heavier things are not pushed out of the way
constexpr double kWorthTrying = 4.0;      // m from the eye to what a hand is stretched out for
constexpr double kEcho = 0.5;             // s that a step counts for after it was heard
constexpr double kCareful = 0.5;          // m/s towards somebody who is heard and not seen

const char* word_of(Stage stage) {
  switch (stage) {
    case Stage::Waiting:
      return "waits";
    case Stage::Going:
      return "on the way";
    case Stage::Doing:
      return "busy";
    case Stage::Searching:
      return "searching";
    case Stage::Done:
      return "done";
  }
  return "";
}

const char* word_of(NavStatus status) {
  switch (status) {
    case NavStatus::Idle:
      return "standing";
    case NavStatus::Walking:
      return "walking";
    case NavStatus::Waiting:
      return "waiting for somebody or a door";
    case NavStatus::Arrived:
      return "there";
    case NavStatus::Blocked:
      return "sees no way";
    case NavStatus::GaveUp:
      return "gave up";
  }
  return "";
}

planning::NavigatorSettings navigator_settings(const scene::AgentSpec& plan, const human::Dimensions& dimensions,
                                               double breadth) {
  auto settings = planning::settings_for(dimensions);
  settings.body.radius = std::max(settings.body.radius, breadth + kWeave);
  settings.follow.speed = plan.speed;
  settings.follow.max_speed = std::max(settings.follow.max_speed, plan.speed);
  return settings;
}

/// A door as it is seen from above.
planning::DoorLeaf leaf_of(const ThingKind& thing, const math::Pose& pose) {
  const Vec3 hinge = pose.point(thing.hinge), edge = pose.point(thing.edge), opens = pose.direction(thing.opens);
  return {{hinge.x, hinge.z}, {edge.x, edge.z}, {opens.x, opens.z}};
}

}  // namespace

void Intent::visit(core::Archive& archive) {
  archive.field("velocity", velocity);
  archive.field("facing", facing);
  archive.field("gaze", gaze);
  archive.field("reach", reach);
  archive.field("reach_for", reach_for.value);
  archive.field("open", open.value);
  archive.field("deed", deed);
  archive.field("thing", thing.value);
  archive.field("state", state);
  archive.field("amount", amount);
  archive.field("place", place);
  archive.field("clear", clear.value);
  archive.field("push", push);
  archive.field("ask", ask.value);
  archive.field("say", say);
  archive.field("say_to", say_to.value);
  archive.field("instructs", instructs);
  archive.field("stance", stance);
  archive.field("seat", seat.value);
  archive.field("together", together);
  archive.field("partner", partner.value);
  archive.field("turn_in_place", hints.turn_in_place);
  archive.field("side_step", hints.side_step);
  archive.field("back_up", hints.back_up);
  archive.field("duck", hints.duck);
  archive.field("step_over", hints.step_over);
}

Mind::Mind(const scene::AgentSpec& plan, core::BodyId self, const Catalogue& catalogue,
           const planning::FloorPlan& floor, const planning::SolidLibrary& solids, const human::Dimensions& dimensions,
           double breadth, senses::Memory memory, std::uint64_t seed)
    : plan_(&plan),
      catalogue_(&catalogue),
      solids_(&solids),
      self_(self),
      shoulder_(dimensions[human::Dimension::AcromialHeight]),
      arm_(0.5 * (dimensions[human::Dimension::Span] - dimensions[human::Dimension::BiacromialBreadth]) -
           0.5 * dimensions[human::Dimension::HandLength]),
      memory_(std::move(memory)),
      navigator_(floor, solids, navigator_settings(plan, dimensions, breadth)),
      task_(begin_task(plan, seed, self)),
      attention_(seed, self) {
  if (plan.net >= 0) net_ = begin_net(plan);
}

Intent Mind::decide(const Self& self, const senses::Percepts& percepts, double dt, MindScratch& scratch) {
  if (looked_) believe_obstacles(self, scratch);
  looked_ = 0;
  believe_people(self, scratch);
  TaskGoal wish = advance_task(self, dt);
  keep_stance(self, wish);
  if (wish.goal && hears_round_corner(self)) wish.goal->speed = std::min(kCareful, plan_->speed);
  if (wish.goal)
    navigator_.go_to(*wish.goal);
  else
    navigator_.stop();
  planning::NavigatorInput input;
  input.self = self_;
  input.position = self.position;
  input.facing = self.facing;
  input.velocity = {self.velocity.x, self.velocity.z};
  input.people = scratch.people;
  input.asked_by = asked_by_;
  input.pulls = believe_pulls(self, wish);
  input.dt = dt;
  input.tick = static_cast<std::uint64_t>(self.tick);
  const auto way = navigator_.step(input, scratch.navigator);
  way_ = way.status;
  reason_ = way.reason;
  attempt_ = way.attempt;
  // No way with what is believed: perhaps belief is old (K-33).
  if (way_ == NavStatus::Blocked && memory_.planner_failed(self.tick) > 0) looked_ = 1;

  Intent intent;
  intent.velocity = {way.velocity.x, 0.0, way.velocity.y};
  intent.hints = way.hints;
  intent.open = way.hints.open;
  ask_for_door(self, way.hints.open);
  const bool seat = way.hints.clear == seat_ || way.hints.clear == catalogue_->thing_named(wish.seat);
  if (!seat) {
    intent.clear = way.hints.clear;
    intent.push = {way.hints.push.x, 0.0, way.hints.push.y};
  }
  if (!wish.push.empty()) {
    intent.clear = catalogue_->thing_named(wish.push);
    intent.push = wish.push_way;
  }
  intent.ask = asks_ = way.hints.ask;
  intent.gaze = gaze_of(self, wish, percepts, scratch);
  intent.facing =
      wish.push.empty() ? facing_of(self, way.facing) : planning::yaw_of({wish.push_way.x, wish.push_way.z});
  speak(wish, self, dt, intent);
  intent.stance = stance_;
  intent.seat = seat_;
  reach_for(self, wish, intent);
  use_hands(self, wish, intent);
  const bool free = intent.deed == scene::Deed::None && intent.together == Together::None;
  if (!intent.reach && free) gesture(self, wish, intent);
  return intent;
}

/// A hand on a thing, without doing anything with it.
void Mind::reach_for(const Self& self, const TaskGoal& wish, Intent& intent) const {
  // A hand sets out where the errand is, not where the body has gone aside to: who leans does not walk back.
  const bool there = way_ == NavStatus::Arrived || way_ == NavStatus::Idle;
  if (wish.reach.empty() || !there) return;
  const auto place = place_of(wish.reach, self.tick);
  if (place && glm::length(*place - self.world_from_eye.position) < kWorthTrying) {
    intent.reach = place;
    intent.reach_for = catalogue_->thing_named(wish.reach);
    if (way_ == NavStatus::Arrived) intent.facing = facing_work(self, *place);
  }
}

TaskGoal Mind::advance_task(const Self& self, double dt) {
  const TaskBeliefs beliefs = task_beliefs(self);
  if (told_) {
    TaskGoal wish = advance_net(told_->plan, *catalogue_, beliefs, dt, told_->net, told_->task);
    if (told_->task.stage == Stage::Done) end_told();
    return wish;  // without a goal when it has ended: navigation forgets the one before
  }
  if (net_) return advance_net(*plan_, *catalogue_, beliefs, dt, *net_, task_);
  return mind::advance_task(*plan_, *catalogue_, beliefs, dt, task_);
}

void Mind::believe_obstacles(const Self& self, MindScratch& scratch) {
  scratch.obstacles.clear();
  for (const auto& seen : memory_.observations()) {
    if (seen.kind != senses::Kind::Object || seen.known_from > self.tick) continue;
    const auto& held = self.hands.held;  // comes along: no hindrance
    if (seen.item.object() == held[0] || seen.item.object() == held[1]) continue;
    const ThingKind& thing = catalogue_->thing(seen.item.object());
    planning::Obstacle obstacle;
    obstacle.id = seen.item.object();
    obstacle.world_from_object = seen.pose;
    obstacle.openable = is_way_through(thing);
    obstacle.locked = thing.locked;
    obstacle.movable = thing.movable && thing.mass <= kLight;
    if (obstacle.openable) obstacle.leaf = leaf_of(thing, seen.pose);
    obstacle.unseen = seen.unseen;
    if (seen.unseen != 0) obstacle.pieces = scene::piece_grid(thing.bounds, thing.is_static);
    scratch.obstacles.push_back(obstacle);
  }
  navigator_.set_obstacles(scratch.obstacles, scratch.navigator);
}

void Mind::believe_people(const Self& self, MindScratch& scratch) const {
  scratch.people.clear();
  for (const auto& seen : memory_.observations()) {
    if (seen.kind == senses::Kind::Object || seen.known_from > self.tick) continue;
    planning::PerceivedPerson person;
    const Vec3 place = senses::Memory::believed_position(seen, self.tick);
    person.position = {place.x, self.position.y, place.z};
    if (seen.kind == senses::Kind::Obstacle) {
      if (seen.source == senses::Source::Hearing) continue;  // not known well enough to walk round
      if (glm::length(person.position - self.position) > kObstacleCare) continue;
      person.radius = std::min(static_cast<double>(seen.reach[0]), kObstacleRadius);
      person.yields = false;
    } else {
      person.id = seen.item.body();
      person.velocity = {seen.velocity[0], seen.velocity[2]};
      person.radius = kPersonRadius;
      person.uncertainty = std::min(memory_.uncertainty(seen, self.tick), 0.5);
      person.facing = math::yaw_of(seen.pose.rotation);
      const bool is_user = catalogue_->is_user(person.id);
      person.yields = !is_user;
      person.personal_space = is_user && plan_->personal_space > 0.0 ? plan_->personal_space + kSway : 0.0;
    }
    scratch.people.push_back(person);
  }
}

/// Steps are heard behind the wall that the path leads through: the agent walks slowly until it sees who comes.
bool Mind::hears_round_corner(const Self& self) const {
  const planning::Neck* neck = navigator_.neck_ahead();
  if (!neck) return false;
  const planning::WalkMap& map = navigator_.map();
  const planning::Vec2 here(self.position.x, self.position.z);
  for (const auto& heard : memory_.observations()) {
    if (heard.source != senses::Source::Hearing || heard.known_from > self.tick) continue;
    if (core::seconds_of(self.tick - heard.seen) > kEcho) continue;
    const planning::Vec2 at(heard.pose.position.x, heard.pose.position.z);
    if (glm::dot(at - here, neck->entry - here) <= 0.0) continue;
    if (!map.is_clear(here, at, map.layer_at(self.position), 0.05)) return true;
  }
  return false;
}

std::string Mind::why() const {
  if (told_) {
    std::string text = fmt::format("told \"{}\": {}", told_->sentence, where_in_net(told_->plan, told_->net));
    if (told_->task.stage == Stage::Going) text += fmt::format("; {}", word_of(way_));
    return text + steered_;
  }
  std::string text = word_of(task_.stage);
  if (task_.stage == Stage::Going || task_.stage == Stage::Doing) {
    const auto all = static_cast<std::int32_t>(plan_->errands.size());
    if (all > 0) text += fmt::format(", errand {} of {}", std::min(task_.errand + 1, all), all);
    if (!plan_->whom.empty()) text += ", to " + plan_->whom;
  }
  if (net_ && task_.stage != Stage::Done) text += ", " + where_in_net(*plan_, *net_);
  if (task_.stage == Stage::Going) text += fmt::format("; {}", word_of(way_));
  if (asks_.valid()) text += fmt::format("; asks {} to make way", catalogue_->person(asks_));
  return text + steered_;
}

void HeardNoise::visit(core::Archive& archive) {
  archive.field("place", place);
  archive.field("at", at);
  archive.field("listened", listened);
  archive.field("count", count);
  archive.field("level_db", level_db);
}

void Mind::visit_decisions(core::Archive& archive, const NetsOfText& nets_of) {
  archive.field("navigator", navigator_);
  archive.field("task", task_);
  if (net_) archive.field("net", *net_);
  if (net_ && archive.is_loading() && !fits(*plan_, *net_)) archive.reject();
  std::uint8_t told = told_ ? 1 : 0;
  archive.field("is_told", told);
  if (archive.is_loading() && told && !told_) told_.emplace();
  if (archive.is_loading() && !told) told_.reset();
  struct Part {
    Mind& mind;
    const NetsOfText& nets_of;
    void visit(core::Archive& a) { mind.told_->visit(a, *mind.plan_, nets_of); }
  };
  if (told_) {
    Part part{*this, nets_of};
    archive.field("told", part);
  }
  archive.field("forbidden", forbidden_);
  archive.field("voice", voice_);
  archive.field("attention", attention_);
  archive.field("stance", stance_);
  archive.field("seat", seat_.value);
  archive.field("way", way_);
  archive.field("reason", reason_);
  archive.field("attempt", attempt_);
  archive.field("looked", looked_);
  archive.field("noise", noise_);
  archive.field("asked_by", asked_by_.value);
  archive.field("asks", asks_.value);
  archive.field("asked_for", asked_for_.value);
}

}  // namespace fh::mind
