// SPDX-License-Identifier: Apache-2.0
// How rays move, turn and stretch things: against searches that know nothing of the formulas.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "core/rng.h"
#include "world/tools/carry_guide.h"

using namespace fh;
using Catch::Approx;
using frame::CarryWay;
using math::Pose;
using math::Vec3;

namespace {

Vec3 random_point(core::Rng& rng, double size) {
  return {rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size)};
}

Pose ray_through(const Vec3& from, const Vec3& to) {
  return {math::looking_along(math::normalized_or(to - from, math::kForward)), from};
}

double distance_to_ray(const Pose& ray, const Vec3& p) {
  const Vec3 way = p - ray.position, along = ray.direction(math::kForward);
  return glm::length(way - glm::dot(way, along) * along);
}

/// The point of a line nearest to a ray, by golden sections.
double nearest_on(const Pose& ray, const Vec3& pivot, const Vec3& axis) {
  double low = -40.0, high = 40.0;
  for (int i = 0; i < 100; ++i) {
    const double a = low + 0.382 * (high - low), b = low + 0.618 * (high - low);
    (distance_to_ray(ray, pivot + a * axis) < distance_to_ray(ray, pivot + b * axis) ? high : low) =
        distance_to_ray(ray, pivot + a * axis) < distance_to_ray(ray, pivot + b * axis) ? b : a;
  }
  return 0.5 * (low + high);
}

}  // namespace

TEST_CASE("carry guide: along axes, things go where the axis is nearest to the ray") {
  core::Rng rng(1);
  constexpr std::pair<CarryWay, Vec3> kAxes[] = {
      {CarryWay::X, {1, 0, 0}}, {CarryWay::Y, {0, 1, 0}}, {CarryWay::Z, {0, 0, 1}}};
  for (int i = 0; i < 300; ++i) {
    const auto& [way, axis] = kAxes[i % 3];
    const world::Guide guide{way, random_point(rng, 1.0)};
    const Vec3 from = guide.pivot + Vec3(2.0, 1.5, 2.5);
    const Pose start = ray_through(from, guide.pivot + random_point(rng, 0.3)),
               aim = ray_through(from + random_point(rng, 0.2), guide.pivot + random_point(rng, 0.6));
    const double meant = nearest_on(aim, guide.pivot, axis) - nearest_on(start, guide.pivot, axis);
    const Vec3 by = guide.way(start, aim);
    CHECK(glm::dot(by, axis) == Approx(meant).margin(1e-6));
    CHECK(glm::length(by - glm::dot(by, axis) * axis) < 1e-12);
    CHECK(guide.turn(start, aim) == 0.0);
  }
}

TEST_CASE("carry guide: in planes and about axes, what the ray meets is carried along") {
  core::Rng rng(2);
  struct Plane {
    CarryWay moves, turns;
    Vec3 normal;
  };
  constexpr Plane kPlanes[] = {{CarryWay::Floor, CarryWay::TurnY, {0, 1, 0}},
                               {CarryWay::InXY, CarryWay::TurnZ, {0, 0, 1}},
                               {CarryWay::InYZ, CarryWay::TurnX, {1, 0, 0}}};
  for (int i = 0; i < 300; ++i) {
    const Plane& plane = kPlanes[i % 3];
    const Vec3 pivot = random_point(rng, 1.0), from = pivot + Vec3(2.0, 1.5, 2.5);
    const auto on_plane = [&] {
      const Vec3 p = random_point(rng, 1.0);
      return pivot + p - glm::dot(p, plane.normal) * plane.normal;
    };
    const Vec3 a = on_plane(), b = on_plane();
    const Pose start = ray_through(from, a), aim = ray_through(from + random_point(rng, 0.2), b);
    CHECK(glm::length(world::Guide{plane.moves, pivot}.way(start, aim) - (b - a)) < 1e-9);
    if (glm::length(a - pivot) < 0.06 || glm::length(b - pivot) < 0.06) continue;
    const double angle = world::Guide{plane.turns, pivot}.turn(start, aim);
    const Vec3 turned = math::rotate(math::from_axis_angle(plane.normal, angle), a - pivot);
    CHECK(glm::length(math::normalized_or(turned, math::kUp) - math::normalized_or(b - pivot, math::kUp)) < 1e-9);
    CHECK(world::Guide{plane.turns, pivot}.way(start, aim) == Vec3(0.0));
  }
}

TEST_CASE("carry guide: things are stretched by how far the ray goes from their base") {
  core::Rng rng(3);
  for (int i = 0; i < 300; ++i) {
    const Vec3 pivot = random_point(rng, 1.0), from = pivot + Vec3(1.0, 1.5, 3.0),
               axis = math::rotate(math::from_axis_angle(math::kUp, rng.uniform(-0.5, 0.5)), Vec3(1.0, 0.0, 0.0));
    const double reach = rng.uniform(0.1, 1.0), factor = rng.uniform(0.3, 3.0);
    const Pose start = ray_through(from, pivot + reach * axis), aim = ray_through(from, pivot + factor * reach * axis);
    const world::Guide guide{CarryWay::SizeX, pivot};
    CHECK(guide.stretch(start, aim, &axis) == Approx(factor).epsilon(1e-9));
    CHECK(guide.stretch(start, start, nullptr) == Approx(1.0).margin(1e-12));
    // Rays that pass the pivot or lie along the axis say nothing: then the hand's own way counts, and nothing jumps.
    const Pose through = ray_through(from, pivot), along{math::looking_along(axis), pivot - 2.0 * axis};
    CHECK(guide.stretch(through, through, &axis) == Approx(1.0).margin(1e-12));
    CHECK(guide.stretch(along, along, &axis) == Approx(1.0).margin(1e-12));
    CHECK(guide.stretch(aim, start, &axis) > 0.0);
  }
}
