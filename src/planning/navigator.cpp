#include "planning/navigator.h"

#include <algorithm>

namespace fh::planning {
namespace {

constexpr double kStandStill = 0.05;   // m/s
constexpr double kFacingError = 0.09;  // rad: 5 degrees
constexpr double kQueueing = 0.35;     // of the time that others count as stuck
constexpr double kGoalSearch = 3.0;    // m around an occupied goal

}  // namespace

NavigatorSettings settings_for(const human::Dimensions& dimensions) {
  using human::Dimension;
  NavigatorSettings settings;
  settings.body.radius = 0.5 * dimensions[Dimension::BideltoidBreadth] + 0.05;
  settings.body.side_radius = 0.5 * dimensions[Dimension::ChestDepth] + 0.025;
  settings.avoidance.radius = 0.5 * dimensions[Dimension::BideltoidBreadth];
  const double stature = dimensions[Dimension::Stature];
  settings.body.band.head = stature + 0.08;
  settings.body.band.duck_from = 0.72 * stature;
  settings.body.band.step_over = std::min(0.25, 0.5 * dimensions[Dimension::KneeHeightMidpatella]);
  return settings;
}

Goal approach_goal(const PerceivedPerson& person, double distance) {
  Goal goal;
  // Straight ahead of them, or a little to either side when something stands there.
  for (const double side : {0.0, 0.5, -0.5}) {
    const Vec2 way = direction_of(person.facing + side) * distance;
    goal.points.push_back(person.position + Vec3(way.x, 0.0, way.y));
  }
  goal.radius = 0.2;
  goal.facing = person.facing + math::kPi;
  goal.person = person.id;
  goal.speed = 1.0;
  return goal;
}

void Goal::visit(core::Archive& archive) {
  archive.field("points", points);
  archive.field("radius", radius);
  archive.field("facing", facing);
  archive.field("person", person.value);
  archive.field("speed", speed);
}

Navigator::Navigator(const FloorPlan& floor, const SolidLibrary& solids, const NavigatorSettings& settings)
    : floor_(&floor), solids_(&solids), settings_(settings), map_(floor, settings.body, settings.costs) {}

void Navigator::go_to(const Goal& goal) {
  if (has_goal_ && status_ != NavStatus::GaveUp && goal.points == goal_.points && goal.radius == goal_.radius &&
      goal.facing == goal_.facing && goal.person == goal_.person) {
    goal_.speed = goal.speed;
    return;
  }
  goal_ = goal;
  has_goal_ = !goal.points.empty();
  must_plan_ = has_goal_;
  next_plan_ = 0;
  route_ = {};
  path_ = {};
  necks_.clear();
  straits_.clear();
  place_ = {};
  restart(progress_, false);
  status_ = has_goal_ ? NavStatus::Walking : NavStatus::Idle;
  reason_ = NavReason::None;
}

void Navigator::stop() {
  go_to({});
}

CellIndex Navigator::free_cell_near(CellIndex cell, double reach) const {
  if (map_.is_free(cell)) return cell;
  const GridFrame& frame = map_.frame();
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
        if (squared >= best_squared || frame.layer_of(other) != layer || !map_.is_free(other)) continue;
        best = other;
        best_squared = squared;
      }
    }
  }
  return best;
}

