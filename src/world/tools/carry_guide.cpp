// SPDX-License-Identifier: Apache-2.0
#include "world/tools/carry_guide.h"

#include <cmath>
#include <optional>

#include "math/trig.h"

namespace fh::world {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kLeastSine = 0.1;  // between ray and axis, or ray and plane: about 6 degrees
constexpr double kFarthest = 30.0;  // m from the pivot: beyond, a hair's breadth of the hand moves a thing by metres

/// How far along the axis through the pivot the point nearest to the ray lies.
std::optional<double> along_axis(const Pose& aim, const Vec3& pivot, const Vec3& axis) {
  const Vec3 ray = aim.direction(math::kForward), to_ray = aim.position - pivot;
  const double cosine = glm::dot(ray, axis), sine2 = 1.0 - cosine * cosine;
  if (sine2 < kLeastSine * kLeastSine) return std::nullopt;
  const double at = (glm::dot(to_ray, axis) - cosine * glm::dot(to_ray, ray)) / sine2;
  return std::fabs(at) <= kFarthest ? std::optional(at) : std::nullopt;
}

/// Where the ray meets the level plane through the pivot, from the pivot.
std::optional<Vec3> on_level(const Pose& aim, const Vec3& pivot) {
  const Vec3 ray = aim.direction(math::kForward);
  if (std::fabs(ray.y) < kLeastSine) return std::nullopt;
  const double distance = (pivot.y - aim.position.y) / ray.y;
  if (distance < 0.0) return std::nullopt;
  const Vec3 at = aim.position + distance * ray - pivot;
  if (glm::dot(at, at) > kFarthest * kFarthest) return std::nullopt;
  return Vec3(at.x, 0.0, at.z);
}

double heading_of(const Vec3& spoke) {
  return math::atan2(-spoke.x, -spoke.z);
}

}  // namespace

Vec3 Guide::mask() const {
  switch (along) {
    case CarryWay::X:
      return {1.0, 0.0, 0.0};
    case CarryWay::Y:
      return {0.0, 1.0, 0.0};
    case CarryWay::Z:
      return {0.0, 0.0, 1.0};
    case CarryWay::Floor:
      return {1.0, 0.0, 1.0};
    case CarryWay::Turn:
      return Vec3(0.0);
    case CarryWay::Free:
      break;
  }
  return Vec3(1.0);
}

Vec3 Guide::way(const Pose& start, const Pose& aim) const {
  if (along == CarryWay::Turn) return Vec3(0.0);
  const Vec3 axis = mask(), by_hand = axis * (aim.position - start.position);
  if (along == CarryWay::Free) return by_hand;
  if (along == CarryWay::Floor) {
    const auto from = on_level(start, pivot), to = on_level(aim, pivot);
    return from && to ? *to - *from : by_hand;
  }
  const auto from = along_axis(start, pivot, axis), to = along_axis(aim, pivot, axis);
  return from && to ? (*to - *from) * axis : by_hand;
}

double Guide::turn(const Pose& start, const Pose& aim) const {
  if (along != CarryWay::Free && along != CarryWay::Turn) return 0.0;
  const double by_hand = math::wrap_angle(math::yaw_of(aim.rotation) - math::yaw_of(start.rotation));
  if (along == CarryWay::Free) return by_hand;
  const auto from = on_level(start, pivot), to = on_level(aim, pivot);
  constexpr double kLeastSpoke = 0.05;  // m
  const auto tells = [&](const std::optional<Vec3>& spoke) {
    return spoke && glm::dot(*spoke, *spoke) > kLeastSpoke * kLeastSpoke;
  };
  return tells(from) && tells(to) ? math::wrap_angle(heading_of(*to) - heading_of(*from)) : by_hand;
}

}  // namespace fh::world
