// SPDX-License-Identifier: Apache-2.0
#include "world/users/physics_landing.h"

#include "physics/queries.h"
#include "world/users/user_solids.h"

namespace fh::world {
namespace {

constexpr double kStandingRadius = 0.22, kStandingHeight = 1.7;  // m: a standing adult with arms at the sides
constexpr double kAboveGround = 0.28;  // m left free: thresholds, cables and feet are no obstacle
constexpr double kFaceRadius = 0.06;   // m around the eyes' centre

}  // namespace

physics::QueryFilter PhysicsLanding::place_only(std::uint32_t layers) const {
  physics::QueryFilter filter;
  filter.layers = layers;
  filter.ignore_body = self_;
  return filter;
}

std::optional<Landing::Hit> PhysicsLanding::between(const math::Vec3& from, const math::Vec3& to) const {
  const math::Vec3 way = to - from;
  const double length = glm::length(way);
  if (length < 1e-9) return {};
  // Static only: one lands on floors and is stopped by walls, not by a cup in the air or an open drawer.
  const auto hit = physics::cast_ray(physics_, math::Ray{from, way / length}, length,
                                     place_only(physics::layer_bit(physics::Layer::Static)));
  if (!hit) return {};
  return Hit{hit->point, hit->normal};
}

bool PhysicsLanding::body_fits(const math::Vec3& ground) const {
  const math::Vec3 up = math::kUp;
  math::Capsule body;
  body.axis = {ground + (kAboveGround + kStandingRadius) * up, ground + (kStandingHeight - kStandingRadius) * up};
  body.radius = kStandingRadius;
  return !physics::any_overlap(
      physics_, physics::make_capsule(body),
      place_only(physics::layer_bit(physics::Layer::Static) | physics::layer_bit(physics::Layer::Jointed) |
                 physics::layer_bit(physics::Layer::Body)));
}

bool PhysicsLanding::is_in_structure(const math::Vec3& point) const {
  return physics::any_overlap(physics_, physics::make_sphere({point, kFaceRadius}),
                              place_only(physics::layer_bit(physics::Layer::Static)));
}

}  // namespace fh::world