void Navigator::choose_goal_cells() {
  const GridFrame& frame = map_.frame();
  route_.goals.clear();
  goal_occupied_ = false;
  const int reach = static_cast<int>(goal_.radius / frame.cell);
  for (const Vec3& point : goal_.points) {
    const int layer = floor_->layer_at(point);
    const CellIndex own = frame.cell_at({point.x, point.z}, layer);
    if (map_.is_free(own) && reach < 3) {
      route_.goals.push_back(own);
      continue;
    }
    for (int dz = -reach; dz <= reach; ++dz) {
      for (int dx = -reach; dx <= reach; ++dx) {
        const int x = frame.x_of(own) + dx, row = frame.row_of(own) + dz;
        if (x < 0 || row < 0 || x >= frame.width || row >= frame.rows()) continue;
        const CellIndex cell = frame.index(x, row);
        if (!map_.is_free(cell) || frame.layer_of(cell) != layer) continue;
        if (glm::length(frame.centre(cell) - Vec2(point.x, point.z)) < goal_.radius) route_.goals.push_back(cell);
      }
    }
  }
  if (!route_.goals.empty()) return;
  // Nothing within the radius: the nearest place where the body can stand.
  goal_occupied_ = true;
  for (const Vec3& point : goal_.points) {
    const CellIndex own = frame.cell_at({point.x, point.z}, floor_->layer_at(point));
    const CellIndex near = free_cell_near(own, kGoalSearch);
    if (near != kNoCell) route_.goals.push_back(near);
  }
}

void Navigator::plan(const Place& here, std::uint64_t tick, NavigatorScratch& scratch) {
  must_plan_ = false;
  next_plan_ = tick + static_cast<std::uint64_t>(settings_.plan_interval);
  choose_goal_cells();
  const CellIndex own = map_.frame().cell_at(here.at, here.layer);
  const CellIndex start = free_cell_near(own, 1.0);
  ++counters_.searches;
  path_ = {};
  necks_.clear();
  straits_.clear();
  place_ = {};
  restart(progress_, true);
  if (start == kNoCell || route_.goals.empty()) {
    route_.corners.clear();
    route_.status = SearchStatus::NoPath;
  } else {
    search_route(map_, start, settings_.max_expansions, scratch.search, scratch.found, route_);
    const CellIndex end = route_.corners.back();
    Vec2 to = map_.frame().centre(end);
    for (const Vec3& point : goal_.points) {
      if (map_.frame().cell_at({point.x, point.z}, map_.frame().layer_of(end)) == end) to = {point.x, point.z};
    }
    make_path(map_, route_.corners, here.at, to, settings_.smooth, path_);
    find_necks(map_, path_, settings_.right_of_way.neck, necks_);
    find_necks(map_, path_, settings_.right_of_way.strait, straits_);
  }
  if (route_.status == SearchStatus::NoPath && !blockers_.empty()) {
    // Shut in by people: they will move on.
    for (Blocker& blocker : blockers_) blocker.time_left = 0.0;
    return;
  }
  const bool no_way = route_.status == SearchStatus::NoPath;
  status_ = no_way ? NavStatus::Blocked : NavStatus::Walking;
  reason_ = no_way ? no_way_reason() : (goal_occupied_ ? NavReason::GoalOccupied : NavReason::None);
}

bool Navigator::needs_plan(const Place& here, std::uint64_t tick) const {
  if (must_plan_) return true;
  if (tick < next_plan_ || status_ == NavStatus::GaveUp) return false;
  if (path_.empty()) return false;
  // Led off the path by people: the rest of it may be behind a corner now.
  const PathPlace place = nearest_place(path_, place_, here.at, 1.5);
  const PathPoint point = point_at(path_, place);
  const Vec2 off = point.at - here.at;
  if (glm::dot(off, off) < 0.8 * 0.8) return false;
  if (route_.status == SearchStatus::Partial && glm::length(path_.points.back().at - here.at) < 1.0) return true;
  return glm::dot(off, off) > 2.0 * 2.0 || !map_.is_clear(here.at, point.at, here.layer, settings_.body.side_radius);
}

bool Navigator::is_there(const Place& here) const {
  const double slack = status_ == NavStatus::Arrived ? 0.4 : 0.0;  // making room, one stays
  for (const Vec3& point : goal_.points) {
    const double off = glm::length(Vec2(point.x, point.z) - here.at);
    if (off > goal_.radius + slack) continue;
    const float height = floor_->height(map_.frame().cell_at(here.at, here.layer));
    if (height == kNoFloor || std::abs(height - point.y) < 1.0 || floor_->layer_at(point) == here.layer) return true;
  }
  if (!goal_occupied_ || path_.empty() || route_.status != SearchStatus::Found) return false;
  return glm::length(path_.points.back().at - here.at) <= std::max(goal_.radius, 0.1) + slack;
}

