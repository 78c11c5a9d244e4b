// SPDX-License-Identifier: Apache-2.0
#include "world/tools/carry_guide.h"

#include <cmath>
#include <optional>

#include "math/trig.h"

namespace fh::world {
namespace {

using frame::CarryWay;
using math::Pose;
using math::Vec3;

constexpr double kLeastSine = 0.1;    // between ray and axis, or ray and plane: about 6 degrees
constexpr double kLeastSpoke = 0.05;  // m from the pivot
constexpr double kLeastStretch = 0.05;
constexpr double kFarthest = 30.0;  // m from the pivot: beyond, a hair's breadth of the hand moves a thing by metres

/// How far along the axis through the pivot the point nearest to the ray lies.
std::optional<double> along_axis(const Pose& aim, const Vec3& pivot, const Vec3& axis) {
  const Vec3 ray = aim.direction(math::kForward), to_ray = aim.position - pivot;
  const double cosine = glm::dot(ray, axis), sine2 = 1.0 - cosine * cosine;
  if (sine2 < kLeastSine * kLeastSine) return std::nullopt;
  const double at = (glm::dot(to_ray, axis) - cosine * glm::dot(to_ray, ray)) / sine2;
  return std::fabs(at) <= kFarthest ? std::optional(at) : std::nullopt;
}

/// Where the ray meets the plane through the pivot, from the pivot.
std::optional<Vec3> on_plane(const Pose& aim, const Vec3& pivot, const Vec3& normal) {
  const Vec3 ray = aim.direction(math::kForward);
  const double sine = glm::dot(ray, normal);
  if (std::fabs(sine) < kLeastSine) return std::nullopt;
  const double distance = glm::dot(pivot - aim.position, normal) / sine;
  if (distance < 0.0) return std::nullopt;
  const Vec3 at = aim.position + distance * ray - pivot;
  if (glm::dot(at, at) > kFarthest * kFarthest) return std::nullopt;
  return at - glm::dot(at, normal) * normal;
}

/// How far the hand itself was turned about an axis, rad.
double twist(const math::Quat& from, const math::Quat& to, const Vec3& axis) {
  const math::Quat turned = to * math::conjugate(from);
  return math::wrap_angle(2.0 * math::atan2(glm::dot(Vec3(turned.x, turned.y, turned.z), axis), turned.w));
}

struct Freedom {
  Vec3 moves{0.0}, turns_about{0.0};  // 1 along what is free
};

Freedom freedom_of(CarryWay way) {
  switch (way) {
    case CarryWay::Free:
      return {Vec3(1.0), math::kUp};
    case CarryWay::X:
      return {{1.0, 0.0, 0.0}};
    case CarryWay::Y:
      return {{0.0, 1.0, 0.0}};
    case CarryWay::Z:
      return {{0.0, 0.0, 1.0}};
    case CarryWay::Floor:
      return {{1.0, 0.0, 1.0}};
    case CarryWay::InXY:
      return {{1.0, 1.0, 0.0}};
    case CarryWay::InYZ:
      return {{0.0, 1.0, 1.0}};
    case CarryWay::TurnX:
      return {Vec3(0.0), {1.0, 0.0, 0.0}};
    case CarryWay::TurnY:
      return {Vec3(0.0), math::kUp};
    case CarryWay::TurnZ:
      return {Vec3(0.0), {0.0, 0.0, 1.0}};
    default:
      return {};  // sizes
  }
}

}  // namespace

Vec3 Guide::mask() const {
  return freedom_of(along).moves;
}

Vec3 Guide::axis() const {
  return freedom_of(along).turns_about;
}

Vec3 Guide::way(const Pose& start, const Pose& aim) const {
  const Vec3 moves = mask(), by_hand = moves * (aim.position - start.position);
  const double axes = moves.x + moves.y + moves.z;
  if (axes == 2.0) {
    const auto from = on_plane(start, pivot, Vec3(1.0) - moves), to = on_plane(aim, pivot, Vec3(1.0) - moves);
    return from && to ? *to - *from : by_hand;
  }
  if (axes != 1.0) return by_hand;
  const auto from = along_axis(start, pivot, moves), to = along_axis(aim, pivot, moves);
  return from && to ? (*to - *from) * moves : by_hand;
}

double Guide::turn(const Pose& start, const Pose& aim) const {
  if (along == CarryWay::Free) return math::wrap_angle(math::yaw_of(aim.rotation) - math::yaw_of(start.rotation));
  const Vec3 about = axis();
  if (about == Vec3(0.0)) return 0.0;
  const auto from = on_plane(start, pivot, about), to = on_plane(aim, pivot, about);
  const auto tells = [&](const std::optional<Vec3>& spoke) {
    return spoke && glm::dot(*spoke, *spoke) > kLeastSpoke * kLeastSpoke;
  };
  if (!tells(from) || !tells(to)) return twist(start.rotation, aim.rotation, about);
  return math::atan2(glm::dot(about, glm::cross(*from, *to)), glm::dot(*from, *to));
}

double Guide::stretch(const Pose& start, const Pose& aim, const Vec3* axis) const {
  if (axis) {
    const auto from = along_axis(start, pivot, *axis), to = along_axis(aim, pivot, *axis);
    if (from && to && std::fabs(*from) > kLeastSpoke && *from * *to > 0.0) return *to / *from;
  } else {
    const Vec3 across = start.direction(math::kForward);
    const auto from = on_plane(start, pivot, across), to = on_plane(aim, pivot, across);
    if (from && to && glm::dot(*from, *from) > kLeastSpoke * kLeastSpoke)
      return std::sqrt(glm::dot(*to, *to) / glm::dot(*from, *from));
  }
  // A hand that is raised or moved outwards by a metre doubles the thing.
  const double by_hand = glm::dot(aim.position - start.position, axis ? *axis : math::kUp);
  return std::fmax(1.0 + by_hand, kLeastStretch);
}

}  // namespace fh::world
