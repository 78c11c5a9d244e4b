// SPDX-License-Identifier: Apache-2.0
// The navigator among others: headway is watched, a jam is answered with ever more drastic attempts; then the velocity
// that suits the people and walls near, what the body can do of it, and the report of what became of the step.
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

AvoidanceInput avoidance_input(const NavigatorData& nav, const NavigatorInput& input, const Steering& s) {
  AvoidanceInput ask;
  ask.position = s.here.at;
  ask.layer = s.here.layer;
  ask.velocity = input.velocity;
  ask.wanted = s.attempted;
  ask.straight = s.straight;
  ask.max_speed = nav.settings.follow.max_speed;
  // In a doorway the body turns with the leaf.
  const bool close = s.hints.side_step || s.hints.open.valid();
  ask.wall_radius = close ? nav.settings.body.side_radius : nav.settings.body.radius;
  ask.dt = input.dt;
  ask.right_bias = nav.state.progress.attempt == Attempt::OtherSide ? -1.0 : 1.0;
  ask.self = input.self;
  ask.invited_by = nav.state.goal.person;
  return ask;
}

/// Highest speed in a direction for somebody who does not know the place: a wall may stand on ground that was not seen,
/// so the body must be able to stop before it. Into it one creeps, looking.
double speed_into_unseen(const NavigatorData& nav, const Spot& here, const Vec2& way) {
  constexpr double kCreep = 0.3;      // m/s
  constexpr double kPerMetre = 1.5;   // m/s for every metre of ground that was seen
  constexpr double kFelt = 0.5;       // m around the feet whose ground is felt, seen or not
  constexpr double kLookAhead = 1.6;  // m: what lies beyond does not matter yet
  const GridFrame& frame = nav.map.frame();
  const Vec2 aside = Vec2(-way.y, way.x) * nav.settings.body.side_radius;
  for (double ahead = kFelt; ahead < kLookAhead; ahead += frame.cell) {
    for (const double side : {0.0, -1.0, 1.0}) {
      const CellIndex cell = frame.cell_at(here.at + ahead * way + side * aside, here.layer);
      if (!is_ground_known(nav.state, cell)) return kCreep + kPerMetre * (ahead - kFelt);
    }
  }
  return 1e9;
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
  state.progress.waited += input.dt;
  const Attempt before = state.progress.attempt;
  watch(state.progress, now, nav.settings.progress);
  const Attempt attempt = state.progress.attempt;
  if (attempt != before && attempt != Attempt::None) begin_attempt(nav, input, s.here, scratch);
  if (attempt == Attempt::Wait && !s.gives) s.attempted = Vec2(0.0);
  if (attempt == Attempt::GiveWay && !s.gives) back_off(nav, input, s);
  if (attempt == Attempt::Ask) s.hints.ask = state.ahead;
}

void avoid_people(NavigatorData& nav, const NavigatorInput& input, Steering& s) {
  const AvoidanceSettings& settings = nav.settings.avoidance;
  const double side_speed = nav.settings.follow.side_speed;
  const AvoidanceInput ask = avoidance_input(nav, input, s);
  const AvoidanceResult choice = avoid(nav.map, input.people, ask, settings);
  nav.state.ahead = choice.ahead;
  s.avoided = choice.velocity;
  s.standing = glm::length(s.attempted) < 1e-6;
  if (s.standing) {
    s.avoided = make_room(input.people, ask, settings, side_speed);
    s.hints.makes_room = glm::dot(s.avoided, s.avoided) > 0.0;
  } else {
    s.avoided += leave_space(input.people, ask, settings, side_speed);
  }
  s.backing = s.standing || s.gives || nav.state.progress.attempt == Attempt::GiveWay;
  // People look where they go.
  if (!s.backing && !s.hints.side_step && glm::length(s.avoided) > 0.2) s.face_to = yaw_of(s.avoided);
}

void limit_motion(NavigatorData& nav, const NavigatorInput& input, Steering& s) {
  const FollowSettings& follow = nav.settings.follow;
  Vec2 velocity = accelerate(input.velocity, s.avoided, input.dt, follow);
  const double speed = glm::length(velocity);
  if (speed > 1e-9) {
    double most = speed_limit(follow, yaw_of(velocity) - input.facing, s.backing);
    if (!nav.state.ground_seen.empty()) most = std::min(most, speed_into_unseen(nav, s.here, velocity / speed));
    if (speed > most) velocity *= most / speed;
  }
  const AvoidanceInput ask = avoidance_input(nav, input, s);
  s.limited = hold_apart(nav.map, input.people, ask, nav.settings.avoidance, velocity);
  s.facing = turn(input.facing, s.face_to, nav.state.turn_rate, input.dt, follow);
  const double taken = glm::length(s.limited);
  s.hints.back_up = taken > 0.1 && glm::dot(s.limited, direction_of(s.facing)) < -0.7 * taken;
  s.hints.turn_in_place = taken < 0.25 && std::abs(math::wrap_angle(s.face_to - input.facing)) > 0.5;
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
