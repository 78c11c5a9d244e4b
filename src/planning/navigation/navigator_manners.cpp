// SPDX-License-Identifier: Apache-2.0
// The navigator's manners: doors and gaps, precedence at necks, and leaving the way to people it must not come near.
#include <algorithm>

#include "planning/navigation/navigator_stages.h"

namespace fh::planning {
namespace {

constexpr double kNotice = 6.0;   // m at which somebody coming is made way for
constexpr double kWatch = 9.0;    // m up to which they are then kept an eye on
constexpr double kMoves = 0.3;    // m/s: slower people stand
constexpr double kComes = 0.7;    // cosine to the line between two: comes here, not past
constexpr double kMargin = 0.25;  // m beyond personal space
constexpr double kWalks = 0.7;    // m/s: slower people only shift their weight
constexpr double kAhead = 3.0;    // s: people who arrive later may still turn away
constexpr double kLinger = 1.0;   // s that the body stays aside after they have passed
constexpr double kLetPast = 3.0;  // s that a body stays aside that was asked to
constexpr double kElbows = 0.2;   // m left to the person who passes

/// The way of somebody who wants to pass where the body stands.
OtherWay towards(const PerceivedPerson& person, const Vec2& here, const NavigatorSettings& settings) {
  const Vec2 at{person.position.x, person.position.z}, offset = here - at;
  const double distance = glm::length(offset);
  const Vec2 heading = distance > 1e-6 ? offset / distance : Vec2(1.0, 0.0);
  return {at, heading, 0.0, settings.avoidance.radius + person.radius + kElbows};
}

/// Somebody walks so that they will soon be nearer to a place than `keep`.
bool comes_near(const PerceivedPerson& person, const Vec2& place, double keep) {
  const double speed = glm::length(person.velocity);
  if (speed < kWalks) return false;
  const Vec2 offset = place - Vec2(person.position.x, person.position.z);
  const double along = glm::dot(offset, person.velocity) / speed;
  if (along < 0.0 || along > speed * kAhead) return false;
  return glm::dot(offset, offset) - along * along < keep * keep;
}

/// Shoulders along the way: across it by a quarter turn, to the side that is nearer.
void side_step(const NavigatorData& nav, const NavigatorInput& input, Steering& s) {
  const double way = yaw_of(s.followed);
  s.face_to = way + (math::wrap_angle(input.facing - way) >= 0.0 ? 0.5 : -0.5) * math::kPi;
  const double most = nav.settings.follow.side_speed, speed = glm::length(s.precedence);
  if (speed > most) s.precedence *= most / speed;
  // It turns before the gap; where it stands too close to something to turn, it gets out of there first.
  const bool turns = nav.map.distance().clearance(s.here.at, s.here.layer) >= nav.settings.body.radius;
  if (turns && std::abs(math::wrap_angle(s.face_to - input.facing)) > 0.3) s.precedence = Vec2(0.0);
}

/// When others have the right of way: where to stand back to.
std::optional<Vec2> let_others_first(const NavigatorData& nav, const NavigatorInput& input, const Spot& here) {
  const NavigatorState& state = nav.state;
  if (input.people.empty() || state.necks.empty()) return std::nullopt;
  WayfarerState self;
  self.self = input.self;
  self.position = here.at;
  self.done = state.path.length() - remaining(state.path, state.place);
  self.time = static_cast<double>(input.tick) * input.dt;
  self.stuck = state.progress.attempt != Attempt::None;
  self.waited = state.progress.waited;
  const Neck* neck = next_neck(state.necks, self.done, nav.settings.right_of_way.look);
  if (!neck) return std::nullopt;
  const std::optional<Vec2> away = stand_back(*neck, self, input.people, nav.settings.right_of_way);
  if (!away) return std::nullopt;
  return *away * nav.settings.follow.back_speed;
}

/// A standing agent leaves its place to somebody who walks up to it, and comes back when they are gone.
bool leaves_place(const NavigatorData& nav, const PerceivedPerson& person, const Spot& here, double keep) {
  const NavigatorState& state = nav.state;
  const bool walks = state.has_goal && state.status != NavStatus::Arrived;
  if (walks && person.id != state.retreat_from) return false;  // a walking body goes round them
  const Vec2 at{person.position.x, person.position.z};
  if (comes_near(person, here.at, keep)) return nav.map.is_clear(at, here.at, here.layer, 0.05);
  if (person.id != state.retreat_from || !state.has_goal || walks) return false;
  // Aside already: they are still on their way to the place that was left, or stand there.
  for (const Vec3& point : state.goal.points) {
    const Vec2 place{point.x, point.z};
    if (comes_near(person, place, keep) || glm::length(place - at) < person.personal_space) return true;
  }
  return false;
}

/// The way of somebody who needs the place for themselves, when the body is in it or about to be.
std::optional<OtherWay> way_to_leave(const NavigatorData& nav, const PerceivedPerson& person, const Spot& here) {
  const NavigatorState& state = nav.state;
  if (person.personal_space <= 0.0 || person.id == state.goal.person) return std::nullopt;
  const double speed = glm::length(person.velocity);
  const Vec2 at{person.position.x, person.position.z}, offset = here.at - at;
  const double distance = glm::length(offset);
  const double notice = person.id == state.retreat_from ? kWatch : kNotice;
  if (distance > notice || distance < 1e-6) return std::nullopt;
  const double keep = person.personal_space + kMargin, passable = keep + nav.settings.body.radius + person.radius;
  if (leaves_place(nav, person, here, keep)) {
    if (speed < kMoves) return OtherWay{at, Vec2(0.0), 0.0, keep};
    return OtherWay{at, person.velocity / speed, speed, keep};
  }
  if (speed < kMoves) return std::nullopt;
  const Vec2 heading = person.velocity / speed;
  // They come to where the body stands, and there is no room to pass them.
  if (glm::dot(heading, offset) > kComes * distance && nav.map.is_clear(at, here.at, here.layer, 0.05) &&
      width_across(nav.map, {here.at, here.layer}, heading) < passable) {
    return OtherWay{at, heading, speed, keep};
  }
  // They come through what the body is about to enter: the way out of it is theirs.
  if (state.path.empty()) return std::nullopt;
  const double done = state.path.length() - remaining(state.path, state.place);
  const Neck* strait = next_neck(state.straits, done, nav.settings.right_of_way.look);
  if (!strait || strait->width >= passable || !comes_through(*strait, person)) return std::nullopt;
  if (strait->from < done && person.id != state.retreat_from) return std::nullopt;  // in it, the body goes on
  const double way = std::max(glm::dot(at - strait->entry, strait->direction), strait->to - strait->from);
  return OtherWay{strait->entry + strait->direction * way, -strait->direction, speed, keep};
}

}  // namespace

bool makes_way(NavigatorData& nav, const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch) {
  NavigatorState& state = nav.state;
  state.retreat_time -= input.dt;
  for (const PerceivedPerson& person : input.people) {
    std::optional<OtherWay> way = way_to_leave(nav, person, here);
    // An agent on its own way is held up by the same people: leaving it for everybody who asks undoes its progress.
    const bool walks = state.has_goal && state.status != NavStatus::Arrived;
    const bool asked = !way && !walks && person.id == input.asked_by && person.id.valid();
    if (asked) way = towards(person, here.at, nav.settings);
    if (!way) continue;
    // A refuge once found is gone to; a new one when they turn another way or stop.
    const bool same_way =
        way->heading == state.retreat_heading || glm::dot(way->heading, state.retreat_heading) > kComes;
    const bool known = state.retreat_from == person.id && state.retreat_time > 0.0 && same_way;
    if (!known) {
      if (!find_refuge(nav.map, here.at, here.layer, *way, nav.settings.smooth, scratch.refuge, state.retreat))
        continue;
      state.retreat_place = {};
      state.retreat_from = person.id;
      state.retreat_heading = way->heading;
      state.must_plan = state.has_goal;  // afterwards, from there
    }
    state.retreat_time = asked ? kLetPast : kLinger;
    return true;
  }
  if (state.retreat_time > 0.0 && state.retreat_from.valid()) return true;
  state.retreat_from = {};
  return false;
}

void plan_retreat(NavigatorData& nav, const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch) {
  NavigatorState& state = nav.state;
  state.retreat = {};
  state.retreat_place = {};
  for (const PerceivedPerson& person : input.people) {
    if (person.id != state.ahead || !state.ahead.valid()) continue;
    (void)find_refuge(nav.map, here.at, here.layer, towards(person, here.at, nav.settings), nav.settings.smooth,
                      scratch.refuge, state.retreat);
  }
}

void take_precedence(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s) {
  s.precedence = s.followed;
  if (s.course != Course::Walk) return;
  if (nav.state.status == NavStatus::Waiting) nav.state.status = NavStatus::Walking, nav.state.reason = NavReason::None;
  if (glm::length(s.precedence) > 0.05) s.face_to = yaw_of(s.precedence);
  pass_things(nav, input, scratch, s);
  if (s.hints.side_step) side_step(nav, input, s);
  if (const std::optional<Vec2> back = let_others_first(nav, input, s.here)) {
    s.precedence = *back;
    s.gives = true;
    s.face_to = yaw_of(s.followed);
  }
}

}  // namespace fh::planning
