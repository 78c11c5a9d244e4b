// The navigator's plans: where to stand for a goal, when to search, and the path that comes of it.
#include <algorithm>

#include "planning/navigation/navigator.h"

namespace fh::planning {
namespace {

constexpr double kGoalSearch = 3.0;  // m around an occupied goal

}  // namespace

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

void Navigator::plan(const Spot& here, std::uint64_t tick, NavigatorScratch& scratch) {
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

bool Navigator::needs_plan(const Spot& here, std::uint64_t tick) const {
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

}  // namespace fh::planning
