// SPDX-License-Identifier: Apache-2.0
// Where somebody stands who is told "behind the press" (the spatial terms of CA-38 as places).
#include <algorithm>
#include <cmath>

#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr double kStandOff = 0.55;  // m from the outline of a thing to the middle of who stands at it
constexpr double kAcross = 1.5;     // m, of those who stand opposite
constexpr double kPace = 0.8;       // m between places that would do as well
constexpr int kMostSteps = 12;      // places along one side
constexpr double kInset = 0.5;      // m from the rim of a room
constexpr double kApproach = 2.0;   // m that somebody goes towards something

/// A thing's outline: its box in its own frame, seen from above.
struct Outline {
  math::Pose pose;
  Vec3 low, high;  // object space
};

Outline outline_of(const BelievedItem& item) {
  return {item.pose, item.bounds.low, item.bounds.high};
}

int steps_over(double length) {
  return std::clamp(static_cast<int>(length / kPace) + 1, 1, kMostSteps);
}

/// Along the side of the outline that looks to (x, z) = (0, ±1) or (±1, 0), `off` metres away from it.
void add_side(const Outline& o, int x, int z, double off, std::vector<Vec3>& places) {
  const Vec3 middle = 0.5 * (o.low + o.high), half = 0.5 * (o.high - o.low);
  const double along = x != 0 ? half.z : half.x;
  const int steps = steps_over(2.0 * along);
  for (int i = 0; i < steps; ++i) {
    const double t = steps == 1 ? 0.0 : along * (2.0 * i / (steps - 1) - 1.0);
    const Vec3 at(middle.x + (x != 0 ? x * (half.x + off) : t), o.low.y, middle.z + (z != 0 ? z * (half.z + off) : t));
    places.push_back(o.pose.point(at));
  }
}

void add_around(const Outline& o, double off, std::vector<Vec3>& places) {
  add_side(o, 0, 1, off, places);
  add_side(o, 0, -1, off, places);
  add_side(o, 1, 0, off, places);
  add_side(o, -1, 0, off, places);
}

void add_inside(const Outline& o, std::vector<Vec3>& places) {
  const Vec3 size = o.high - o.low, middle = 0.5 * (o.low + o.high);
  const int across = steps_over(size.x - 2.0 * kInset), deep = steps_over(size.z - 2.0 * kInset);
  for (int i = 0; i < across; ++i) {
    for (int k = 0; k < deep; ++k) {
      const double x = across == 1 ? middle.x : o.low.x + kInset + (size.x - 2.0 * kInset) * i / (across - 1);
      const double z = deep == 1 ? middle.z : o.low.z + kInset + (size.z - 2.0 * kInset) * k / (deep - 1);
      places.push_back(o.pose.point({x, o.high.y, z}));
    }
  }
}

/// The side that looks most along a direction of the world.
void add_side_towards(const Outline& o, const Vec3& way, double off, std::vector<Vec3>& places) {
  const Vec3 local = math::inverse(o.pose).direction(way);
  if (std::abs(local.x) > std::abs(local.z))
    add_side(o, local.x > 0.0 ? 1 : -1, 0, off, places);
  else
    add_side(o, 0, local.z > 0.0 ? 1 : -1, off, places);
}

}  // namespace

std::vector<Vec3> places_to_stand(const scene::Errand& errand, const TaskBeliefs& beliefs) {
  std::vector<Vec3> places;
  const auto thing = beliefs.believed(errand.to);
  if (!thing) return places;
  const Outline o = outline_of(*thing);
  const std::string& where = errand.where;
  const language::Facing axes = language::facing(thing->where, beliefs.position);
  if (thing->where.is_room ? where != "outside" : where == "in" || where == "on") {
    add_inside(o, places);
  } else if (where == "behind") {
    add_side_towards(o, axes.forward, kStandOff, places);
  } else if (where == "in_front_of" || where == "opposite") {
    add_side_towards(o, -axes.forward, where == "opposite" ? kAcross : kStandOff, places);
  } else if (where == "left_of") {
    add_side_towards(o, -axes.right, kStandOff, places);
  } else if (where == "right_of") {
    add_side_towards(o, axes.right, kStandOff, places);
  } else if (where == "between") {
    if (const auto other = beliefs.believed(errand.second)) places.push_back(0.5 * (thing->middle + other->middle));
  } else if (where == "towards") {
    const Vec3 way(thing->middle.x - beliefs.position.x, 0.0, thing->middle.z - beliefs.position.z);
    const double length = glm::length(way);
    places.push_back(beliefs.position + std::min(kApproach, length) * math::normalized_or(way, math::kForward));
  } else {
    add_around(o, kStandOff, places);
  }
  for (Vec3& place : places) {
    if (!thing->where.is_room || where == "outside") place.y = beliefs.position.y;
  }
  return places;
}

}  // namespace fh::mind
