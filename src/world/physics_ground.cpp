#include "world/physics_ground.h"

namespace fh::world {
namespace {

constexpr double kStepUp = 0.5, kStepDown = 0.5;  // m, what feet find (human/ground.h)

}  // namespace

double PhysicsGround::height(double x, double z, double from_y) const {
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Static);
  const math::Ray down{{x, from_y + kStepUp, z}, -math::kUp};
  const auto hit = physics::cast_ray(physics_, down, kStepUp + kStepDown, filter);
  // A ray that begins inside something has found a wall, not a floor.
  return hit && hit->distance > 0.0 ? hit->point.y : from_y;
}

}  // namespace fh::world