void Navigator::look_ahead(NavHints& hints) const {
  const PathPoint here = point_at(path_, place_);
  if (map_.is_plain(here.at, 1.0, here.layer)) return;
  for (double ahead = 0.0; ahead <= 1.0; ahead += 0.5 * map_.frame().cell) {
    const PathPoint point = point_at(path_, advanced(path_, place_, ahead));
    const CellIndex cell = map_.frame().cell_at(point.at, point.layer);
    if (ahead <= 0.5) {
      hints.duck |= map_.has(Hindrance::Duck, cell);
      hints.step_over |= map_.has(Hindrance::StepOver, cell);
      hints.side_step |= map_.is_narrow(cell) && map_.weight(cell) > 1;
    }
    if (!hints.open.valid() && map_.has(Hindrance::Door, cell)) hints.open = obstacle_in(cell, Hindrance::Door);
    if (hints.clear.valid() || map_.weight(cell) < settings_.costs.movable) continue;
    // The body, not only its middle, has to get past.
    const int reach = static_cast<int>(settings_.body.radius / map_.frame().cell) + 1;
    for (int i = 0; i < (2 * reach + 1) * (2 * reach + 1) && !hints.clear.valid(); ++i) {
      const Vec2 off(i % (2 * reach + 1) - reach, i / (2 * reach + 1) - reach);
      const CellIndex beside = map_.frame().cell_at(point.at + off * map_.frame().cell, point.layer);
      if (map_.has(Hindrance::Movable, beside)) hints.clear = obstacle_in(beside, Hindrance::Movable);
    }
  }
}

void Navigator::wait_for_things(const NavigatorInput& input, NavHints& hints, Vec2& wanted, NavigatorScratch& scratch) {
  const core::ObjectId thing = hints.open.valid() ? hints.open : hints.clear;
  if (thing != waiting_for_) {
    waiting_for_ = thing;
    waiting_time_ = 0.0;
  }
  if (!thing.valid()) return;
  wanted = Vec2(0.0);
  waiting_time_ += input.dt;
  if (waiting_time_ < settings_.door_patience) {
    status_ = NavStatus::Waiting;
    reason_ = hints.open.valid() ? NavReason::Door : NavReason::NoProgress;
    return;
  }
  give_up_thing(thing, scratch);
  waiting_for_ = {};
  must_plan_ = true;
}

void Navigator::escalate(const NavigatorInput& input, const Place& here, core::BodyId ahead,
                         NavigatorScratch& scratch) {
  ++counters_.attempts;
  if (progress_.attempt == Attempt::Reroute) block_people(input, here, scratch);
  if (progress_.attempt == Attempt::GiveWay) plan_retreat(input, here, ahead, scratch);
  if (progress_.attempt == Attempt::GiveUp) {
    status_ = NavStatus::GaveUp;
    reason_ = ahead.valid() ? NavReason::Person : NavReason::NoProgress;
  }
}

