// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"
#include "math/eigen_bridge.h"
#include "math/pose.h"

using namespace fh;
using namespace fh::math;

namespace {

Vec3 random_vector(core::Rng& rng) {
  return {rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
}
Quat random_rotation(core::Rng& rng) {
  return normalized({rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)});
}
bool near(const Vec3& a, const Vec3& b, double tolerance = 1e-12) {
  return glm::length(a - b) < tolerance;
}

}  // namespace

TEST_CASE("rotation: agrees with Eigen") {
  core::Rng rng(1);
  for (int i = 0; i < 10000; ++i) {
    const Quat a = random_rotation(rng), b = random_rotation(rng);
    const Vec3 v = random_vector(rng);
    CHECK(near(rotate(a, v), from_eigen(Eigen::Vector3d(to_eigen(a) * to_eigen(v)))));
    CHECK(near(rotate(a * b, v), rotate(a, rotate(b, v))));
    CHECK(near(to_matrix(a) * v, rotate(a, v)));
    CHECK(angle_between(from_matrix(to_matrix(a)), a) < 1e-7);
    CHECK(std::abs(angle_between(a, b) - to_eigen(a).angularDistance(to_eigen(b))) < 1e-7);
    const Eigen::Isometry3d expected = to_eigen(Pose{a, v}) * to_eigen(Pose{b, v});
    CHECK(near((Pose{a, v} * Pose{b, v}).point(v), from_eigen(Eigen::Vector3d(expected * to_eigen(v)))));
  }
}

TEST_CASE("rotation: vector form, from_to, slerp and inverse") {
  core::Rng rng(2);
  for (int i = 0; i < 10000; ++i) {
    const Quat a = random_rotation(rng), b = random_rotation(rng);
    CHECK(angle_between(from_rotation_vector(to_rotation_vector(a)), a) < 1e-7);
    const Vec3 from = glm::normalize(random_vector(rng)), to = glm::normalize(random_vector(rng));
    CHECK(near(rotate(from_to(from, to), from), to, 1e-9));
    CHECK(near(rotate(from_to(from, -from), from), -from, 1e-9));
    CHECK(angle_between(slerp(a, b, 0.0), a) < 1e-7);
    CHECK(angle_between(slerp(a, b, 1.0), b) < 1e-7);
    CHECK(std::abs(angle_between(a, slerp(a, b, 0.25)) - 0.25 * angle_between(a, b)) < 1e-7);
    const Pose pose{a, random_vector(rng)};
    CHECK(near((inverse(pose) * pose).point(from), from));
  }
  CHECK(near(rotate(from_rotation_vector({0, 1e-12, 0}), kForward), {-1e-12, 0, -1}, 1e-15));
}

TEST_CASE("rotation: swing and twist multiply back and the swing has no twist") {
  core::Rng rng(3);
  for (int i = 0; i < 10000; ++i) {
    const Quat q = random_rotation(rng);
    const Vec3 axis = glm::normalize(random_vector(rng));
    const SwingTwist parts = swing_twist(q, axis);
    CHECK(angle_between(parts.swing * from_axis_angle(axis, parts.twist), q) < 1e-7);
    CHECK(std::abs(glm::dot(Vec3(parts.swing.x, parts.swing.y, parts.swing.z), axis)) < 1e-9);
    CHECK(std::abs(parts.twist) <= kPi + 1e-12);
  }
  const SwingTwist half_turn = swing_twist(from_axis_angle(kRight, kPi), kUp);
  CHECK(std::abs(half_turn.twist) < 1e-9);
}

TEST_CASE("rotation: heading of a head, also when bowed") {
  for (double yaw = -3.0; yaw < 3.1; yaw += 0.25) {
    CHECK(std::abs(wrap_angle(yaw_of(from_yaw_pitch_roll(yaw, 0.3, 0.1)) - yaw)) < 0.1);
    CHECK(std::abs(wrap_angle(yaw_of(from_yaw_pitch_roll(yaw, -kPi / 2, 0.0)) - yaw)) < 1e-6);
    CHECK(std::abs(wrap_angle(yaw_of(from_yaw_pitch_roll(yaw, kPi / 2, 0.0)) - yaw)) < 1e-6);
  }
  CHECK(near(rotate(looking_along({1, 0, 0}), kForward), {1, 0, 0}));
  CHECK(near(rotate(looking_along({0, -1, 0}), kForward), {0, -1, 0}, 1e-9));
}
