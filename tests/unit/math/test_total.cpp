// SPDX-License-Identifier: Apache-2.0
// Every function of math/ has a defined result for every argument: special values in all combinations, and random bit
// patterns, of which one in a thousand is no number and most are far from any angle or length.
#include <array>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "core/rng.h"
#include "math/distances.h"
#include "math/trig.h"
#include "samples.h"

using namespace fh;
using math::Quat;
using math::Vec3;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

const std::vector<double>& special_values() {
  static const std::vector<double> values = [] {
    std::vector<double> list = {
        0.0,  1.0,    0.5,    math::kPi, 0x1p20, 0x1p30,  0x1p31, 0x1p53,
        1e18, 1e19,   1e22,   1e100,     1e154,  1e200,   1e308,  std::numeric_limits<double>::max(),
        kInf, 5e-324, 1e-308, 1e-160,    1e-12,  0x1p-30, 709.8,  745.2};
    const std::size_t count = list.size();
    for (std::size_t i = 0; i < count; ++i) list.push_back(-list[i]);
    list.push_back(kNaN);
    list.push_back(-kNaN);
    return list;
  }();
  return values;
}

/// Any double: all bit patterns are equally likely.
double any_bits(core::Rng& rng) {
  return std::bit_cast<double>(rng.next());
}
/// A special value, any bits, or an everyday number.
double any_double(core::Rng& rng) {
  switch (rng.below(3)) {
    case 0:
      return special_values()[rng.below(static_cast<std::uint32_t>(special_values().size()))];
    case 1:
      return any_bits(rng);
    default:
      return rng.uniform(-3.0, 3.0);
  }
}
Vec3 any_vector(core::Rng& rng) {
  return {any_double(rng), any_double(rng), any_double(rng)};
}
Quat any_quaternion(core::Rng& rng) {
  return {any_double(rng), any_double(rng), any_double(rng), any_double(rng)};
}
/// Finite, of any order of magnitude up to 1e70; zeros and repeated values are frequent.
double any_length(core::Rng& rng) {
  static constexpr std::array<double, 6> kOften = {0.0, 1.0, -1.0, 2.0, 1e70, -1e70};
  if (rng.below(2) == 0) return kOften[rng.below(6)];
  return rng.uniform(-1.0, 1.0) * math::pow(10.0, rng.uniform(-70.0, 70.0));
}
Vec3 any_point(core::Rng& rng) {
  return {any_length(rng), any_length(rng), any_length(rng)};
}

bool is_unit(const Quat& q) {
  return std::abs(math::dot(q, q) - 1.0) < 1e-9;
}

void check_one_argument(double x) {
  INFO("x = " << x);
  const bool number = x == x, finite = std::isfinite(x);
  const math::SinCos sc = math::sin_cos(x);
  if (finite) {
    CHECK((std::abs(sc.sin) <= 1.0 && std::abs(sc.cos) <= 1.0));
    CHECK(std::abs(sc.sin * sc.sin + sc.cos * sc.cos - 1.0) < 1e-12);
    CHECK(std::abs(math::wrap_angle(x)) <= math::kPi);
  } else {
    CHECK((sc.sin != sc.sin && sc.cos != sc.cos && math::wrap_angle(x) != math::wrap_angle(x)));
  }
  CHECK((math::tan(x) == math::tan(x)) == finite);
  for (const double y : {math::atan(x), math::acos(x), math::asin(x), math::exp(x)}) CHECK((y == y) == number);
  CHECK((math::log(x) == math::log(x)) == (number && x >= 0.0));
  if (number) {
    CHECK(std::abs(math::atan(x) - std::atan(x)) < 1e-15);
    CHECK((math::acos(x) >= 0.0 && math::acos(x) <= math::kPi && std::abs(math::asin(x)) <= math::kPi / 2.0));
  }
}

void check_two_arguments(double y, double x) {
  INFO("y = " << y << ", x = " << x);
  const double angle = math::atan2(y, x);
  if (x != x || y != y) {
    CHECK(angle != angle);
  } else if (x != 0.0 || y != 0.0) {
    // Ours has no signed zeros: an angle of -pi is pi.
    const double theirs = std::atan2(y, x);
    CHECK(std::abs(std::abs(angle) - std::abs(theirs)) < 1e-15);
    CHECK((y == 0.0 || (angle <= 0.0) == (theirs <= 0.0)));
  } else {
    CHECK(angle == 0.0);
  }
  const double power = math::pow(y, x);
  if (x == 0.0 || y == 1.0) {
    CHECK(power == 1.0);
  } else {
    CHECK((power == power) == (x == x && y >= 0.0));
  }
}

}  // namespace

TEST_CASE("total: elementary functions have a value for every argument") {
  for (const double x : special_values()) {
    check_one_argument(x);
    for (const double y : special_values()) check_two_arguments(y, x);
  }
  core::Rng rng(31);
  for (int i = 0; i < samples(100000); ++i) {
    check_one_argument(any_bits(rng));
    check_two_arguments(any_double(rng), any_double(rng));
  }
}

