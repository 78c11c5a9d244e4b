// SPDX-License-Identifier: Apache-2.0
#include "mind/mind.h"

#include <fmt/format.h>

#include "core/time.h"

namespace fh::mind {
namespace {

using math::Vec3;
using planning::NavStatus;

constexpr double kPersonRadius = 0.24;    // m, of a body that is seen
constexpr double kDoorHeight = 1.8;       // m: what is as tall and opens is a way through
constexpr double kObstacleCare = 2.5;     // m: nameless things farther away do not matter yet
constexpr double kObstacleRadius = 0.25;  // m, the most that one makes room for
constexpr double kTouchCare = 2.0;        // s for which one looks for what touched
constexpr double kWeave = 0.01;           // m that a walking body strays from its line
constexpr double kSway = 0.1;             // m by which people stand and lean elsewhere than one thinks
constexpr double kLight = 20.0;           // kg: heavier things are not pushed out of the way
constexpr double kWorthTrying = 4.0;      // m from the eye to what a hand is stretched out for
constexpr double kEcho = 0.5;             // s that a step counts for after it was heard
constexpr double kClose = 2.5;            // m: what the user does matters
constexpr double kUnwatched = 0.15;       // s since the user was in view
constexpr double kCareful = 0.5;          // m/s towards somebody who is heard and not seen
constexpr double kHandAhead = 0.45, kHandAside = 0.18, kHandBelow = 0.35;  // m from the eyes: a hand that asks
constexpr double kLookRound = math::radians(75.0);  // to the side of the body: farther than the neck turns gladly

bool is_way_through(const ThingKind& thing) {
  return thing.openable && thing.bounds.size().y > kDoorHeight;
}

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

}  // namespace

void Intent::visit(core::Archive& archive) {
  archive.field("velocity", velocity);
  archive.field("facing", facing);
  archive.field("gaze", gaze);
  archive.field("reach", reach);
  archive.field("reach_for", reach_for.value);
  archive.field("open", open.value);
  archive.field("clear", clear.value);
  archive.field("ask", ask.value);
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
      self_(self),
      memory_(std::move(memory)),
      navigator_(floor, solids, navigator_settings(plan, dimensions, breadth)),
      task_(begin_task(plan, seed, self)),
      attention_(seed, self) {
  if (plan.net >= 0) net_ = begin_net(plan);
}

Intent Mind::decide(const Self& self, const senses::Percepts& percepts, double dt, MindScratch& scratch) {
  if (looked_) believe_obstacles(self.tick, scratch);
  looked_ = 0;
  believe_people(self, scratch);
  TaskGoal wish = advance_task(self, dt);
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
  intent.clear = way.hints.clear;
  intent.ask = asks_ = way.hints.ask;
  intent.gaze = gaze_of(self, wish, percepts, scratch);
  intent.facing = facing_of(self, way.facing);
  if (!wish.reach.empty()) {
    const auto place = place_of(wish.reach, self.tick);
    if (place && glm::length(*place - self.world_from_eye.position) < kWorthTrying) {
      intent.reach = place;
      intent.reach_for = catalogue_->thing_named(wish.reach);
      if (way_ == NavStatus::Arrived) intent.facing = facing_work(self, *place);
    }
  }
  if (asks_.valid() && !intent.reach) intent.reach = gesture(self);
  return intent;
}

/// Whoever asks holds out a hand towards the one who is asked, at the height of the chest.
std::optional<Vec3> Mind::gesture(const Self& self) const {
  const auto* seen = memory_.find(senses::ItemId::of(asks_), self.tick);
  if (!seen) return {};
  const Vec3 eye = self.world_from_eye.position, at = senses::Memory::believed_position(*seen, self.tick);
  const Vec3 way = math::normalized_or(Vec3(at.x - eye.x, 0.0, at.z - eye.z), math::kForward);
  const Vec3 right = glm::cross(way, math::kUp);
  return eye + kHandAhead * way + kHandAside * right - Vec3(0.0, kHandBelow, 0.0);
}

void Mind::believe_obstacles(core::Tick now, MindScratch& scratch) {
  scratch.obstacles.clear();
  for (const auto& seen : memory_.observations()) {
    if (seen.kind != senses::Kind::Object || seen.known_from > now) continue;
    const ThingKind& thing = catalogue_->thing(seen.item.object());
    planning::Obstacle obstacle;
    obstacle.id = seen.item.object();
    obstacle.world_from_object = seen.pose;
    obstacle.openable = is_way_through(thing);
    obstacle.locked = thing.locked;
    obstacle.movable = thing.movable && thing.mass <= kLight;
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

/// Doors and people that are known of: who vanished went through a door, or is where others are.
std::vector<Vec3> Mind::likely_places(const Self& self) const {
  std::vector<Vec3> places;
  for (const auto& seen : memory_.observations()) {
    if (seen.known_from > self.tick || seen.kind == senses::Kind::Obstacle) continue;
    const bool object = seen.kind == senses::Kind::Object;
    if (object && !is_way_through(catalogue_->thing(seen.item.object()))) continue;
    const Vec3 at = object ? seen.pose.position : senses::Memory::believed_position(seen, self.tick);
    places.push_back(Vec3(at.x, self.position.y, at.z));
  }
  return places;
}

TaskGoal Mind::advance_task(const Self& self, double dt) {
  TaskBeliefs beliefs;
  beliefs.position = self.position;
  beliefs.seconds = core::seconds_of(self.tick);
  beliefs.way = way_;
  beliefs.reason = reason_;
  beliefs.hand_off = self.hand_off;
  beliefs.map = &navigator_.map();
  beliefs.knows_ground = navigator_.knows_ground();
  beliefs.where_is = [&](core::BodyId person) -> std::optional<planning::PerceivedPerson> {
    const auto* seen = memory_.find(senses::ItemId::of(person), self.tick);
    if (!seen) return {};
    planning::PerceivedPerson believed;
    const Vec3 place = senses::Memory::believed_position(*seen, self.tick);
    believed.id = person;
    believed.position = Vec3(place.x, self.position.y, place.z);
    believed.facing = math::yaw_of(seen->pose.rotation);
    return believed;
  };
  beliefs.believed = [&](const std::string& name) { return believed(name, self.tick); };
  beliefs.likely_places = [&] { return likely_places(self); };
  beliefs.somebody_stands_at = [&](const Vec3& place, double within) {
    for (const auto& seen : memory_.observations()) {
      if (seen.kind != senses::Kind::Person || seen.known_from > self.tick) continue;
      const Vec3 at = senses::Memory::believed_position(seen, self.tick);
      if (glm::length(math::Vec2(at.x - place.x, at.z - place.z)) < within) return true;
    }
    return false;
  };
  if (net_) return advance_net(*plan_, *catalogue_, beliefs, dt, *net_, task_);
  return mind::advance_task(*plan_, *catalogue_, beliefs, dt, task_);
}

std::optional<BelievedItem> Mind::believed(const std::string& name, core::Tick now) const {
  const auto body = catalogue_->person_named(name);
  const auto thing = body.valid() ? core::ObjectId{} : catalogue_->thing_named(name);
  if (!body.valid() && !thing.valid()) return {};
  const auto* seen = memory_.find(body.valid() ? senses::ItemId::of(body) : senses::ItemId::of(thing), now);
  if (!seen) return {};
  const Vec3 middle = body.valid() ? senses::Memory::believed_position(*seen, now)
                                   : seen->pose.point(catalogue_->thing(thing).bounds.centre());
  return BelievedItem{seen->pose, middle, core::seconds_of(now - seen->seen), seen->source == senses::Source::Sight};
}

std::optional<Vec3> Mind::place_of(const std::string& name, core::Tick now) const {
  if (name.empty()) return {};
  if (const auto body = catalogue_->person_named(name); body.valid()) {
    const auto* seen = memory_.find(senses::ItemId::of(body), now);
    if (!seen) return {};
    return senses::Memory::believed_position(*seen, now) + seen->reach_vector();
  }
  const auto thing = catalogue_->thing_named(name);
  if (!thing.valid()) return {};
  const auto* seen = memory_.find(senses::ItemId::of(thing), now);
  if (!seen) return {};
  return seen->pose.point(catalogue_->thing(thing).holds.front());
}

Vec3 Mind::gaze_of(const Self& self, const TaskGoal& wish, const senses::Percepts& percepts, MindScratch& scratch) {
  scratch.demands.clear();
  if (const auto place = place_of(wish.look_at, self.tick)) {
    scratch.demands.push_back(
        {.key = 1, .reason = senses::LookReason::Task, .point = *place, .priority = 0.6, .dwell = 1.5});
  }
  // Touched by something unseen: one turns to it at once, to where somebody's face would be.
  for (const auto& felt : memory_.observations()) {
    if (felt.source != senses::Source::Touch || felt.known_from > self.tick) continue;
    if (core::seconds_of(self.tick - felt.seen) > kTouchCare) continue;
    const Vec3 way(felt.pose.position.x - self.position.x, 0.0, felt.pose.position.z - self.position.z);
    scratch.demands.push_back({.key = felt.item.value,
                               .reason = senses::LookReason::Surprise,
                               .point = self.world_from_eye.position + math::normalized_or(way, math::kForward),
                               .priority = 0.95,
                               .dwell = 1.0,
                               .period = 3.0});
  }
  // Whom one asks, or makes way for, is looked at.
  const core::BodyId other = asks_.valid() ? asks_ : navigator_.makes_way_for();
  if (const auto* seen = other.valid() ? memory_.find(senses::ItemId::of(other), self.tick) : nullptr) {
    scratch.demands.push_back({.key = seen->item.value,
                               .reason = senses::LookReason::Task,
                               .point = senses::Memory::believed_position(*seen, self.tick) + seen->reach_vector(),
                               .priority = 0.8,
                               .dwell = 1.0});
  }
  // Ground on the way that was never seen is looked at before it is walked on.
  if (const auto unseen = navigator_.unseen_ahead()) {
    scratch.demands.push_back(
        {.key = 2, .reason = senses::LookReason::Task, .point = *unseen, .priority = 0.85, .dwell = 0.2});
  }
  // A user close by is kept an eye on: what they do next matters.
  for (std::uint32_t id = 1; id <= catalogue_->user_count(); ++id) {
    const auto* user = memory_.find(senses::ItemId::of(core::BodyId{id}), self.tick);
    if (!user || core::seconds_of(self.tick - user->seen) <= kUnwatched) continue;
    const Vec3 at = senses::Memory::believed_position(*user, self.tick) + user->reach_vector();
    if (glm::length(at - self.world_from_eye.position) >= kClose) continue;
    scratch.demands.push_back(
        {.key = user->item.value, .reason = senses::LookReason::Motion, .point = at, .priority = 0.75, .dwell = 1.0});
  }
  // Steps heard nearby: the agent looks there.
  for (const auto& heard : memory_.observations()) {
    if (heard.source != senses::Source::Hearing || heard.known_from > self.tick) continue;
    if (core::seconds_of(self.tick - heard.seen) > 1.0) continue;
    scratch.demands.push_back({.key = heard.item.value,
                               .reason = senses::LookReason::Motion,
                               .point = heard.pose.position,
                               .priority = 0.7,
                               .dwell = 0.5,
                               .period = 3.0});
  }
  senses::SelfState body;
  body.eye = self.world_from_eye.position;
  body.heading = math::from_axis_angle(math::kUp, self.facing) * math::kForward;
  body.looking = self.world_from_eye.direction(math::kForward);
  body.speed = glm::length(self.velocity);
  attention_.update(self.tick, body, percepts, memory_, scratch.demands);
  return attention_.gaze_point();
}

/// A standing agent turns its body toward a far-off gaze target, unless it is busy and merely glances.
double Mind::facing_of(const Self& self, double wanted) const {
  const bool busy = task_.stage == Stage::Doing;
  if (way_ != NavStatus::Idle && !(busy && way_ == NavStatus::Arrived)) return wanted;
  const auto reason = attention_.target().reason;
  if (busy && (reason == senses::LookReason::Idle || reason == senses::LookReason::Task)) return wanted;
  const Vec3 way = attention_.gaze_point() - self.position;
  if (way.x * way.x + way.z * way.z < 0.25) return wanted;
  const double yaw = planning::yaw_of({way.x, way.z});
  return std::abs(math::wrap_angle(yaw - self.facing)) > kLookRound ? yaw : wanted;
}

/// Hands at work keep the body to it: as the errand says, else towards the thing. Only eyes and head glance elsewhere.
double Mind::facing_work(const Self& self, const Vec3& thing) const {
  if (task_.goal.facing) return *task_.goal.facing;
  const planning::Vec2 way(thing.x - self.position.x, thing.z - self.position.z);
  return glm::dot(way, way) < 0.04 ? self.facing : planning::yaw_of(way);
}

std::string Mind::why() const {
  std::string text = word_of(task_.stage);
  if (task_.stage == Stage::Going || task_.stage == Stage::Doing) {
    const auto all = static_cast<std::int32_t>(plan_->errands.size());
    if (all > 0) text += fmt::format(", errand {} of {}", std::min(task_.errand + 1, all), all);
    if (!plan_->whom.empty()) text += ", to " + plan_->whom;
  }
  if (net_ && task_.stage != Stage::Done) text += ", " + where_in_net(*plan_, *net_);
  if (task_.stage == Stage::Going) text += fmt::format("; {}", word_of(way_));
  if (asks_.valid()) text += fmt::format("; asks {} to make way", catalogue_->person(asks_));
  return text;
}

void Mind::visit_decisions(core::Archive& archive) {
  archive.field("navigator", navigator_);
  archive.field("task", task_);
  if (net_) archive.field("net", *net_);
  if (net_ && archive.is_loading() && !fits(*plan_, *net_)) archive.reject();
  archive.field("attention", attention_);
  archive.field("way", way_);
  archive.field("reason", reason_);
  archive.field("attempt", attempt_);
  archive.field("looked", looked_);
  archive.field("asked_by", asked_by_.value);
  archive.field("asks", asks_.value);
}

}  // namespace fh::mind
