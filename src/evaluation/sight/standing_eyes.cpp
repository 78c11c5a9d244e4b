// SPDX-License-Identifier: Apache-2.0
#include "evaluation/sight/standing_eyes.h"

#include <algorithm>

namespace fh::evaluation {
namespace {

using human::Dimension;
using math::Vec3;

constexpr double kBodyRadius = 0.2;           // m that somebody needs to stand; our choice
constexpr double kFrom = 0.35, kClear = 0.1;  // m above the floor, and above the eye, that must be free
constexpr double kFarthestSeen = 60.0;        // m
constexpr double kNarrowBeam = 0.001;         // tangent
constexpr double kBeforeIt = 0.02;            // m
constexpr std::size_t kBeamMiddle = 4 * 32 + 16;

}  // namespace

StandingEyes::StandingEyes(const scene::Scene& scene, physics::World solids)
    : sight_(scene),
      solids_(std::move(solids)),
      beam_(senses::Field::window({-kNarrowBeam, kNarrowBeam, kNarrowBeam, -kNarrowBeam}, 32, 8)) {
  for (const scene::Object& object : scene.objects) {
    if (!object.is_a("floor") || object.bounds.empty()) continue;
    floors_.push_back(math::transformed(object.world_from_object, object.bounds));
    ground_.add(floors_.back());
  }
  sight_.settle();
}

core::Result<StandingEyes> StandingEyes::create(const scene::Scene& scene) {
  FH_TRY(solids, physics::World::create(scene));
  return StandingEyes(scene, std::move(solids));
}

double StandingEyes::floor_at(double x, double z) const {
  double height = -std::numeric_limits<double>::infinity();
  for (const math::Aabb& floor : floors_) {
    if (x >= floor.low.x && x <= floor.high.x && z >= floor.low.z && z <= floor.high.z)
      height = std::max(height, floor.high.y);
  }
  return height;
}

bool StandingEyes::is_free(const Vec3& on_floor, double eye_height) const {
  physics::QueryFilter filter;
  filter.layers = physics::kPlaceLayers;
  const math::Capsule body{
      {on_floor + Vec3(0.0, kFrom + kBodyRadius, 0.0),
       on_floor + Vec3(0.0, std::max(eye_height, kFrom + 2.0 * kBodyRadius) + kClear - kBodyRadius, 0.0)},
      kBodyRadius};
  return !physics::any_overlap(solids_, physics::make_capsule(body), filter);
}

double StandingEyes::fraction(const Vec3& eye, core::ObjectId thing, std::uint32_t side) const {
  senses::SeeSettings settings;
  settings.range = kFarthestSeen;
  return senses::inspect(sight_, eye, senses::ItemId::of(thing), settings, side).fraction;
}

bool StandingEyes::in_sight(const Vec3& eye, const Vec3& point) const {
  const Vec3 way = point - eye;
  const double distance = glm::length(way);
  if (distance < kBeforeIt) return true;
  senses::Retina retina;
  senses::see(sight_, beam_, {math::looking_along(way / distance), eye}, {}, retina);
  return retina.distance(kBeamMiddle) > distance - kBeforeIt;
}

double StandingEyes::eye_height(const human::Dimensions& body, double seat) {
  const double sitting = body[Dimension::EyeHeightSitting];
  return seat > 0.0 ? seat + sitting : body[Dimension::Stature] - body[Dimension::SittingHeight] + sitting;
}

}  // namespace fh::evaluation