TEST_CASE("total: an infinite atan2 is the one of IEEE 754") {
  CHECK(math::atan2(kInf, kInf) == 0.25 * math::kPi);
  CHECK(math::atan2(-kInf, kInf) == -0.25 * math::kPi);
  CHECK(math::atan2(kInf, -kInf) == 0.75 * math::kPi);
  CHECK(math::atan2(1.0, kInf) == 0.0);
  CHECK(math::atan2(1.0, -kInf) == math::kPi);
  CHECK(math::atan2(kInf, 1.0) == math::kPi / 2.0);
}

TEST_CASE("total: rotations are unit quaternions whatever they are made from") {
  core::Rng rng(32);
  for (int i = 0; i < samples(100000); ++i) {
    const Quat a = any_quaternion(rng), b = any_quaternion(rng);
    const Vec3 u = any_vector(rng), v = any_vector(rng);
    const double t = any_double(rng);
    INFO("a " << a.w << " " << a.x << " " << a.y << " " << a.z << ", v " << v.x << " " << v.y << " " << v.z << ", t "
              << t);
    CHECK(is_unit(math::normalized(a)));
    CHECK(is_unit(math::slerp(a, b, t)));
    CHECK(is_unit(math::from_to(math::normalized_or(u, math::kUp), math::normalized_or(v, math::kUp))));
    CHECK(is_unit(math::looking_along(u, v)));
    CHECK(is_unit(math::from_matrix(math::Mat3(u, v, any_vector(rng)))));
    CHECK(is_unit(math::from_rotation_vector(v)));
    CHECK(is_unit(math::swing_twist(a, math::kUp).swing));
    const Vec3 direction = math::normalized_or(v, math::kForward);
    CHECK(std::abs(glm::length(direction) - 1.0) < 1e-12);
    const double yaw = math::yaw_of(a), between = math::angle_between(a, b);
    CHECK((yaw != yaw || std::abs(yaw) <= math::kPi));
    CHECK((between != between || between <= math::kPi + 1e-12));
    CHECK(is_unit(math::interpolate({a, u}, {b, v}, t).rotation));
  }
}

TEST_CASE("total: what is not finite stays visible where no unit is promised") {
  const Quat nothing(kNaN, 0.0, 0.0, 0.0);
  CHECK(math::yaw_of(nothing) != math::yaw_of(nothing));
  CHECK(math::angle_between(nothing, math::kIdentity) != math::angle_between(nothing, math::kIdentity));
  CHECK_FALSE(math::is_finite(math::Pose{nothing, Vec3(0.0)}));
  CHECK_FALSE(math::is_finite(math::Pose{math::kIdentity, Vec3(0.0, kInf, 0.0)}));
  CHECK(math::is_finite(math::Pose{}));
}

TEST_CASE("total: distances of finite shapes are finite, degenerate ones included") {
  core::Rng rng(33);
  for (int i = 0; i < samples(50000); ++i) {
    const math::Triangle t{any_point(rng), any_point(rng), any_point(rng)};
    const math::Triangle flat{t.a, rng.below(2) == 0 ? t.a : t.b, t.b};
    const math::Segment s{any_point(rng), rng.below(4) == 0 ? t.a : any_point(rng)};
    const Vec3 p = any_point(rng);
    for (const math::Nearest& n :
         {math::nearest(s, math::Segment{t.a, t.b}), math::nearest(s, t), math::nearest(t, flat),
          math::nearest(math::Capsule{s, 0.1}, math::Capsule{{t.a, t.c}, 0.2}),
          math::nearest(math::Capsule{s, 0.1}, flat)}) {
      CHECK((std::isfinite(n.distance) && n.distance >= 0.0));
      CHECK((math::is_finite(n.on_first) && math::is_finite(n.on_second)));
    }
    CHECK(math::is_finite(math::nearest_point(t, p)));
    CHECK(math::is_finite(math::nearest_point(flat, p)));
  }
}

TEST_CASE("total: distances of anything end, and a ray that is no ray hits nothing") {
  core::Rng rng(34);
  for (int i = 0; i < samples(50000); ++i) {
    const math::Triangle t{any_vector(rng), any_vector(rng), any_vector(rng)};
    const math::Segment s{any_vector(rng), any_vector(rng)};
    const double parameter = math::nearest_parameter(s, t.a);
    CHECK((parameter >= 0.0 && parameter <= 1.0));
    const math::Nearest n = math::nearest(s, t);
    CHECK((n.distance != n.distance || n.distance >= 0.0));
    const math::Ray ray{any_vector(rng), any_vector(rng)};
    math::Aabb box;
    box.add(any_vector(rng));
    box.add(any_vector(rng));
    const math::Plane plane{any_vector(rng), any_double(rng)};
    const bool sound = ray.origin == ray.origin && ray.direction == ray.direction;  // no NaN
    for (const auto& distance : {math::hit(ray, t), math::hit(ray, box), math::hit(ray, plane)}) {
      if (!distance) continue;
      CHECK(*distance >= 0.0);
      CHECK(sound);
    }
  }
}
