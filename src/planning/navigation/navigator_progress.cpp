// SPDX-License-Identifier: Apache-2.0
// The navigator's progress: headway is watched, a jam is answered with ever more drastic attempts, and what became of
// the step is reported.
#include <algorithm>

#include "planning/navigation/navigator_stages.h"

namespace fh::planning {
namespace {

constexpr double kContent = 5.0;      // s without turning: what stands beside the body lets it turn no farther
constexpr double kStandStill = 0.05;  // m/s
constexpr double kQueueing = 0.35;    // of the time that others count as stuck
constexpr double kTurnRound = 1.0;    // m: a longer way is not walked backwards

/// Whether the person in the way goes there too.
bool queues(const NavigatorState& state, const NavigatorInput& input, const Vec2& way) {
  for (const PerceivedPerson& person : input.people) {
    if (person.id == state.ahead && state.ahead.valid()) return person.yields && goes_along(person, way);
  }
  return false;
}

/// Begins a new attempt against a jam.
void begin_attempt(NavigatorData& nav, const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch) {
  NavigatorState& state = nav.state;
  ++state.counters.attempts;
  if (state.progress.attempt == Attempt::Reroute) block_people(nav, input, here, scratch);
  if (state.progress.attempt == Attempt::GiveWay) plan_retreat(nav, input, here, scratch);
  if (state.progress.attempt == Attempt::GiveUp) {
    state.status = NavStatus::GaveUp;
    state.reason = state.ahead.valid() ? NavReason::Person : NavReason::NoProgress;
  }
}

/// Along the retreat, straight back when there is none.
void back_off(NavigatorData& nav, const NavigatorInput& input, Steering& s) {
  NavigatorState& state = nav.state;
  const double speed = glm::length(s.followed);
  s.attempted = speed > 1e-6 ? -s.followed * (s.pace.back_speed / speed) : Vec2(0.0);
  s.face_to = input.facing;
  if (state.retreat.empty()) return;
  s.attempted = follow(nav.map, state.retreat, state.retreat_place, s.here.at, s.pace).velocity;
  if (remaining(state.retreat, state.retreat_place) > kTurnRound) s.face_to = yaw_of(s.attempted);
}

/// Within the goal's radius: arrived when standing and facing as wanted.
void note_arrival(NavigatorData& nav, const NavigatorInput& input, const Steering& s) {
  NavigatorState& state = nav.state;
  const double error = state.goal.facing ? std::abs(math::wrap_angle(*state.goal.facing - input.facing)) : 0.0;
  // Where others stand too, making room for them is standing as well.
  const double still = s.hints.makes_room ? nav.settings.follow.side_speed : kStandStill;
  const bool faces = error < kFacingError || state.turn_held > kContent;
  if (state.status == NavStatus::Arrived || glm::length(s.limited) >= still || !faces) return;
  state.status = NavStatus::Arrived;
  state.reason = state.goal_occupied ? NavReason::GoalOccupied : NavReason::None;
  restart(state.progress, false);
}

}  // namespace

void escalate_jam(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s) {
  s.attempted = s.precedence;
  if (s.course != Course::Walk) return;
  NavigatorState& state = nav.state;
  ProgressInput now;
  now.remaining = s.remaining;
  now.position = s.here.at;
  now.wants_to_move = !s.gives && glm::length(s.precedence) > 0.1;
  now.held_by_people = state.ahead.valid();
  now.gives_way = state.ahead < input.self;
  // Agents that queue behind others are patient.
  now.dt = queues(state, input, s.followed) ? kQueueing * input.dt : input.dt;
  const Attempt before = state.progress.attempt;
  watch(state.progress, now, nav.settings.progress);
  const Attempt attempt = state.progress.attempt;
  if (attempt != before && attempt != Attempt::None) begin_attempt(nav, input, s.here, scratch);
  if (attempt == Attempt::Wait && !s.gives) s.attempted = Vec2(0.0);
  if (attempt == Attempt::GiveWay && !s.gives) back_off(nav, input, s);
  if (attempt == Attempt::Ask) s.hints.ask = state.ahead;
}

NavigatorOutput report(NavigatorData& nav, const NavigatorInput& input, const Steering& s) {
  NavigatorState& state = nav.state;
  NavigatorOutput out;
  out.velocity = s.limited;
  out.facing = s.facing;
  out.turn_rate = state.turn_rate;
  out.hints = s.hints;
  out.attempt = state.progress.attempt;
  out.remaining = s.remaining;
  if (s.course == Course::Arrive) note_arrival(nav, input, s);
  out.status = state.status;
  out.reason = state.reason;
  const bool held = s.gives || (state.ahead.valid() && state.progress.attempt != Attempt::None);
  const bool waits = s.course == Course::Walk && out.status == NavStatus::Walking && held;
  if (waits || s.course == Course::Retreat) {
    out.status = NavStatus::Waiting;
    out.reason = NavReason::Person;
  }
  return out;
}

}  // namespace fh::planning
