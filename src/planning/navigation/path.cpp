// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/path.h"

#include <algorithm>

namespace fh::planning {
namespace {

/// The farthest point of a -> b, seen from b's side, that `eye` can go to straight; by bisection.
Vec2 pull_along(const WalkMap& map, const Vec2& eye, const Vec2& seen, const Vec2& hidden, int layer, double radius) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 5; ++i) {
    const double middle = 0.5 * (low + high);
    (map.is_clear(eye, seen + (hidden - seen) * middle, layer, radius) ? low : high) = middle;
  }
  return seen + (hidden - seen) * low;
}

/// Moves a corner away from what it turns around, as far as comfort and the two legs allow.
void give_room(const WalkMap& map, const Vec2& before, Vec2& corner, const Vec2& after, int layer, double comfort) {
  const double radius = map.body().radius, step = 0.5 * map.frame().cell;
  Vec2 moved = corner;
  for (int i = 0; i < 8 && map.distance().clearance(moved, layer) < radius + comfort; ++i) {
    const Vec2 next = moved + step * map.distance().away(moved, layer);
    if (map.distance().clearance(next, layer) <= map.distance().clearance(moved, layer)) break;
    moved = next;
  }
  if (moved == corner) return;
  if (map.is_clear(before, moved, layer) && map.is_clear(moved, after, layer)) corner = moved;
}

}  // namespace

double Path::length() const {
  double sum = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) sum += glm::length(points[i].at - points[i - 1].at);
  return sum;
}

void make_path(const WalkMap& map, std::span<const CellIndex> route, const Vec2& from, const Vec2& to,
               const SmoothSettings& settings, Path& path) {
  path.points.clear();
  if (route.empty()) return;
  const GridFrame& frame = map.frame();
  const double radius = map.body().radius;
  // The grid's corners, with the true ends. A start pressed against something is kept: the follower leaves it first.
  std::vector<PathPoint>& points = path.points;
  points.push_back({from, frame.layer_of(route.front())});
  for (std::size_t i = 1; i < route.size(); ++i) {
    points.push_back({frame.centre(route[i]), frame.layer_of(route[i])});
  }
  const PathPoint end{to, frame.layer_of(route.back())};
  if (frame.cell_at(to, end.layer) == route.back()) {
    // The goal may be nearer to a wall than a body can stand: go as near as it can.
    if (map.distance().clearance(to, end.layer) >= radius || route.size() == 1) {
      (route.size() == 1 ? points.emplace_back() : points.back()) = end;
    }
  }
  // Tight string: a corner stays only where the next one cannot be seen from the last kept.
  std::size_t kept = 0;
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const PathPoint& eye = points[kept];
    const PathPoint& next = points[i + 1];
    if (eye.layer == next.layer && map.is_clear(eye.at, next.at, eye.layer, radius)) continue;
    points[++kept] = points[i];
  }
  if (points.size() > 1) points[++kept] = points.back();
  points.resize(kept + 1);
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const int layer = points[i].layer;
    if (points[i - 1].layer != layer || points[i + 1].layer != layer) continue;
    if (map.weight(frame.cell_at(points[i].at, layer)) > 1) continue;
    Vec2& corner = points[i].at;
    // Slide the corner along the leg to the next point, then room for comfort.
    if (map.is_clear(points[i - 1].at, corner, layer, radius)) {
      const Vec2 pulled = pull_along(map, points[i - 1].at, corner, points[i + 1].at, layer, radius);
      if (map.is_clear(pulled, points[i + 1].at, layer, radius)) corner = pulled;
    }
    give_room(map, points[i - 1].at, corner, points[i + 1].at, layer, settings.comfort);
  }
}

PathPoint point_at(const Path& path, const PathPlace& place) {
  const auto leg = static_cast<std::size_t>(place.leg);
  if (leg + 1 >= path.points.size()) return path.points.back();
  const PathPoint &a = path.points[leg], &b = path.points[leg + 1];
  const double length = glm::length(b.at - a.at);
  const double t = length > 1e-9 ? math::clamp(place.along / length, 0.0, 1.0) : 1.0;
  return {a.at + t * (b.at - a.at), t < 1.0 ? a.layer : b.layer};
}

PathPlace advanced(const Path& path, const PathPlace& from, double metres) {
  PathPlace place = from;
  place.along += metres;
  while (static_cast<std::size_t>(place.leg) + 2 < path.points.size()) {
    const auto leg = static_cast<std::size_t>(place.leg);
    const double length = glm::length(path.points[leg + 1].at - path.points[leg].at);
    if (place.along <= length) break;
    place.along -= length;
    ++place.leg;
  }
  return place;
}

PathPlace nearest_place(const Path& path, const PathPlace& from, const Vec2& point, double window) {
  PathPlace best = from;
  double best_squared = 1e300, left = window;
  for (std::size_t leg = static_cast<std::size_t>(from.leg); leg + 1 < path.points.size() && left > 0.0; ++leg) {
    const Vec2 a = path.points[leg].at, along = path.points[leg + 1].at - a;
    const double length = glm::length(along);
    const double first = leg == static_cast<std::size_t>(from.leg) ? std::min(from.along, length) : 0.0;
    const double last = std::min(length, first + left);
    const double at = length > 1e-9 ? math::clamp(glm::dot(point - a, along) / length, first, last) : 0.0;
    const Vec2 off = point - (length > 1e-9 ? a + along * (at / length) : a);
    const double squared = glm::dot(off, off);
    if (squared < best_squared) {
      best_squared = squared;
      best = {static_cast<std::int32_t>(leg), at};
    }
    left -= last - first;
    if (length <= 1e-9) left -= 1e-6;
  }
  return best;
}

double remaining(const Path& path, const PathPlace& place) {
  double sum = -place.along;
  for (std::size_t leg = static_cast<std::size_t>(place.leg); leg + 1 < path.points.size(); ++leg) {
    sum += glm::length(path.points[leg + 1].at - path.points[leg].at);
  }
  return std::max(sum, 0.0);
}

}  // namespace fh::planning
