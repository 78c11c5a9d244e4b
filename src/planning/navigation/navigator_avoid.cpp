// SPDX-License-Identifier: Apache-2.0
// The navigator among others: the velocity that suits the people and walls near, and what the body can do of it.
#include <algorithm>

#include "planning/navigation/navigator_stages.h"

namespace fh::planning {
namespace {

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

}  // namespace fh::planning
