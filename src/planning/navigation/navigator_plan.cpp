// SPDX-License-Identifier: Apache-2.0
// The navigator's plans: what to do this tick, where to stand for a goal, when to search, and the path that comes of
// it.
#include <algorithm>

#include "planning/navigation/navigator_stages.h"

namespace fh::planning {
namespace {

constexpr double kGoalSearch = 3.0;     // m around an occupied goal
constexpr double kRise = 4.0;           // m of way that a metre of height counts for
constexpr double kAsNear = 0.5;         // m: places as near to the goal are as good
constexpr double kStride = 1.5;         // m/s to get out of the way: walk, not run
constexpr double kLeastTurn = 0.02;     // rad: turning by less is none
constexpr double kHeld = 0.5;           // s without turning until the body makes room for it
constexpr double kShuffle = 0.1;        // m that it looks ahead for room
constexpr double kShuffleSpeed = 0.15;  // m/s
constexpr double kSideways = 0.5;       // m of a retreat that are side-stepped, facing the person who passes

CellIndex free_cell_near(const WalkMap& map, CellIndex cell, double reach) {
  if (map.is_free(cell)) return cell;
  const GridFrame& frame = map.frame();
  const int layer = frame.layer_of(cell), most = static_cast<int>(reach / frame.cell);
  const int x = frame.x_of(cell), row = frame.row_of(cell);
  CellIndex best = kNoCell;
  int best_squared = most * most + 1;
  for (int ring = 1; ring <= most && ring * ring < best_squared; ++ring) {
    for (int dz = -ring; dz <= ring; ++dz) {
      const int step = std::abs(dz) == ring ? 1 : 2 * ring;
      for (int dx = -ring; dx <= ring; dx += step) {
        const int cx = x + dx, crow = row + dz;
        if (cx < 0 || crow < 0 || cx >= frame.width || crow >= frame.rows()) continue;
        const CellIndex other = frame.index(cx, crow);
        const int squared = dx * dx + dz * dz;
        if (squared >= best_squared || frame.layer_of(other) != layer || !map.is_free(other)) continue;
        best = other;
        best_squared = squared;
      }
    }
  }
  return best;
}

void choose_goal_cells(NavigatorData& nav) {
  NavigatorState& state = nav.state;
  const GridFrame& frame = nav.map.frame();
  state.route.goals.clear();
  state.goal_occupied = false;
  const int reach = static_cast<int>(state.goal.radius / frame.cell);
  for (const Vec3& point : state.goal.points) {
    const int layer = nav.floor->layer_at(point);
    const CellIndex own = frame.cell_at({point.x, point.z}, layer);
    if (nav.map.is_free(own) && reach < 3) {
      state.route.goals.push_back(own);
      continue;
    }
    for (int dz = -reach; dz <= reach; ++dz) {
      for (int dx = -reach; dx <= reach; ++dx) {
        const int x = frame.x_of(own) + dx, row = frame.row_of(own) + dz;
        if (x < 0 || row < 0 || x >= frame.width || row >= frame.rows()) continue;
        const CellIndex cell = frame.index(x, row);
        if (!nav.map.is_free(cell) || frame.layer_of(cell) != layer) continue;
        if (glm::length(frame.centre(cell) - Vec2(point.x, point.z)) < state.goal.radius)
          state.route.goals.push_back(cell);
      }
    }
  }
  if (!state.route.goals.empty()) return;
  // Nothing within the radius: the nearest place where the body can stand.
  state.goal_occupied = true;
  for (const Vec3& point : state.goal.points) {
    const CellIndex own = frame.cell_at({point.x, point.z}, nav.floor->layer_at(point));
    const CellIndex near = free_cell_near(nav.map, own, kGoalSearch);
    if (near != kNoCell) state.route.goals.push_back(near);
  }
}

/// Metres from a cell to the goal, rising and falling counted dearer: who looks for stairs looks on stairs first.
double off_goal(const NavigatorData& nav, CellIndex cell) {
  double least = 1e9;
  const Vec3 at = nav.map.point(cell, 0.0);
  for (const Vec3& point : nav.state.goal.points) {
    least = std::min(least, glm::length(Vec2(at.x - point.x, at.z - point.z)) + kRise * std::abs(at.y - point.y));
  }
  return least;
}

/// Nobody saw the ground of the goal yet: the route leads to the rim of what was seen, at its place nearest to the
/// goal; `anywhere`: at any place.
void explore_instead(NavigatorData& nav, CellIndex own, bool anywhere) {
  NavigatorState& state = nav.state;
  const GridFrame& frame = nav.map.frame();
  state.goal_occupied = false;
  std::vector<std::pair<double, CellIndex>> rim;
  double best = 1e9;
  for (int row = 1; row + 1 < frame.rows(); ++row) {
    for (int x = 1; x + 1 < frame.width; ++x) {
      const CellIndex cell = frame.index(x, row);
      if (cell == own || !nav.map.is_free(cell) || !is_ground_known(state, cell)) continue;
      if (is_ground_known(state, cell - 1) && is_ground_known(state, cell + 1) &&
          is_ground_known(state, cell - frame.width) && is_ground_known(state, cell + frame.width))
        continue;
      rim.emplace_back(anywhere ? 0.0 : off_goal(nav, cell), cell);
      best = std::min(best, rim.back().first);
    }
  }
  state.route.goals.clear();
  for (const auto& [off, cell] : rim) {
    if (off <= best + kAsNear) state.route.goals.push_back(cell);
  }
}

NavReason no_way_reason(const NavigatorState& state) {
  for (const KnownObstacle& known : state.known) {
    if (known.in_vain && known.obstacle.openable) return NavReason::Door;
  }
  return NavReason::NoPath;
}

/// The narrow places of the path between things that stay: gaps that people leave who count as obstacles for a while
/// are none, and nobody takes turns there.
void find_necks_of_place(NavigatorData& nav, NavigatorScratch& scratch) {
  NavigatorState& state = nav.state;
  for (const BlockingPerson& blocker : state.blockers) nav.map.remove(blocker.cells);
  nav.map.update(scratch.changes);
  find_necks(nav.map, state.path, nav.settings.right_of_way.neck, state.necks);
  find_necks(nav.map, state.path, nav.settings.right_of_way.strait, state.straits);
  for (const BlockingPerson& blocker : state.blockers) nav.map.add(blocker.cells);
  nav.map.update(scratch.changes);
}

void plan_route(NavigatorData& nav, const Spot& here, std::uint64_t tick, NavigatorScratch& scratch) {
  NavigatorState& state = nav.state;
  state.must_plan = false;
  state.next_plan = tick + static_cast<std::uint64_t>(nav.settings.plan_interval);
  choose_goal_cells(nav);
  const CellIndex own = nav.map.frame().cell_at(here.at, here.layer);
  const CellIndex start = free_cell_near(nav.map, own, 1.0);
  state.exploring = !state.ground_seen.empty() && state.route.goals.empty();
  if (state.exploring) explore_instead(nav, own, false);
  state.saw_more = false;
  ++state.counters.searches;
  state.path = {};
  state.necks.clear();
  state.straits.clear();
  state.place = {};
  restart(state.progress, true);
  if (start == kNoCell || state.route.goals.empty()) {
    state.route.corners.clear();
    state.route.status = SearchStatus::NoPath;
  } else {
    search_route(nav.map, start, nav.settings.max_expansions, scratch.search, scratch.found, state.route);
    if (state.exploring && state.route.status == SearchStatus::NoPath) {
      explore_instead(nav, own, true);
      search_route(nav.map, start, nav.settings.max_expansions, scratch.search, scratch.found, state.route);
    }
    const CellIndex end = state.route.corners.back();
    Vec2 to = nav.map.frame().centre(end);
    for (const Vec3& point : state.goal.points) {
      if (nav.map.frame().cell_at({point.x, point.z}, nav.map.frame().layer_of(end)) == end) to = {point.x, point.z};
    }
    make_path(nav.map, state.route.corners, here.at, to, nav.settings.smooth, state.path);
    find_necks_of_place(nav, scratch);
  }
  if (state.route.status == SearchStatus::NoPath && !state.blockers.empty()) {
    // Shut in by people: they will move on.
    for (BlockingPerson& blocker : state.blockers) blocker.time_left = 0.0;
    return;
  }
  const bool no_way = state.route.status == SearchStatus::NoPath;
  state.status = no_way ? NavStatus::Blocked : NavStatus::Walking;
  state.reason = no_way ? no_way_reason(nav.state) : (state.goal_occupied ? NavReason::GoalOccupied : NavReason::None);
}

bool needs_plan(const NavigatorData& nav, const Spot& here, std::uint64_t tick) {
  const NavigatorState& state = nav.state;
  if (state.must_plan) return true;
  if (tick < state.next_plan || state.status == NavStatus::GaveUp) return false;
  if (state.exploring && state.saw_more) return true;
  if (state.path.empty()) return false;
  // Led off the path by people: the rest of it may be behind a corner now.
  const PathPlace place = nearest_place(state.path, state.place, here.at, 1.5);
  const PathPoint point = point_at(state.path, place);
  const Vec2 off = point.at - here.at;
  if (glm::dot(off, off) < 0.8 * 0.8) return false;
  if (state.route.status == SearchStatus::Partial && glm::length(state.path.points.back().at - here.at) < 1.0)
    return true;
  return glm::dot(off, off) > 2.0 * 2.0 ||
         !nav.map.is_clear(here.at, point.at, here.layer, nav.settings.body.side_radius);
}

bool is_there(const NavigatorData& nav, const Spot& here) {
  const NavigatorState& state = nav.state;
  const double slack = state.status == NavStatus::Arrived ? 0.4 : 0.0;  // a body that makes room stays arrived
  for (const Vec3& point : state.goal.points) {
    const double off = glm::length(Vec2(point.x, point.z) - here.at);
    if (off > state.goal.radius + slack) continue;
    const float height = nav.floor->height(nav.map.frame().cell_at(here.at, here.layer));
    if (height == kNoFloor || std::abs(height - point.y) < 1.0 || nav.floor->layer_at(point) == here.layer) return true;
  }
  if (!state.goal_occupied || state.path.empty() || state.route.status != SearchStatus::Found) return false;
  if (!state.blockers.empty()) return false;  // perhaps by somebody who will move on
  return glm::length(state.path.points.back().at - here.at) <= std::max(state.goal.radius, 0.1) + slack;
}

/// What lies on the next metre of the path.
void look_ahead(const NavigatorData& nav, NavHints& hints) {
  const NavigatorState& state = nav.state;
  const PathPoint here = point_at(state.path, state.place);
  if (nav.map.is_plain(here.at, 1.0, here.layer)) return;
  for (double ahead = 0.0; ahead <= 1.0; ahead += 0.5 * nav.map.frame().cell) {
    const PathPoint point = point_at(state.path, advanced(state.path, state.place, ahead));
    const CellIndex cell = nav.map.frame().cell_at(point.at, point.layer);
    if (ahead <= 0.5) {
      hints.duck |= nav.map.has(Hindrance::Duck, cell);
      hints.step_over |= nav.map.has(Hindrance::StepOver, cell);
      hints.side_step |= nav.map.is_narrow(cell) && nav.map.weight(cell) > 1;
    }
    if (!hints.open.valid() && nav.map.has(Hindrance::Door, cell)) hints.open = obstacle_in(nav, cell, Hindrance::Door);
    if (hints.clear.valid() || nav.map.weight(cell) < nav.settings.costs.movable) continue;
    // The body, not only its middle, has to get past.
    const int reach = static_cast<int>(nav.settings.body.radius / nav.map.frame().cell) + 1;
    for (int i = 0; i < (2 * reach + 1) * (2 * reach + 1) && !hints.clear.valid(); ++i) {
      const Vec2 off(i % (2 * reach + 1) - reach, i / (2 * reach + 1) - reach);
      const CellIndex beside = nav.map.frame().cell_at(point.at + off * nav.map.frame().cell, point.layer);
      if (nav.map.has(Hindrance::Movable, beside)) hints.clear = obstacle_in(nav, beside, Hindrance::Movable);
    }
  }
}

/// Along the retreat; its last half metre facing the person it is for.
void follow_retreat(NavigatorData& nav, const NavigatorInput& input, Steering& s) {
  NavigatorState& state = nav.state;
  s.pace.speed = std::min(kStride, s.pace.max_speed);
  const PathVelocity along = follow(nav.map, state.retreat, state.retreat_place, s.here.at, s.pace);
  s.followed = along.velocity;
  s.straight = along.straight;
  s.gives = true;
  if (remaining(state.retreat, state.retreat_place) > kSideways && glm::length(s.followed) > 0.05) {
    s.face_to = yaw_of(s.followed);
    return;
  }
  for (const PerceivedPerson& person : input.people) {
    if (person.id != state.retreat_from) continue;
    s.face_to = yaw_of(Vec2(person.position.x, person.position.z) - s.here.at);
  }
}

/// Where its shoulders would meet something a body may not turn: it moves off, within the goal, to where it has room.
void make_room_to_turn(NavigatorData& nav, const NavigatorInput& input, Steering& s) {
  NavigatorState& state = nav.state;
  const double left = std::abs(math::wrap_angle(*state.goal.facing - input.facing));
  if (left < state.turn_left - kLeastTurn) {
    state.turn_left = left;
    state.turn_held = 0.0;
  }
  if (state.status == NavStatus::Arrived || left < kFacingError) return;
  state.turn_held += input.dt;
  const DistanceField& field = nav.map.distance();
  double best = field.clearance(s.here.at, s.here.layer);
  if (state.turn_held < kHeld || best >= nav.settings.body.radius + kShuffle) return;
  for (int i = 0; i < 24; ++i) {  // eight directions, ever farther
    const Vec2 way = direction_of(0.25 * math::kPi * (i % 8));
    const int ring = i / 8;
    const Spot there{s.here.at + (1.0 + ring) * kShuffle * way, s.here.layer};
    const double room = field.clearance(there.at, there.layer);
    if (room <= best || !is_there(nav, there)) continue;
    best = room;
    s.followed = kShuffleSpeed * way;
  }
}

}  // namespace

void choose_course(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s) {
  NavigatorState& state = nav.state;
  s.course = Course::Retreat;
  if (makes_way(nav, input, s.here, scratch)) return;
  s.course = Course::Stand;
  if (!state.has_goal) return;
  if (is_there(nav, s.here)) {
    s.course = Course::Arrive;
    return;
  }
  if (state.status == NavStatus::Arrived) {  // pushed away
    state.status = NavStatus::Walking;
    state.must_plan = true;
  }
  if (needs_plan(nav, s.here, input.tick)) plan_route(nav, s.here, input.tick, scratch);
  if (state.status != NavStatus::GaveUp && !state.path.empty()) s.course = Course::Walk;
}

void follow_course(NavigatorData& nav, const NavigatorInput& input, Steering& s) {
  NavigatorState& state = nav.state;
  s.pace = nav.settings.follow;
  s.face_to = input.facing;
  if (s.course != Course::Arrive) state.turn_left = 1e9, state.turn_held = 0.0;
  switch (s.course) {
    case Course::Retreat:
      follow_retreat(nav, input, s);
      break;
    case Course::Walk: {
      if (state.goal.speed > 0.0) s.pace.speed = std::min(state.goal.speed, s.pace.max_speed);
      const PathVelocity along = follow(nav.map, state.path, state.place, s.here.at, s.pace);
      s.followed = along.velocity;
      s.straight = along.straight;
      s.remaining = remaining(state.path, state.place);
      look_ahead(nav, s.hints);
      break;
    }
    case Course::Stand:
    case Course::Arrive:
      if (!state.has_goal || !state.goal.facing) break;
      s.face_to = *state.goal.facing;
      if (s.course == Course::Arrive) make_room_to_turn(nav, input, s);
      break;
  }
  const bool idle = s.course == Course::Stand && !state.has_goal;
  if (input.pulls.empty() || (s.course != Course::Walk && !idle)) return;
  PulledBody body{s.here.at, direction_of(input.facing), nav.settings.avoidance.radius, s.followed, s.pace.speed};
  if (!idle) body.remaining = s.remaining;
  s.followed = pulled(input.pulls, body);
}

}  // namespace fh::planning
