// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/avoidance.h"

#include <algorithm>

#include "math/trig.h"
#include "planning/navigation/half_planes.h"

namespace fh::planning {
namespace {

// Tuned: crowds of docs/measurements/planning.md; asserted by test_crowd (SQUARE, counter-flow, circle) and
// test_evacuation.
constexpr int kMostNeighbours = 16;
constexpr double kRoundabout = 4.0;  // m: nearer to the goal, going round leads past it
constexpr double kStanding = 0.5;
constexpr double kNever = 1e9;
constexpr double kSlide = 0.94;  // sine of 70 degrees
constexpr int kTraces = 12;      // steps of a sphere tracing

struct Neighbour {
  const PerceivedPerson* person;
  Vec2 offset;      // from the agent
  double distance;  // between centres
};

/// Height of the floor that the agent stands on, m.
double height_at(const WalkMap& map, const AvoidanceInput& input) {
  const float height = map.floor().height(map.frame().cell_at(input.position, input.layer));
  return height == kNoFloor ? 0.0 : height;
}

/// People of the same level by distance, nearest first; ties by id.
class Neighbours {
 public:
  /// `reach_of` tells how near a person must be to matter, m.
  template <class ReachOf>
  Neighbours(std::span<const PerceivedPerson> people, const AvoidanceInput& input, double height,
             const AvoidanceSettings& settings, ReachOf&& reach_of) {
    const int most = std::min(settings.neighbours, kMostNeighbours);
    for (const PerceivedPerson& person : people) {
      if (person.id == input.self && person.id.valid()) continue;
      if (std::abs(person.position.y - height) > 1.5) continue;
      const Vec2 offset = Vec2(person.position.x, person.position.z) - input.position;
      const double squared = glm::dot(offset, offset), reach = reach_of(person);
      if (squared <= reach * reach) insert({squared, &person}, most);
    }
    for (int i = 0; i < count; ++i) {
      const Near& one = nearest_[static_cast<std::size_t>(i)];
      items[static_cast<std::size_t>(i)] = {
          one.person, Vec2(one.person->position.x, one.person->position.z) - input.position, std::sqrt(one.squared)};
    }
  }

  std::array<Neighbour, kMostNeighbours> items;
  int count = 0;

 private:
  struct Near {
    double squared;
    const PerceivedPerson* person;
  };
  static bool before(const Near& a, const Near& b) {
    return a.squared != b.squared ? a.squared < b.squared : a.person->id < b.person->id;
  }
  void insert(const Near& one, int most) {
    int at = count;
    if (count == most) {
      if (!before(one, nearest_[static_cast<std::size_t>(count - 1)])) return;
      at = count - 1;
    } else {
      ++count;
    }
    for (; at > 0 && before(one, nearest_[static_cast<std::size_t>(at - 1)]); --at) {
      nearest_[static_cast<std::size_t>(at)] = nearest_[static_cast<std::size_t>(at - 1)];
    }
    nearest_[static_cast<std::size_t>(at)] = one;
  }

