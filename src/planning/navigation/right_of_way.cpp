// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/right_of_way.h"

#include <algorithm>
#include <array>

#include "math/trig.h"
#include "planning/navigation/path_follower.h"

namespace fh::planning {
namespace {

/// Any fixed direction will do that no building is aligned with: the sign along it tells the two ways through a neck.
constexpr Vec2 kCompass{0.938, 0.347};

// Tuned: doors of docs/measurements/planning.md; asserted by test_courtesy, test_crowd (doors, corridors) and
// test_evacuation.
constexpr double kAround = 2.5;   // m: nearer people take part in a neck's traffic
constexpr double kQueue = 5.0;    // m: farther away, an agent does not wait for it yet
constexpr double kRim = 0.3;      // m before and after a neck that belong to it: half a body
constexpr double kEqual = 0.4;    // m
constexpr double kStill = 0.1;    // m/s
constexpr double kPressed = 0.9;  // m between two agents that block each other
constexpr double kHurry = 1.0;    // m/s at which the neck must be reached before the turn ends
constexpr double kWaiting = 0.8;  // m: a half disc of this radius, times the root of the people in it, is loose enough
constexpr double kComing = 4.0;   // m from which a user is waited for
constexpr double kStep = 0.1;     // m of path between two measurements
constexpr double kThrough = 1.0;  // m that the way through a neck goes on at least, either way
constexpr double kOpen = 1.5;     // m: walls farther away make no neck
constexpr double kGraze = 0.1;    // m: a ray this near to a wall meets it, lest it slips past the edge of a thin one
constexpr double kAlong = 0.5;    // cosine between two that go the same direction
constexpr int kRays = 11;         // to either side, every 15 degrees

/// What goes on at a neck, seen by an agent that wants to pass it.
struct Traffic {
  int around = 0;        // people near it
  int before = 0;        // people on this side who want the same and are nearer
  bool against = false;  // somebody comes through or waits to come through
  bool inside = false;   // and is in it now
  bool farther = false;  // and has come farther through than this agent
};

/// Where somebody wants to go: where they walk, or where they look while they stand or back off. Users back off for
/// nobody: they go where they go.
Vec2 heading_of(const PerceivedPerson& person) {
  const double speed = glm::length(person.velocity);
  const Vec2 gaze = direction_of(person.facing);
  if (!person.yields && speed > 0.3) return person.velocity / speed;
  return speed > 0.3 && glm::dot(person.velocity, gaze) > -0.5 * speed ? person.velocity / speed : gaze;
}

/// Whether the other has come farther through a neck than this agent; equally far, the lower id has. Each measures from
/// its own end, so that nearly equal must count as equal, else both would go back.
bool has_come_farther(const PerceivedPerson& other, double theirs, core::BodyId self, double own) {
  if (!other.yields) return true;
  return std::abs(theirs - own) < kEqual ? other.id < self : theirs > own;
}

/// Stands there with nobody in their way: no traffic, but somebody to be walked round or asked.
bool idles(const PerceivedPerson& person, std::span<const PerceivedPerson> people) {
  if (glm::length(person.velocity) > kStill) return false;
  for (const PerceivedPerson& other : people) {
    const Vec2 off(other.position.x - person.position.x, other.position.z - person.position.z);
    if (other.id != person.id && glm::dot(off, off) < kPressed * kPressed) return false;
  }
  return true;
}

Traffic traffic_at(const Neck& neck, const WayfarerState& self, std::span<const PerceivedPerson> people) {
  const Vec2 own = self.position - neck.entry, across{-neck.direction.y, neck.direction.x};
  const double own_distance = glm::length(own), own_way = glm::dot(own, neck.direction);
  const double length = neck.to - neck.from;
  Traffic traffic;
  for (const PerceivedPerson& person : people) {
    if (!person.yields && glm::length(person.velocity) < 0.3) continue;  // a user who stands is no stream
    const Vec2 offset = Vec2(person.position.x, person.position.z) - neck.entry;
    const double way = glm::dot(offset, neck.direction), distance = glm::length(offset);
    const Vec2 heading = heading_of(person);
    if (way < -kRim) {
      traffic.around += distance < kAround;
      traffic.before += distance < std::min(own_distance, kQueue) && glm::dot(heading, offset) < 0.0;
      continue;
    }
    const double beyond = std::max(way - length, 0.0), aside = std::abs(glm::dot(offset, across));
    if (beyond * beyond + aside * aside > kAround * kAround) continue;
    ++traffic.around;
    if (glm::dot(heading, neck.direction) > -0.3) continue;
    const bool inside = beyond < kRim && aside < 0.5 * neck.width + 0.1;
    if (inside ? idles(person, people) : beyond <= 0.0) continue;  // beside the neck is this side of it
    // Towards the neck, not just past it.
    traffic.against |= inside || glm::dot(heading, offset - neck.direction * length) < 0.0;
    traffic.inside |= inside;
    traffic.farther |= inside && has_come_farther(person, length - way, self.self, own_way);
  }
  return traffic;
}

/// Metres from a point to the wall in a direction, at most 1.5 (sphere tracing).
double room_towards(const WalkMap& map, const PathPoint& point, const Vec2& direction) {
  double gone = 0.0;
  for (int i = 0; i < 16 && gone < kOpen; ++i) {
    const double room = map.distance().clearance(point.at + direction * gone, point.layer);
    gone += room;
    if (room < kGraze) break;
  }
  return std::min(gone, kOpen);
}

/// What stands to the left and to the right of a point of the path, and the line between.
struct Chord {
  double width = 1e9;   // m
  Vec2 direction{0.0};  // square to it, along the path
};

/// Paths cut corners: the line between the two sides of a door may be far from square to them. The nearest wall is
/// looked for on either side by itself; the line joins what is found.
Chord chord_at(const WalkMap& map, const PathPoint& point, const Vec2& along) {
  static const std::array<math::SinCos, kRays> kFan = [] {
    std::array<math::SinCos, kRays> made{};
    for (int i = 0; i < kRays; ++i) made[static_cast<std::size_t>(i)] = math::sin_cos(math::radians(15.0 * (i + 1)));
    return made;
  }();
  Vec2 sides[2];
  for (int side = 0; side < 2; ++side) {
    double nearest = kOpen;
    for (const math::SinCos& turn : kFan) {
      const double sin = side == 0 ? turn.sin : -turn.sin;
      const Vec2 ray{along.x * turn.cos - along.y * sin, along.x * sin + along.y * turn.cos};
      const double room = room_towards(map, point, ray);
      if (room >= nearest - 1e-6) continue;
      nearest = room;
      sides[side] = ray * room;
    }
    if (nearest >= kOpen - 1e-6) return {};
  }
  const Vec2 line = sides[1] - sides[0];
  const double width = glm::length(line);
  if (width < 1e-6) return {};
  Vec2 direction{-line.y / width, line.x / width};
  if (glm::dot(direction, along) < 0.0) direction = -direction;
  // A line across the corner of a room leads nowhere.
  if (room_towards(map, point, direction) < kThrough || room_towards(map, point, -direction) < kThrough) return {};
  return {width, direction};
}

}  // namespace

void Neck::visit(core::Archive& archive) {
  archive.field("entry", entry);
  archive.field("direction", direction);
  archive.field("width", width);
  archive.field("from", from);
  archive.field("to", to);
}

void find_necks(const WalkMap& map, const Path& path, double width, std::vector<Neck>& necks) {
  necks.clear();
  const double length = path.length();
  bool open = false;  // within the last neck
  PathPlace place;
  double done = 0.0;
  while (done <= length && path.points.size() > 1) {
    const PathPoint point = point_at(path, place);
    const double room = map.distance().clearance(point.at, point.layer);
    const Vec2 along = point_at(path, advanced(path, place, 0.2)).at - point.at;
    const double ahead = glm::length(along);
    Chord chord;
    if (room < 0.5 * width && ahead > 1e-6) chord = chord_at(map, point, along / ahead);
    if (chord.width < width) {
      if (!open) necks.push_back({point.at, chord.direction, chord.width, done, done});
      Neck& neck = necks.back();
      neck.to = done;
      if (chord.width < neck.width - 0.02) {
        neck.width = chord.width;
        neck.direction = chord.direction;
      }
      open = true;
    } else if (open && done - necks.back().to > 2.0 * kStep) {
      open = false;
    }
    // Where there is room, the next neck is at least as far as the room reaches beyond it.
    const double step = open ? kStep : std::max(kStep, room - 0.5 * width);
    place = advanced(path, place, step);
    done += step;
  }
}

const Neck* next_neck(std::span<const Neck> necks, double done, double look) {
  for (const Neck& neck : necks) {
    if (neck.to + kRim < done) continue;
    return neck.from - done < look ? &neck : nullptr;
  }
  return nullptr;
}

double width_across(const WalkMap& map, const PathPoint& point, const Vec2& direction) {
  return chord_at(map, point, direction).width;
}

bool goes_along(const PerceivedPerson& person, const Vec2& way) {
  return glm::dot(heading_of(person), way) > kAlong * glm::length(way);
}

bool comes_through(const Neck& neck, const PerceivedPerson& person) {
  const Vec2 offset = Vec2(person.position.x, person.position.z) - neck.entry;
  const double length = neck.to - neck.from, way = glm::dot(offset, neck.direction);
  const double beyond = std::max(way - length, 0.0);
  const double aside = std::abs(neck.direction.x * offset.y - neck.direction.y * offset.x);
  if (way < -kRim || beyond > kComing || glm::dot(heading_of(person), neck.direction) > -0.3) return false;
  return beyond > kRim ? glm::dot(heading_of(person), offset - neck.direction * length) <
                             -0.7 * glm::length(offset - neck.direction * length)
                       : aside < 0.5 * neck.width + 0.1;
}

std::optional<Vec2> stand_back(const Neck& neck, const WayfarerState& self, std::span<const PerceivedPerson> people,
                               const RightOfWaySettings& settings) {
  const Traffic traffic = traffic_at(neck, self, people);
  if (!traffic.against || (traffic.around == 1 && neck.width > settings.single)) return std::nullopt;
  const double ahead = neck.from - self.done;
  const bool pass = neck.width > settings.single && !self.stuck;  // two pass each other
  if (ahead < settings.commit && (!traffic.farther || (ahead < kRim && pass))) return std::nullopt;
  const bool first = glm::dot(neck.direction, kCompass) > 0.0;
  const auto turns = static_cast<std::int64_t>(self.time / settings.turn);
  const double left = settings.turn * static_cast<double>(turns + 1) - self.time;
  // An agent that cannot reach the neck within the turn leaves it to the others: it is empty when theirs begins.
  const bool own_turn = first == (turns % 2 == 0) && ahead < kHurry * left;
  // The more people wait before the neck, the farther away agents stay, so that people coming out find room.
  // Those who have waited long move up between them, so that nobody is overtaken for ever.
  const double patience = math::clamp(1.0 - self.waited / settings.patience, 0.0, 1.0);
  const double loose = patience * kWaiting * math::sqrt(static_cast<double>(traffic.before));
  const double keep = own_turn ? (traffic.inside ? settings.mouth : 0.0) : settings.stand_back;
  const double least = std::max(keep, loose);
  const Vec2 right{-neck.direction.y, neck.direction.x};
  const Vec2 offset = self.position - neck.entry;
  const double way = glm::dot(offset, neck.direction);
  const bool far_enough = way < 0.0 && glm::length(offset) > least;
  if (own_turn && far_enough) return std::nullopt;
  // Far enough already: stay. Else back and to the right, so that people coming out have the left half.
  if (far_enough) return Vec2(0.0);
  if (way > -kRim) return -neck.direction;
  const double aside = glm::dot(offset, right);
  const Vec2 away = -neck.direction + right * math::clamp(1.0 - aside, 0.0, 1.0);
  return away / glm::length(away);
}

}  // namespace fh::planning
