#include "planning/avoidance.h"

#include <algorithm>

#include "math/trig.h"
#include "planning/half_planes.h"

namespace fh::planning {
namespace {

constexpr int kMostNeighbours = 16;
constexpr double kNever = 1e9;

struct Neighbour {
  const PerceivedPerson* person;
  Vec2 offset;      // from the agent
  double distance;  // between centres
};

/// People of the same level by distance, nearest first; ties by id.
class Neighbours {
 public:
  Neighbours(std::span<const PerceivedPerson> people, const AvoidanceInput& input, double height,
             const AvoidanceSettings& settings) {
    const int most = std::min(settings.neighbours, kMostNeighbours);
    const double reach = 1.0 + settings.horizon * (input.max_speed + 1.0);
    for (const PerceivedPerson& person : people) {
      if (person.id == input.self && person.id.valid()) continue;
      if (std::abs(person.position.y - height) > 1.5) continue;
      const Vec2 offset = Vec2(person.position.x, person.position.z) - input.position;
      const double squared = glm::dot(offset, offset);
      if (squared > reach * reach) continue;
      insert({&person, offset, squared}, most);
    }
    for (int i = 0; i < count; ++i)
      items[static_cast<std::size_t>(i)].distance = std::sqrt(items[static_cast<std::size_t>(i)].distance);
  }

  std::array<Neighbour, kMostNeighbours> items;
  int count = 0;

 private:
  static bool before(const Neighbour& a, const Neighbour& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.person->id < b.person->id;
  }
  void insert(const Neighbour& one, int most) {
    int at = count;
    if (count == most) {
      if (!before(one, items[static_cast<std::size_t>(count - 1)])) return;
      at = count - 1;
    } else {
      ++count;
    }
    for (; at > 0 && before(one, items[static_cast<std::size_t>(at - 1)]); --at) {
      items[static_cast<std::size_t>(at)] = items[static_cast<std::size_t>(at - 1)];
    }
    items[static_cast<std::size_t>(at)] = one;
  }
};

/// Distance between centres that must not be undercut: bodies, or personal space of who has not invited.
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
      if (distance > reach || distance < 1e-9) continue;
      planes.add(offset / distance, (distance - input.wall_radius) / input.dt);
    }
  }
}

/// Scores velocities. Arrays by neighbour, so that the compiler works on four at a time.
class Scorer {
 public:
  Scorer(const WalkMap& map, const Neighbours& near, const AvoidanceInput& input, const AvoidanceSettings& settings)
      : map_(map), input_(input), settings_(settings), count_(near.count) {
    for (int i = 0; i < count_; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Neighbour& other = near.items[k];
      const PerceivedPerson& person = *other.person;
      const double hard = least_distance(person, input, settings) + person.uncertainty;
      const double wide = std::min(hard + settings.social, std::max(hard, other.distance - 0.02));
      x_[k] = other.offset.x;
      z_[k] = other.offset.y;
      c_[k] = other.distance * other.distance - wide * wide;
      // Reciprocity: who follows the same rule is expected to take half of the turn (RVO).
      share_[k] = person.yields ? 2.0 : 1.0;
      vx_[k] = person.velocity.x + (share_[k] - 1.0) * input.velocity.x;
      vz_[k] = person.velocity.y + (share_[k] - 1.0) * input.velocity.y;
    }
    wall_clearance_ = map.distance().clearance(input.position, input.layer);
  }

  double cost(const Vec2& v) const {
    const Vec2 off = v - input_.wanted;
    double sum = glm::length(off) + people(v) + walls(v);
    const double turn = input_.wanted.x * v.y - input_.wanted.y * v.x;  // positive to the right, seen from above
    const double size = glm::length(input_.wanted);
    if (size > 1e-6) sum -= settings_.right_bias * input_.right_bias * turn / size;
    return sum;
  }