  std::array<Near, kMostNeighbours> nearest_;
};

/// Distance between centres that must not be undercut: bodies, or the personal space of people who have not invited.
double least_distance(const PerceivedPerson& person, const AvoidanceInput& input, const AvoidanceSettings& settings) {
  const double bodies = settings.radius + person.radius;
  return person.id == input.invited_by && person.id.valid() ? bodies : std::max(bodies, person.personal_space);
}

void add_people(const Neighbours& near, const AvoidanceInput& input, const AvoidanceSettings& settings,
                HalfPlanes& planes) {
  for (int i = 0; i < near.count; ++i) {
    const Neighbour& other = near.items[static_cast<std::size_t>(i)];
    // Equal places: the line between them is made up, the same for both (by id), in opposite directions.
    const Vec2 normal =
        other.distance > 1e-9 ? other.offset / other.distance : Vec2(input.self < other.person->id ? 1.0 : -1.0, 0.0);
    const double gap = other.distance - least_distance(*other.person, input, settings);
    const double most = other.person->yields ? 0.5 * gap / input.dt
                                             : gap / input.dt + std::min(glm::dot(other.person->velocity, normal), 0.0);
    planes.add(normal, most);
  }
}

/// What stands in the way of feet and body: also doors and movable things, which the planner may plan through.
bool is_material(const WalkMap& map, CellIndex cell) {
  return map.has(Hindrance::Solid, cell) || map.has(Hindrance::Door, cell) || map.has(Hindrance::Movable, cell);
}

void add_walls(const WalkMap& map, const AvoidanceInput& input, HalfPlanes& planes) {
  const GridFrame& frame = map.frame();
  const double reach = input.wall_radius + input.max_speed * input.dt;
  if (!map.has_soft() && map.distance().clearance(input.position, input.layer) > reach + frame.cell) return;
  const int span = static_cast<int>(reach / frame.cell) + 1;
  const CellIndex own = frame.cell_at(input.position, input.layer);
  const int x = frame.x_of(own), row = frame.row_of(own);
  const int low = input.layer * frame.depth, high = low + frame.depth;
  struct Wall {
    Vec2 offset;
    double distance;
  };
  std::array<Wall, HalfPlanes::kMost> walls;
  std::size_t count = 0;
  // An agent that stands nearer to a wall than its radius keeps the distance that is left: held to the radius, it could
  // not even walk along the wall, because the next cells of the wall are ahead.
  double keep = input.wall_radius;
  for (int dz = -span; dz <= span; ++dz) {
    for (int dx = -span; dx <= span; ++dx) {
      const int cx = x + dx, crow = row + dz;
      if (cx < 0 || crow < low || cx >= frame.width || crow >= high) continue;
      const CellIndex cell = frame.index(cx, crow);
      if (!is_material(map, cell) || cell == own) continue;
      const Vec2 corner = frame.origin + frame.cell * Vec2(cx, crow - low);
      const Vec2 nearest{math::clamp(input.position.x, corner.x, corner.x + frame.cell),
                         math::clamp(input.position.y, corner.y, corner.y + frame.cell)};
      const Vec2 offset = nearest - input.position;
      const double distance = glm::length(offset);
      if (distance > reach || distance < 1e-9 || count == walls.size()) continue;
      walls[count++] = {offset, distance};
      keep = std::min(keep, distance);
    }
  }
  for (std::size_t i = 0; i < count; ++i)
    planes.add(walls[i].offset / walls[i].distance, (walls[i].distance - keep) / input.dt);
}

/// How far the agent could walk in a direction. Arrays by neighbour, so that the compiler works on four at a time.
class Outlook {
 public:
  Outlook(const WalkMap& map, const Neighbours& near, const AvoidanceInput& input, const AvoidanceSettings& settings)
      : map_(map), input_(input), settings_(settings), count_(near.count) {
    for (int i = 0; i < count_; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Neighbour& other = near.items[k];
      const PerceivedPerson& person = *other.person;
      const double hard = least_distance(person, input, settings) + person.uncertainty;
      // Room is kept where there is some. In touch, directions more than 70 degrees off the other stay open: bodies
      // slide round each other instead of facing each other for ever.
      const double wide = std::min(hard + settings.social, kSlide * other.distance);
      x_[k] = other.offset.x;
      z_[k] = other.offset.y;
      c_[k] = other.distance * other.distance - wide * wide;
      vx_[k] = person.velocity.x;
      vz_[k] = person.velocity.y;
    }
  }

  /// Metres until the first collision, walking at velocity v; at most speed * horizon. Ways of `enough` or less are all
  /// the same to the caller.
  double to_people(const Vec2& v, double speed, double enough) const {
    double first = settings_.horizon;
    for (std::size_t k = 0; k < static_cast<std::size_t>(count_) && first * speed > enough; ++k) {
      const double wx = v.x - vx_[k], wz = v.y - vz_[k];
      const double a = wx * wx + wz * wz, b = x_[k] * wx + z_[k] * wz;
      const double root = b * b - a * c_[k];
      const double time = b > 0.0 && root > 0.0 ? c_[k] / (b + std::sqrt(root)) : kNever;
      first = std::min(first, std::max(time, 0.0));
    }
    return first * speed;
  }

  /// Whether to_walls() could find one within `most` metres in any direction.
  bool meets_walls(double most) const {
    const DistanceField& field = map_.distance();
    if (field.clearance(input_.position, input_.layer) >= input_.wall_radius + most) return false;
    const bool crosses = kTraces * (field.reach() - input_.wall_radius) > most;  // open floor is crossed before the end
    return !crosses || !field.is_open(input_.position, most, input_.layer);
  }

