// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/path_follower.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::planning {

Vec2 direction_of(double yaw) {
  const math::SinCos sc = math::sin_cos(yaw);
  return {-sc.sin, -sc.cos};
}

double yaw_of(const Vec2& direction) {
  return math::atan2(-direction.x, -direction.y);
}

double speed_limit(const FollowSettings& settings, double angle, bool on_purpose) {
  const double off = std::abs(math::wrap_angle(angle));
  constexpr double kForward = math::kPi / 4.0, kSide = math::kPi / 2.0;
  if (off <= kForward) return settings.max_speed;
  if (off <= kSide) {
    return settings.max_speed + (settings.side_speed - settings.max_speed) * (off - kForward) / (kSide - kForward);
  }
  const double back = on_purpose ? settings.back_speed : settings.slow_speed;
  return settings.side_speed + (back - settings.side_speed) * (off - kSide) / (math::kPi - kSide);
}

namespace {

constexpr double kWalkingPace = 1.3;  // m/s

/// The speed from which the body can still brake for the next corner; at a walking pace every corner can be taken.
double corner_speed(const Path& path, const PathPlace& place, const Vec2& position, const FollowSettings& settings) {
  const auto leg = static_cast<std::size_t>(place.leg);
  if (leg + 2 >= path.points.size()) return settings.max_speed;
  const Vec2 corner = path.points[leg + 1].at;
  const Vec2 in = corner - path.points[leg].at, out = path.points[leg + 2].at - corner;
  const double product = glm::length(in) * glm::length(out);
  if (product < 1e-9) return settings.max_speed;
  const double cosine = glm::dot(in, out) / product;
  const double through = std::max(settings.corner_speed * math::sqrt(std::max(0.5 + 0.5 * cosine, 0.0)), kWalkingPace);
  const double brake = 0.5 * settings.max_acceleration;
  return math::sqrt(through * through + 2.0 * brake * std::max(glm::length(corner - position) - 0.3, 0.0));
}

}  // namespace

PathVelocity follow(const WalkMap& map, const Path& path, PathPlace& place, const Vec2& position,
                    const FollowSettings& settings) {
  place = nearest_place(path, place, position, 1.5);
  if (path.points.size() < 2) return {};
  PathPlace ahead = advanced(path, place, settings.look_ahead);
  PathPoint target = point_at(path, ahead);
  // Pulled off the path by people, the point ahead may be behind a corner: look less far ahead.
  const double radius = std::min(map.body().radius, map.distance().clearance(position, target.layer)) - 0.02;
  for (double look = 0.5 * settings.look_ahead; look > 0.04; look *= 0.5) {
    if (map.is_clear(position, target.at, target.layer, radius)) break;
    target = point_at(path, advanced(path, place, look));
  }
  const Vec2 way = target.at - position;
  const double distance = glm::length(way);
  if (distance < 1e-6) return {};
  const double left = remaining(path, place);
  double speed = std::min(settings.speed, settings.goal_gain * std::max(left, distance));
  speed = std::min(speed, corner_speed(path, place, position, settings));
  const double leg = glm::length(path.points[static_cast<std::size_t>(place.leg) + 1].at - position);
  return {way * (speed / distance), std::max(leg, distance)};
}

double turn(double facing, double wanted, double& turn_rate, double dt, const FollowSettings& settings) {
  const double error = math::wrap_angle(wanted - facing);
  const double rate = math::clamp(settings.yaw_gain * error, -settings.max_turn_rate, settings.max_turn_rate);
  turn_rate += (1.0 - math::exp(-settings.yaw_rate_gain * dt)) * (rate - turn_rate);
  // A long step must not swing past the wanted heading.
  double step = turn_rate * dt;
  if (step * error > 0.0 && std::abs(step) > std::abs(error)) step = error;
  return math::wrap_angle(facing + step);
}

Vec2 accelerate(const Vec2& velocity, const Vec2& wanted, double dt, const FollowSettings& settings) {
  Vec2 change = (1.0 - math::exp(-settings.speed_gain * dt)) * (wanted - velocity);
  const double most = settings.max_acceleration * dt, size = glm::length(change);
  if (size > most) change *= most / size;
  return velocity + change;
}

}  // namespace fh::planning