 private:
  double people(const Vec2& v) const {
    double worst = 0.0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(count_); ++k) {
      const double wx = share_[k] * v.x - vx_[k], wz = share_[k] * v.y - vz_[k];
      const double a = wx * wx + wz * wz, b = x_[k] * wx + z_[k] * wz;
      const double root = b * b - a * c_[k];
      const double time = b > 0.0 && root > 0.0 ? c_[k] / (b + std::sqrt(root)) : kNever;
      const double near = std::max(time, 0.15);
      worst = std::max(worst, near < settings_.horizon ? 1.0 / near - 1.0 / settings_.horizon : 0.0);
    }
    return worst;
  }

  double walls(const Vec2& v) const {
    const double speed = glm::length(v);
    if (wall_clearance_ > input_.wall_radius + settings_.wall_margin + 0.8 * speed) return 0.0;
    double cost = 0.0;
    for (const double time : {0.3, 0.8}) {
      const double room = map_.distance().clearance(input_.position + v * time, input_.layer) - input_.wall_radius;
      const double wanted = std::min(settings_.wall_margin, std::max(wall_clearance_ - input_.wall_radius, 0.0));
      if (room < wanted) cost += std::min((wanted - room) * 3.0, 0.6) / (0.4 + time);
    }
    return cost;
  }

  const WalkMap& map_;
  const AvoidanceInput& input_;
  const AvoidanceSettings& settings_;
  int count_;
  double wall_clearance_ = 0.0;
  std::array<double, kMostNeighbours> x_, z_, c_, vx_, vz_, share_;
};

struct Spoke {
  double sin, cos;
};

/// Directions of the fan, relative to the wanted one, right before left.
const std::array<Spoke, 19>& spokes() {
  static const std::array<Spoke, 19> kSpokes = [] {
    constexpr std::array<double, 19> kDegrees{0,   10, -10, 20,  -20,  35,  -35,  50,  -50, 70,
                                              -70, 90, -90, 115, -115, 140, -140, 165, -165};
    std::array<Spoke, 19> made{};
    for (std::size_t i = 0; i < made.size(); ++i) {
      const math::SinCos sc = math::sin_cos(math::radians(kDegrees[i]));
      made[i] = {sc.sin, sc.cos};
    }
    return made;
  }();
  return kSpokes;
}

Vec2 choose(const Scorer& scorer, const AvoidanceInput& input) {
  const double speed = glm::length(input.wanted);
  Vec2 best(0.0);
  double best_cost = scorer.cost(best);
  const auto consider = [&](const Vec2& v) {
    const double cost = scorer.cost(v);
    if (cost < best_cost - 1e-9) {
      best_cost = cost;
      best = v;
    }
  };
  consider(input.wanted);
  consider(input.velocity);
  const Vec2 ahead = speed > 1e-6 ? input.wanted / speed : Vec2(1.0, 0.0);
  const double top = std::max(speed, 0.4);
  for (const Spoke& spoke : spokes()) {
    const Vec2 direction{ahead.x * spoke.cos - ahead.y * spoke.sin, ahead.x * spoke.sin + ahead.y * spoke.cos};
    for (const double part : {1.0, 0.6, 0.3}) consider(direction * (part * top));
  }
  return best;
}

}  // namespace

Vec2 hold_apart(const WalkMap& map, std::span<const PerceivedPerson> people, const AvoidanceInput& input,
                const AvoidanceSettings& settings, const Vec2& velocity) {
  const double height = map.floor().height(map.frame().cell_at(input.position, input.layer));
  const Neighbours near(people, input, height == kNoFloor ? 0.0 : height, settings);
  HalfPlanes planes;
  add_people(near, input, settings, planes);
  add_walls(map, input, planes);
  return planes.nearest(velocity);
}

AvoidanceResult avoid(const WalkMap& map, std::span<const PerceivedPerson> people, const AvoidanceInput& input,
                      const AvoidanceSettings& settings) {
  const double height = map.floor().height(map.frame().cell_at(input.position, input.layer));
  const Neighbours near(people, input, height == kNoFloor ? 0.0 : height, settings);
  AvoidanceResult result;
  result.velocity = input.wanted;
  if (near.count > 0) result.velocity = choose(Scorer(map, near, input, settings), input);
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
