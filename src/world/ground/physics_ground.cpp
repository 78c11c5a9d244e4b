// SPDX-License-Identifier: Apache-2.0
#include "world/ground/physics_ground.h"

#include "planning/navigation/floor_plan.h"

namespace fh::world {
namespace {

constexpr double kStepUp = 0.5, kStepDown = 0.5;  // m, what feet find (human/motion/ground.h)
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
    if (hit->distance > 0.0 && object && planning::is_floor(*object)) return hit->point.y;
    from = hit->point.y - 1e-3;
  }
  return from_y;
}

}  // namespace fh::world
