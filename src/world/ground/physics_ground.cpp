// SPDX-License-Identifier: Apache-2.0
#include "world/ground/physics_ground.h"

#include "planning/navigation/floor_plan.h"

namespace fh::world {
namespace {

constexpr double kStepUp = 0.5, kStepDown = 0.5;  // m, what feet find (human/motion/ground.h)
constexpr double kStepHigh = 1.2;                 // m: so far up it is told how high ground is that feet do not step on
constexpr int kMostBoards = 6;                    // things above one another that are looked past

}  // namespace

double PhysicsGround::height(double x, double z, double from_y) const {
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Static);
  double from = from_y + kStepUp;
  const double lowest = from_y - kStepDown;
  for (int i = 0; i < kMostBoards && from > lowest; ++i) {
    const auto hit = physics::cast_ray(physics_, {{x, from, z}, -math::kUp}, from - lowest, filter);
    if (!hit) break;
    const auto* object = scene_.find(hit->what.object);
    // A ray that begins inside something has found a wall, not a floor.
    const bool floor = object && planning::is_floor(*object);
    if (hit->distance > 0.0 && floor) return hit->point.y;
    // Inside a flight of stairs: a foot must not be planted within it.
    if (i == 0 && floor) {
      const double high = from_y + kStepHigh;
      const auto top = physics::cast_ray(physics_, {{x, high, z}, -math::kUp}, high - from, filter);
      if (top && top->distance > 0.0 && top->what.object == hit->what.object) return top->point.y;
    }
    from = hit->point.y - 1e-3;
  }
  return from_y;
}

}  // namespace fh::world
