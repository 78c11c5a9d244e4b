#include "planning/right_of_way.h"

#include <algorithm>

#include "planning/follow.h"

namespace fh::planning {
namespace {

/// Any fixed direction will do that no building is aligned with: the sign along it tells the two ways through a neck.
constexpr Vec2 kCompass{0.938, 0.347};

constexpr double kAround = 2.5;  // m: who is nearer to a neck takes part in its traffic

bool comes_against(const PerceivedPerson& person, const Neck& neck) {
  const Vec2 offset = Vec2(person.position.x, person.position.z) - neck.at;
  const double beyond = glm::dot(offset, neck.direction);
  if (beyond < -0.5 || glm::dot(offset, offset) > kAround * kAround) return false;
  const double speed = glm::length(person.velocity);
  const Vec2 heading = speed > 0.3 ? person.velocity / speed : direction_of(person.facing);
  if (!person.yields && speed < 0.3) return false;  // a user who stands is no stream
  if (glm::dot(heading, neck.direction) > -0.3) return false;
  // Towards the neck, not just past it.
  return beyond < 0.5 || glm::dot(heading, offset) < 0.0;
}

/// Metres from a point of the path to the wall on one side, at most 1.5 (sphere tracing).
double room_towards(const WalkMap& map, const PathPoint& point, const Vec2& direction) {
  double gone = 0.0;
  for (int i = 0; i < 16 && gone < 1.5; ++i) {
    const double room = map.distance().clearance(point.at + direction * gone, point.layer);
    if (room < 0.03) break;
    gone += room;
  }
  return gone;
}

}  // namespace

std::optional<Neck> find_neck(const WalkMap& map, const Path& path, const PathPlace& place,
                              const RightOfWaySettings& settings) {
  const double step = 0.1;
  Neck neck;
  neck.width = settings.neck;
  bool found = false;
  for (double ahead = 0.0; ahead <= settings.look; ahead += step) {
    const PathPoint point = point_at(path, advanced(path, place, ahead));
    if (map.distance().clearance(point.at, point.layer) >= 0.5 * neck.width) continue;
    const Vec2 before = point_at(path, advanced(path, place, std::max(ahead - 0.2, 0.0))).at;
    const Vec2 along = point_at(path, advanced(path, place, ahead + 0.2)).at - before;
    const double length = glm::length(along);
    if (length < 1e-6) continue;
    const Vec2 across{-along.y / length, along.x / length};
    const double width = room_towards(map, point, across) + room_towards(map, point, -across);
    if (width >= neck.width - 0.05) continue;
    neck.width = width;
    neck.at = point.at;
    neck.ahead = ahead;
    neck.direction = along / length;
    found = true;
  }
  return found ? std::optional(neck) : std::nullopt;
}

std::optional<Vec2> stand_back(const Neck& neck, const Vec2& position, std::span<const PerceivedPerson> people,
                               double time, const RightOfWaySettings& settings) {
  if (neck.ahead < settings.commit) return std::nullopt;
  const bool first = glm::dot(neck.direction, kCompass) > 0.0;
  const bool turn_of_first = static_cast<std::int64_t>(time / settings.turn) % 2 == 0;
  if (first == turn_of_first) return std::nullopt;
  bool against = false;
  int around = 0;
  for (const PerceivedPerson& person : people) {
    const Vec2 offset = Vec2(person.position.x, person.position.z) - neck.at;
    around += glm::dot(offset, offset) < kAround * kAround;
    against = against || comes_against(person, neck);
  }
  if (!against || (around == 1 && neck.width > settings.single)) return std::nullopt;
  const Vec2 right{-neck.direction.y, neck.direction.x};
  const Vec2 offset = position - neck.at;
  const double back = -glm::dot(offset, neck.direction);
  // Far enough already: stay. Else back and to the right, so that who comes out has the left half of the way.
  if (back > settings.stand_back) return Vec2(0.0);
  const double aside = glm::dot(offset, right);
  Vec2 away = -neck.direction + right * math::clamp(1.0 - aside, 0.0, 1.0);
  return away / glm::length(away);
}

}  // namespace fh::planning