NavigatorOutput Navigator::move(const NavigatorInput& input, const Place& here, const FollowWish& wish, double facing,
                                NavHints hints, bool gives) {
  AvoidanceInput ask;
  ask.position = here.at;
  ask.layer = here.layer;
  ask.velocity = input.velocity;
  ask.wanted = wish.velocity;
  ask.straight = wish.straight;
  ask.max_speed = settings_.follow.max_speed;
  ask.wall_radius = hints.side_step ? settings_.body.side_radius : settings_.body.radius;
  ask.dt = input.dt;
  ask.right_bias = progress_.attempt == Attempt::OtherSide ? -1.0 : 1.0;
  ask.self = input.self;
  ask.invited_by = goal_.person;
  AvoidanceResult choice = avoid(map_, input.people, ask, settings_.avoidance);
  ahead_ = choice.ahead;
  const bool standing = glm::length(wish.velocity) < 1e-6;
  if (standing) {
    choice.velocity = make_room(input.people, ask, settings_.avoidance, settings_.follow.side_speed);
    hints.makes_room = glm::dot(choice.velocity, choice.velocity) > 0.0;
  } else {
    choice.velocity += leave_space(input.people, ask, settings_.avoidance, settings_.follow.side_speed);
  }
  const bool backing = standing || gives || progress_.attempt == Attempt::GiveWay;
  // People look where they go.
  if (!backing && !hints.side_step && glm::length(choice.velocity) > 0.2) facing = yaw_of(choice.velocity);
  Vec2 velocity = accelerate(input.velocity, choice.velocity, input.dt, settings_.follow);
  const double speed = glm::length(velocity);
  if (speed > 1e-9) {
    const double most = speed_limit(settings_.follow, yaw_of(velocity) - input.facing, backing);
    if (speed > most) velocity *= most / speed;
  }
  velocity = hold_apart(map_, input.people, ask, settings_.avoidance, velocity);

  NavigatorOutput out;
  out.velocity = velocity;
  out.facing = turn(input.facing, facing, turn_rate_, input.dt, settings_.follow);
  out.turn_rate = turn_rate_;
  hints.back_up =
      glm::length(velocity) > 0.1 && glm::dot(velocity, direction_of(out.facing)) < -0.7 * glm::length(velocity);
  hints.turn_in_place = glm::length(velocity) < 0.25 && std::abs(math::wrap_angle(facing - input.facing)) > 0.5;
  out.hints = hints;
  out.status = status_;
  out.reason = reason_;
  out.attempt = progress_.attempt;
  return out;
}

NavigatorOutput Navigator::stand(const NavigatorInput& input, const Place& here) {
  return move(input, here, {}, has_goal_ && goal_.facing ? *goal_.facing : input.facing, {}, false);
}

NavigatorOutput Navigator::step(const NavigatorInput& input, NavigatorScratch& scratch) {
  const Place here{{input.position.x, input.position.z}, map_.layer_at(input.position)};
  age_blockers(input.dt, scratch);
  if (makes_way(input, here, scratch)) return step_aside(input, here);
  if (!has_goal_) return stand(input, here);
  if (is_there(here)) {
    NavigatorOutput out = stand(input, here);
    const double error = goal_.facing ? std::abs(math::wrap_angle(*goal_.facing - input.facing)) : 0.0;
    // Where others stand too, making room for them is standing as well.
    const double still = out.hints.makes_room ? settings_.follow.side_speed : kStandStill;
    if (status_ != NavStatus::Arrived && glm::length(out.velocity) < still && error < kFacingError) {
      status_ = NavStatus::Arrived;
      reason_ = goal_occupied_ ? NavReason::GoalOccupied : NavReason::None;
      restart(progress_, false);
    }
    out.status = status_;
    out.reason = reason_;
    return out;
  }
  if (status_ == NavStatus::Arrived) {  // pushed away
    status_ = NavStatus::Walking;
    must_plan_ = true;
  }
  if (needs_plan(here, input.tick)) plan(here, input.tick, scratch);
  if (status_ == NavStatus::GaveUp || path_.empty()) return stand(input, here);

  FollowSettings pace = settings_.follow;
  if (goal_.speed > 0.0) pace.speed = std::min(goal_.speed, pace.max_speed);
  const FollowWish wish = follow(map_, path_, place_, here.at, pace);
  Vec2 wanted = wish.velocity;
  NavHints hints;
  look_ahead(hints);
  const Vec2 way = wanted;
  if (status_ == NavStatus::Waiting) status_ = NavStatus::Walking, reason_ = NavReason::None;
  wait_for_things(input, hints, wanted, scratch);
  double facing = glm::length(wanted) > 0.05 ? yaw_of(wanted) : input.facing;
  if (hints.side_step) {
    // Shoulders along the way: across it by a quarter turn, to the side that is nearer.
    const double across = yaw_of(way) + (math::wrap_angle(input.facing - yaw_of(way)) >= 0.0 ? 0.5 : -0.5) * math::kPi;
    facing = across;
    const double most = pace.side_speed, speed = glm::length(wanted);
    if (speed > most) wanted *= most / speed;
    if (std::abs(math::wrap_angle(across - input.facing)) > 0.3) wanted = Vec2(0.0);
  }
  const bool gives = gives_precedence(input, here, wanted);
  if (gives) facing = yaw_of(way);
  const double left = remaining(path_, place_);
  const Attempt before = progress_.attempt;
  // Who queues behind others is patient.
  const double dt = queues(input, way) ? kQueueing * input.dt : input.dt;
  watch(progress_, {left, here.at, !gives && glm::length(wanted) > 0.1, ahead_.valid(), ahead_ < input.self, dt},
        settings_.progress);
  if (progress_.attempt != before && progress_.attempt != Attempt::None) escalate(input, here, ahead_, scratch);
  if (progress_.attempt == Attempt::Wait && !gives) wanted = Vec2(0.0);
  if (progress_.attempt == Attempt::GiveWay && !gives) {
    const double speed = glm::length(way);
    wanted = speed > 1e-6 ? -way * (pace.back_speed / speed) : Vec2(0.0);
    facing = input.facing;
    if (!retreat_.empty()) {
      wanted = follow(map_, retreat_, retreat_place_, here.at, pace).velocity;
      if (remaining(retreat_, retreat_place_) > kTurnRound) facing = yaw_of(wanted);
    }
  }
  if (progress_.attempt == Attempt::Ask) hints.ask = ahead_;
  NavigatorOutput out = move(input, here, {wanted, wish.straight}, facing, hints, gives);
  out.left = left;
  if (out.status == NavStatus::Walking && (gives || (ahead_.valid() && progress_.attempt != Attempt::None))) {
    out.status = NavStatus::Waiting;
    out.reason = NavReason::Person;
  }
  return out;
}

