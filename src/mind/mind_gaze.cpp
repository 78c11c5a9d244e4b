// SPDX-License-Identifier: Apache-2.0
// Where an agent looks, and where its body faces.
#include "core/time.h"
#include "mind/mind.h"

namespace fh::mind {
namespace {

using math::Vec3;
using planning::NavStatus;

constexpr double kTouchCare = 2.0;                  // s for which one looks for what touched
constexpr double kClose = 2.5;                      // m: what the user does matters
constexpr double kUnwatched = 0.15;                 // s since the user was in view
constexpr double kStartling = 75.0;                 // dB at the ears: makes somebody look up from an errand (a choice)
constexpr double kLookRound = math::radians(75.0);  // to the side of the body: farther than the neck turns gladly

/// Steps heard nearby, and noises of things: the agent looks there.
void look_where_heard(const senses::Memory& memory, const HeardNoise& noise, core::Tick now,
                      std::vector<senses::GazeDemand>& demands) {
  const auto look = [&](std::uint32_t key, const Vec3& point) {
    demands.push_back({.key = key,
                       .reason = senses::LookReason::Motion,
                       .point = point,
                       .priority = 0.7,
                       .dwell = 0.5,
                       .period = 3.0});
  };
  for (const auto& heard : memory.observations()) {
    if (heard.source != senses::Source::Hearing || heard.known_from > now) continue;
    if (core::seconds_of(now - heard.seen) <= 1.0) look(heard.item.value, heard.pose.position);
  }
  if (noise.at >= 0 && core::seconds_of(now - noise.at) <= 1.0) look(3, noise.place);
}

/// What is pushed is kept in view.
void look_at_pushed(core::ObjectId thing, const Catalogue& catalogue, const senses::Memory& memory, core::Tick now,
                    std::vector<senses::GazeDemand>& demands) {
  const auto* pushed = thing.valid() ? memory.find(senses::ItemId::of(thing), now) : nullptr;
  if (!pushed) return;
  demands.push_back({.key = pushed->item.value,
                     .reason = senses::LookReason::Task,
                     .point = pushed->pose.point(catalogue.thing(thing).bounds.centre()),
                     .priority = 0.8,
                     .dwell = 0.5});
}

}  // namespace

Vec3 Mind::gaze_of(const Self& self, const TaskGoal& wish, const senses::Percepts& percepts, MindScratch& scratch) {
  scratch.demands.clear();
  if (const auto place = place_of(wish.look_at, self.tick)) {
    scratch.demands.push_back(
        {.key = 1, .reason = senses::LookReason::Task, .point = *place, .priority = 0.6, .dwell = 1.5});
  }
  // An agent that is touched by something unseen turns to it at once, to where somebody's face would be.
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
  // An agent looks at the person whom it asks or makes way for.
  const core::BodyId other = asks_.valid() ? asks_ : navigator_.makes_way_for();
  if (const auto* seen = other.valid() ? memory_.find(senses::ItemId::of(other), self.tick) : nullptr) {
    scratch.demands.push_back({.key = seen->item.value,
                               .reason = senses::LookReason::Task,
                               .point = senses::Memory::believed_position(*seen, self.tick) + seen->reach_vector(),
                               .priority = 0.8,
                               .dwell = 1.0});
  }
  look_at_pushed(navigator_.pushes(), *catalogue_, memory_, self.tick, scratch.demands);
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
  // Somebody with errands does not look up from them at every noise.
  const bool ignores = has_orders(*plan_) && noise_.level_db < kStartling;
  look_where_heard(memory_, ignores ? HeardNoise{} : noise_, self.tick, scratch.demands);
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
  const bool busy = active().stage == Stage::Doing;
  if (way_ != NavStatus::Idle && !(busy && way_ == NavStatus::Arrived)) return wanted;
  const auto reason = attention_.target().reason;
  const bool glances = reason == senses::LookReason::Idle || reason == senses::LookReason::Task;
  if (busy && glances && way_ != NavStatus::Idle)
    return wanted;  // without a place of work it may turn to what it looks at
  const Vec3 way = attention_.gaze_point() - self.position;
  if (way.x * way.x + way.z * way.z < 0.25) return wanted;
  const double yaw = planning::yaw_of({way.x, way.z});
  return std::abs(math::wrap_angle(yaw - self.facing)) > kLookRound ? yaw : wanted;
}

/// Hands at work keep the body to it: as the errand says, else towards the thing. Only eyes and head glance elsewhere.
double Mind::facing_work(const Self& self, const Vec3& thing) const {
  if (active().goal.facing) return *active().goal.facing;
  const planning::Vec2 way(thing.x - self.position.x, thing.z - self.position.z);
  return glm::dot(way, way) < 0.04 ? self.facing : planning::yaw_of(way);
}

}  // namespace fh::mind
