// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/navigator.h"

#include <algorithm>

#include "planning/navigation/navigator_stages.h"

namespace fh::planning {

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

Navigator::Navigator(const FloorPlan& floor, const SolidLibrary& solids, const NavigatorSettings& settings)
    : data_{&floor, &solids, settings, WalkMap(floor, settings.body, settings.costs), {}} {}

void Navigator::set_obstacles(std::span<const Obstacle> obstacles, NavigatorScratch& scratch) {
  planning::set_obstacles(data_, obstacles, scratch);
}

void Navigator::forget_ground(const Vec3& start) {
  planning::forget_ground(data_, start);
}

void Navigator::learn_ground(const SeenGround& seen, const Vec3& position, NavigatorScratch& scratch) {
  planning::learn_ground(data_, seen, position, scratch);
}

void Navigator::go_to(const Goal& goal) {
  NavigatorState& state = data_.state;
  const Goal& old = state.goal;
  if (state.has_goal && state.status != NavStatus::GaveUp && goal.points == old.points && goal.radius == old.radius &&
      goal.facing == old.facing && goal.person == old.person) {
    state.goal.speed = goal.speed;
    return;
  }
  state.goal = goal;
  state.has_goal = !goal.points.empty();
  state.must_plan = state.has_goal;
  state.next_plan = 0;
  state.route = {};
  state.path = {};
  state.necks.clear();
  state.straits.clear();
  state.place = {};
  state.turn_left = 1e9;
  state.turn_held = 0.0;
  restart(state.progress, false);
  state.status = state.has_goal ? NavStatus::Walking : NavStatus::Idle;
  state.reason = NavReason::None;
}

void Navigator::stop() {
  go_to({});
}

NavigatorOutput Navigator::step(const NavigatorInput& input, NavigatorScratch& scratch) {
  Steering s;
  // Map: where the body is; people who counted as obstacles for long enough are taken off the map.
  perceive(data_, input, scratch, s);
  // Plan: out of somebody's way, standing, arrived or walking; a route is searched when there is none that holds.
  choose_course(data_, input, scratch, s);
  // Follow: the velocity along the path, or along the retreat, as if nobody else were there.
  follow_course(data_, input, s);
  // Manners: waits for doors, turns its shoulders into gaps, lets others go first at necks.
  take_precedence(data_, input, scratch, s);
  // Progress: a body without headway makes an attempt: waits, backs off, goes round, asks, gives up.
  escalate_jam(data_, input, scratch, s);
  // Avoid: the best velocity among the people and walls near.
  avoid_people(data_, input, s);
  // Limit: accelerations, speeds by direction, and no step into a person or wall.
  limit_motion(data_, input, s);
  // Report: arrival, and what the body waits for.
  return report(data_, input, s);
}

const Neck* Navigator::neck_ahead() const {
  const NavigatorState& state = data_.state;
  const double done = state.path.length() - remaining(state.path, state.place);
  return state.has_goal ? next_neck(state.necks, done, data_.settings.right_of_way.look) : nullptr;
}

std::optional<Vec3> Navigator::unseen_ahead() const {
  constexpr double kRange = 2.5;  // m
  const NavigatorState& state = data_.state;
  if (state.ground_seen.empty() || !state.has_goal || state.path.empty()) return {};
  const double most = std::min(kRange, remaining(state.path, state.place));
  for (double ahead = 0.0; ahead < most; ahead += data_.map.frame().cell) {
    const PathPoint point = point_at(state.path, advanced(state.path, state.place, ahead));
    const CellIndex cell = data_.map.frame().cell_at(point.at, point.layer);
    if (is_ground_known(state, cell)) continue;
    const float height = data_.floor->height(data_.map.frame().cell_at(state.path.points.front().at, point.layer));
    return Vec3(point.at.x, height == kNoFloor ? 0.0 : static_cast<double>(height), point.at.y);
  }
  return {};
}

std::vector<Vec3> Navigator::path_points() const {
  std::vector<Vec3> points;
  for (const PathPoint& point : path().points) {
    const float height = data_.floor->height(data_.map.frame().cell_at(point.at, point.layer));
    points.push_back({point.at.x, height == kNoFloor ? 0.0 : static_cast<double>(height), point.at.y});
  }
  return points;
}

void Goal::visit(core::Archive& archive) {
  archive.field("points", points);
  archive.field("radius", radius);
  archive.field("facing", facing);
  archive.field("person", person.value);
  archive.field("speed", speed);
}

namespace {

/// The grids of all obstacles, as plain numbers.
void visit_pieces(core::Archive& archive, std::vector<scene::PieceGrid>& pieces) {
  std::vector<double> places;
  std::vector<std::int32_t> counts;
  for (const scene::PieceGrid& grid : pieces) {
    places.insert(places.end(), {grid.low.x, grid.low.y, grid.edge.x, grid.edge.y});
    counts.insert(counts.end(), {grid.columns, grid.rows});
  }
  archive.field("piece_places", places);
  archive.field("piece_counts", counts);
  if (!archive.is_loading()) return;
  pieces.assign(std::min(places.size() / 4, counts.size() / 2), {});
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    pieces[i].low = {places[4 * i], places[4 * i + 1]};
    pieces[i].edge = {places[4 * i + 2], places[4 * i + 3]};
    pieces[i].columns = counts[2 * i];
    pieces[i].rows = counts[2 * i + 1];
    const bool fine = pieces[i].columns > 0 && pieces[i].rows > 0 && pieces[i].columns <= scene::PieceGrid::kMost &&
                      pieces[i].rows <= scene::PieceGrid::kMost && pieces[i].count() <= scene::PieceGrid::kMost &&
                      pieces[i].edge.x > 0.0 && pieces[i].edge.y > 0.0;
    if (!fine) archive.reject();
  }
}

}  // namespace