std::vector<Vec3> Navigator::path_points() const {
  std::vector<Vec3> points;
  for (const PathPoint& point : path_.points) {
    const float height = floor_->height(map_.frame().cell_at(point.at, point.layer));
    points.push_back({point.at.x, height == kNoFloor ? 0.0 : static_cast<double>(height), point.at.y});
  }
  return points;
}

void Navigator::visit(core::Archive& archive) {
  std::vector<Obstacle> obstacles;
  std::vector<std::uint8_t> in_vain;
  for (const Known& known : known_) {
    obstacles.push_back(known.obstacle);
    in_vain.push_back(known.in_vain);
  }
  archive.field("obstacles", obstacles);
  archive.field("in_vain", in_vain);
  archive.field("blockers", blockers_);
  archive.field("goal", goal_);
  archive.field("has_goal", has_goal_);
  archive.field("goal_occupied", goal_occupied_);
  archive.field("route", route_);
  archive.field("path", path_);
  archive.field("place", place_);
  archive.field("necks", necks_);
  archive.field("straits", straits_);
  archive.field("retreat", retreat_);
  archive.field("retreat_place", retreat_place_);
  archive.field("retreat_from", retreat_from_.value);
  archive.field("retreat_heading", retreat_heading_);
  archive.field("retreat_time", retreat_time_);
  archive.field("progress", progress_);
  archive.field("status", status_);
  archive.field("reason", reason_);
  archive.field("turn_rate", turn_rate_);
  archive.field("must_plan", must_plan_);
  archive.field("next_plan", next_plan_);
  archive.field("waiting_for", waiting_for_.value);
  archive.field("waiting_time", waiting_time_);
  archive.field("ahead", ahead_.value);
  archive.field("searches", counters_.searches);
  archive.field("kept", counters_.kept);
  archive.field("attempts", counters_.attempts);
  if (!archive.is_loading() || !archive.ok()) return;
  known_.clear();
  in_vain.resize(obstacles.size());
  for (std::size_t i = 0; i < obstacles.size(); ++i) known_.push_back({obstacles[i], {}, in_vain[i]});
  rebuild();
}

}  // namespace fh::planning