  /// Metres until the body touches a wall, at most `most`: sphere tracing in the distance field.
  double to_walls(const Vec2& direction, double most) const {
    double gone = 0.0;
    for (int i = 0; i < kTraces && gone < most; ++i) {
      const double room =
          map_.distance().clearance(input_.position + direction * gone, input_.layer) - input_.wall_radius;
      if (room < 0.02) return i == 0 ? leave_wall(direction) : gone;
      gone += room;
    }
    return std::min(gone, most);
  }

 private:
  /// Touching a wall now: directions that do not press on are open for a short way.
  double leave_wall(const Vec2& direction) const {
    const double now = map_.distance().clearance(input_.position, input_.layer);
    return map_.distance().clearance(input_.position + direction * 0.1, input_.layer) >= now - 0.01 ? 0.5 : 0.0;
  }

  const WalkMap& map_;
  const AvoidanceInput& input_;
  const AvoidanceSettings& settings_;
  int count_;
  std::array<double, kMostNeighbours> x_, z_, c_, vx_, vz_;
};

struct Spoke {
  double sin, cos;
};
constexpr int kSpokes = 25;

/// Directions of the fan, every 10 degrees, relative to the wanted one: straight on, then right before left.
const std::array<Spoke, kSpokes>& spokes() {
  static const std::array<Spoke, kSpokes> kFan = [] {
    std::array<Spoke, kSpokes> made{};
    for (int i = 0; i < kSpokes; ++i) {
      const math::SinCos sc = math::sin_cos(math::radians((i % 2 ? 5.0 : -5.0) * (i + (i % 2))));
      made[static_cast<std::size_t>(i)] = {sc.sin, sc.cos};
    }
    return made;
  }();
  return kFan;
}

Vec2 turned(const Vec2& direction, double sin, double cos) {
  return {direction.x * cos - direction.y * sin, direction.x * sin + direction.y * cos};
}

/// How far to lean to the right: by the people who come against the wanted way.
double lean(const Neighbours& near, const Vec2& ahead, double speed, const AvoidanceSettings& settings) {
  double sum = 0.0;
  for (int i = 0; i < near.count; ++i) {
    const Neighbour& other = near.items[static_cast<std::size_t>(i)];
    const double forward = glm::dot(other.offset, ahead);
    if (forward < 0.0 || other.distance > 5.0) continue;
    const double closing = math::clamp(1.0 - glm::dot(other.person->velocity, ahead) / speed, 0.0, 2.0);
    if (closing < 0.5) continue;
    // Standing people are passed on the shorter side.
    const double still = glm::dot(other.person->velocity, other.person->velocity) < 0.2 * 0.2 ? kStanding : 1.0;
    sum += still * closing * (forward / other.distance) * (1.0 - other.distance / 5.0);
  }
  return std::min(settings.keep_right * sum, settings.most_right);
}

/// Squared metres between the end of a way in a direction (cosine to the wanted one) and the point `most` ahead.
double cost_of(double most, double way, double cos) {
  return most * most + way * way - 2.0 * most * way * cos;
}

/// The least of it over all ways up to `way`.
double least_cost(double most, double way, double cos) {
  return cost_of(most, std::min(way, std::max(most * cos, 0.0)), cos);
}

/// The longest way that is too short to cost less than `best`.
double lost_way(double most, double best, double cos) {
  const double square = best - most * most * (1.0 - cos * cos);
  return square > 0.0 ? most * cos - std::sqrt(square) : most;
}

Vec2 choose(const WalkMap& map, const Neighbours& near, const AvoidanceInput& input,
            const AvoidanceSettings& settings) {
  const double speed = glm::length(input.wanted);
  if (speed < 1e-6) return Vec2(0.0);
  const Outlook outlook(map, near, input, settings);
  Vec2 ahead = input.wanted / speed;
  const double most = math::clamp(input.straight, 0.5, speed * settings.horizon);
  const math::SinCos bias = math::sin_cos(input.right_bias * std::min(1.0, input.straight / kRoundabout) *
                                          lean(near, ahead, speed, settings));
  ahead = turned(ahead, bias.sin, bias.cos);
  const bool walls = outlook.meets_walls(most);
  Vec2 best(0.0);
  double best_cost = most * most, best_way = 0.0;
  for (const Spoke& spoke : spokes()) {
    // The fan opens from straight on, so that every later spoke ends at least this far from where the agent wants to
    // be, however free it is.
    if (least_cost(most, most, spoke.cos) >= best_cost) break;
    const Vec2 direction = turned(ahead, spoke.sin, spoke.cos);
    double way = std::min(outlook.to_people(direction * speed, speed, lost_way(most, best_cost, spoke.cos)), most);
    // A wall only makes the way shorter: what is no better even without it need not be traced.
    if (least_cost(most, way, spoke.cos) >= best_cost) continue;
    if (walls && way > 0.0) way = std::min(way, outlook.to_walls(direction, way));
    const double cost = cost_of(most, way, spoke.cos);
    if (cost < best_cost - 1e-9) {
      best_cost = cost;
      best = direction;
      best_way = way;
    }
  }
  return best * std::min(speed, best_way / settings.reaction);
}

/// Away from somebody nearer than `least`; of length 1 when nearer by `within`.
Vec2 push_from(const PerceivedPerson& person, const AvoidanceInput& input, double least, double within) {
  if (person.id == input.self && person.id.valid()) return Vec2(0.0);
  const Vec2 offset = input.position - Vec2(person.position.x, person.position.z);
  const double distance = glm::length(offset);
  if (distance >= least || distance < 1e-9) return Vec2(0.0);
  return offset * ((least - distance) / (distance * within));
}

Vec2 at_most(const Vec2& v, double most) {
  const double size = glm::length(v);
  return size > most ? v * (most / size) : v;
}

}  // namespace

Vec2 make_room(std::span<const PerceivedPerson> people, const AvoidanceInput& input, const AvoidanceSettings& settings,
               double speed) {
  Vec2 push(0.0);
  for (const PerceivedPerson& person : people) {
    push += push_from(person, input, least_distance(person, input, settings) + settings.room, settings.room);
  }
  return at_most(push, 1.0) * speed;
}

Vec2 leave_space(std::span<const PerceivedPerson> people, const AvoidanceInput& input,
                 const AvoidanceSettings& settings, double speed) {
  Vec2 push(0.0);
  for (const PerceivedPerson& person : people) {
    if (person.personal_space <= 0.0) continue;
    push += push_from(person, input, least_distance(person, input, settings), settings.room);
  }
  return at_most(push, 1.0) * speed;
}

Vec2 hold_apart(const WalkMap& map, std::span<const PerceivedPerson> people, const AvoidanceInput& input,
                const AvoidanceSettings& settings, const Vec2& velocity) {
  // Every admissible velocity is at most as fast as the one asked for; people farther away than both could walk in the
  // step cannot limit it.
  const double speed = glm::length(velocity);
  const Neighbours near(people, input, height_at(map, input), settings, [&](const PerceivedPerson& person) {
    const double theirs = person.yields ? speed : glm::length(person.velocity);
    return least_distance(person, input, settings) + (speed + theirs) * input.dt + 1e-6;
  });
  HalfPlanes planes;
  add_people(near, input, settings, planes);
  add_walls(map, input, planes);
  return planes.nearest(velocity);
}

AvoidanceResult avoid(const WalkMap& map, std::span<const PerceivedPerson> people, const AvoidanceInput& input,
                      const AvoidanceSettings& settings) {
  const double reach = 1.0 + settings.horizon * (input.max_speed + 1.0);
  const Neighbours near(people, input, height_at(map, input), settings, [&](const PerceivedPerson&) { return reach; });
  AvoidanceResult result;
  result.velocity = input.wanted;
  if (near.count > 0) result.velocity = choose(map, near, input, settings);
  const double wanted = glm::length(input.wanted);
  double nearest = 2.0;
  for (int i = 0; i < near.count; ++i) {
    const Neighbour& other = near.items[static_cast<std::size_t>(i)];
    if (glm::dot(other.offset, input.wanted) > 0.5 * other.distance * wanted && other.distance < nearest) {
      nearest = other.distance;
      result.ahead = other.person->id;
    }
  }
  return result;
}

}  // namespace fh::planning