void NavigatorState::visit_ground(core::Archive& archive, std::vector<Obstacle>& obstacles) {
  std::vector<std::uint32_t> unseen(known.size(), 0);
  for (std::size_t i = 0; i < known.size(); ++i) unseen[i] = known[i].obstacle.unseen;
  std::vector<scene::PieceGrid> pieces;
  for (const KnownObstacle& one : known) pieces.push_back(one.obstacle.pieces);
  archive.field("unseen", unseen);
  visit_pieces(archive, pieces);
  archive.field("home", home);
  archive.field("exploring", exploring);
  archive.field("saw_more", saw_more);
  unseen.resize(obstacles.size());
  pieces.resize(obstacles.size());
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    obstacles[i].unseen = unseen[i];
    obstacles[i].pieces = pieces[i];
  }
}

void NavigatorState::visit(core::Archive& archive) {
  std::vector<Obstacle> obstacles;
  std::vector<std::uint8_t> in_vain;
  obstacles.reserve(known.size());
  in_vain.reserve(known.size());
  for (const KnownObstacle& one : known) {
    obstacles.push_back(one.obstacle);
    in_vain.push_back(one.in_vain);
  }
  archive.field("obstacles", obstacles);
  archive.field("in_vain", in_vain);
  archive.field("blockers", blockers);
  archive.field("ground_seen", ground_seen);
  if (!ground_seen.empty()) visit_ground(archive, obstacles);
  archive.field("goal", goal);
  archive.field("has_goal", has_goal);
  archive.field("goal_occupied", goal_occupied);
  archive.field("route", route);
  archive.field("path", path);
  archive.field("place", place);
  archive.field("necks", necks);
  archive.field("straits", straits);
  archive.field("retreat", retreat);
  archive.field("retreat_place", retreat_place);
  archive.field("retreat_from", retreat_from.value);
  archive.field("retreat_heading", retreat_heading);
  archive.field("retreat_time", retreat_time);
  archive.field("progress", progress);
  archive.field("status", status);
  archive.field("reason", reason);
  archive.field("turn_rate", turn_rate);
  archive.field("turn_left", turn_left);
  archive.field("turn_held", turn_held);
  archive.field("must_plan", must_plan);
  archive.field("next_plan", next_plan);
  archive.field("waiting_for", waiting_for.value);
  archive.field("waiting_time", waiting_time);
  archive.field("leaf_before", leaf_before);
  archive.field("push_way", push_way);
  archive.field("push_from", push_from);
  archive.field("ahead", ahead.value);
  archive.field("searches", counters.searches);
  archive.field("kept", counters.kept);
  archive.field("attempts", counters.attempts);
  if (!archive.is_loading() || !archive.ok()) return;
  known.clear();
  in_vain.resize(obstacles.size());
  for (std::size_t i = 0; i < obstacles.size(); ++i) known.push_back({obstacles[i], {}, in_vain[i]});
}

void Navigator::visit(core::Archive& archive) {
  data_.state.visit(archive);
  if (archive.is_loading() && archive.ok()) rebuild_map(data_);
}

}  // namespace fh::planning
