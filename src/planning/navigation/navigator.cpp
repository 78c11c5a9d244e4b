#include "planning/navigation/navigator.h"

#include <algorithm>

namespace fh::planning {
namespace {

constexpr double kStandStill = 0.05;   // m/s
constexpr double kFacingError = 0.09;  // rad: 5 degrees
constexpr double kQueueing = 0.35;     // of the time that others count as stuck

}  // namespace

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

bool Navigator::is_there(const Spot& here) const {
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

void Navigator::escalate(const NavigatorInput& input, const Spot& here, core::BodyId ahead, NavigatorScratch& scratch) {
  ++counters_.attempts;
  if (progress_.attempt == Attempt::Reroute) block_people(input, here, scratch);
  if (progress_.attempt == Attempt::GiveWay) plan_retreat(input, here, ahead, scratch);
  if (progress_.attempt == Attempt::GiveUp) {
    status_ = NavStatus::GaveUp;
    reason_ = ahead.valid() ? NavReason::Person : NavReason::NoProgress;
  }
}

NavigatorOutput Navigator::move(const NavigatorInput& input, const Spot& here, const FollowWish& wish, double facing,
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

NavigatorOutput Navigator::stand(const NavigatorInput& input, const Spot& here) {
  return move(input, here, {}, has_goal_ && goal_.facing ? *goal_.facing : input.facing, {}, false);
}

NavigatorOutput Navigator::arrive(const NavigatorInput& input, const Spot& here) {
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

double Navigator::side_step(const NavigatorInput& input, const Vec2& way, Vec2& wanted) const {
  // Shoulders along the way: across it by a quarter turn, to the side that is nearer.
  const double across = yaw_of(way) + (math::wrap_angle(input.facing - yaw_of(way)) >= 0.0 ? 0.5 : -0.5) * math::kPi;
  const double most = settings_.follow.side_speed, speed = glm::length(wanted);
  if (speed > most) wanted *= most / speed;
  if (std::abs(math::wrap_angle(across - input.facing)) > 0.3) wanted = Vec2(0.0);
  return across;
}

double Navigator::back_off(const NavigatorInput& input, const Spot& here, const FollowSettings& pace, const Vec2& way,
                           Vec2& wanted) {
  const double speed = glm::length(way);
  wanted = speed > 1e-6 ? -way * (pace.back_speed / speed) : Vec2(0.0);
  if (retreat_.empty()) return input.facing;
  wanted = follow(map_, retreat_, retreat_place_, here.at, pace).velocity;
  return remaining(retreat_, retreat_place_) > kTurnRound ? yaw_of(wanted) : input.facing;
}

NavigatorOutput Navigator::walk(const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch) {
  FollowSettings pace = settings_.follow;
  if (goal_.speed > 0.0) pace.speed = std::min(goal_.speed, pace.max_speed);
  const FollowWish wish = follow(map_, path_, place_, here.at, pace);
  const Vec2 way = wish.velocity;
  Vec2 wanted = way;
  NavHints hints;
  look_ahead(hints);
  if (status_ == NavStatus::Waiting) status_ = NavStatus::Walking, reason_ = NavReason::None;
  wait_for_things(input, hints, wanted, scratch);
  double facing = glm::length(wanted) > 0.05 ? yaw_of(wanted) : input.facing;
  if (hints.side_step) facing = side_step(input, way, wanted);
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
  if (progress_.attempt == Attempt::GiveWay && !gives) facing = back_off(input, here, pace, way, wanted);
  if (progress_.attempt == Attempt::Ask) hints.ask = ahead_;
  NavigatorOutput out = move(input, here, {wanted, wish.straight}, facing, hints, gives);
  out.left = left;
  if (out.status == NavStatus::Walking && (gives || (ahead_.valid() && progress_.attempt != Attempt::None))) {
    out.status = NavStatus::Waiting;
    out.reason = NavReason::Person;
  }
  return out;
}

NavigatorOutput Navigator::step(const NavigatorInput& input, NavigatorScratch& scratch) {
  const Spot here{{input.position.x, input.position.z}, map_.layer_at(input.position)};
  age_blockers(input.dt, scratch);
  if (makes_way(input, here, scratch)) return step_aside(input, here);
  if (!has_goal_) return stand(input, here);
  if (is_there(here)) return arrive(input, here);
  if (status_ == NavStatus::Arrived) {  // pushed away
    status_ = NavStatus::Walking;
    must_plan_ = true;
  }
  if (needs_plan(here, input.tick)) plan(here, input.tick, scratch);
  if (status_ == NavStatus::GaveUp || path_.empty()) return stand(input, here);
  return walk(input, here, scratch);
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
  obstacles.reserve(known_.size());
  in_vain.reserve(known_.size());
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
