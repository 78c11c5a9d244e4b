// SPDX-License-Identifier: Apache-2.0
#include "world/users/free_start.h"

#include <fmt/format.h>

#include "math/trig.h"
#include "physics/queries.h"
#include "world/users/physics_landing.h"

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kMiddle = 0.08;                // m: no middle of a body is so near to something solid
constexpr double kKnee = 0.36, kNeck = 1.5;     // m above the floor
constexpr double kRing = 0.1, kSearched = 5.0;  // m
constexpr double kLevel = 0.3;                  // m that the floor may be higher or lower there

std::string place_text(const Vec3& at) {
  return fmt::format("({:.2f}, {:.2f}, {:.2f})", at.x, at.y, at.z);
}

bool is_inside(const physics::World& physics, const Vec3& at) {
  math::Capsule middle;
  middle.axis = {at + Vec3(0.0, kKnee, 0.0), at + Vec3(0.0, kNeck, 0.0)};
  middle.radius = kMiddle;
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Static);
  return physics::any_overlap(physics, physics::make_capsule(middle), filter);
}

/// The floor near a height; models may have floors that are drawn and not solid: none.
std::optional<double> floor_at(const Landing& landing, const Vec3& at) {
  const auto hit = landing.between(at + Vec3(0.0, kLevel, 0.0), at - Vec3(0.0, kLevel, 0.0));
  return hit ? std::optional(hit->point.y) : std::nullopt;
}

}  // namespace

FreeStart free_start(const physics::World& physics, const scene::UserSpec& user) {
  const Vec3 at = user.start.position;
  if (!is_inside(physics, at)) return {user.start, ""};
  const PhysicsLanding landing(physics, {});
  const std::string where =
      fmt::format("user \"{}\" would start inside something solid at {}", user.name, place_text(at));
  for (int ring = 1; ring * kRing <= kSearched; ++ring) {
    for (int i = 0; i < 6 * ring; ++i) {
      const math::SinCos way = math::sin_cos(2.0 * math::kPi * i / (6 * ring));
      Vec3 there = at + ring * kRing * Vec3(way.sin, 0.0, -way.cos);
      const auto floor = floor_at(landing, there);
      if (!floor) continue;
      there.y = *floor;
      if (!landing.body_fits(there)) continue;
      return {{user.start.rotation, there}, fmt::format("{}: starts at {} instead", where, place_text(there))};
    }
  }
  return {user.start, fmt::format("{}, and there is no free floor within {:g} m: move it", where, kSearched)};
}

}  // namespace fh::world
