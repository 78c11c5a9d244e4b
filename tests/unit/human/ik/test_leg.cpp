// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>

#include "arm_support.h"
#include "human/ik/leg.h"

using namespace arm_test;
using math::degrees;
using math::radians;

namespace {

double leg_excess(const Skeleton& skeleton, Side side, const LegSolution& s) {
  Posture posture;
  set_leg(posture, side, s);
  return limit_excess(skeleton, posture);
}

LegSolution random_leg(const Leg& leg, core::Rng& rng) {
  const auto in = [&rng](const Limit& limit) { return rng.uniform(limit.lower, limit.upper); };
  const auto at = [&leg](Joint joint) { return on_side(joint, leg.side); };
  const double hip[3] = {in(leg.hip_limits[0]), in(leg.hip_limits[1]), in(leg.hip_limits[2])};
  const double knee = in(leg.knee), ankle[2] = {in(leg.dorsiflexion), in(leg.inversion)};
  LegSolution s;
  s.thigh = joint_rotation(at(Joint::RightThigh), hip);
  s.shank = joint_rotation(at(Joint::RightShank), &knee);
  s.foot = joint_rotation(at(Joint::RightFoot), ankle);
  return s;
}

Vec3 knee_of(const Leg& leg, const LegSolution& s) {
  const Vec3 hip = leg.side == Side::Left ? leg.hip * Vec3(-1, 1, 1) : leg.hip;
  return hip + math::rotate(s.thigh, Vec3(0, -leg.links.upper, 0));
}

}  // namespace

TEST_CASE("random feet within the limits are met within the limits") {
  core::Rng rng(31);
  for (const Side side : {Side::Left, Side::Right}) {
    const Skeleton skeleton = skeleton_of(Sex::Female, 0.5);
    const Leg leg = build_leg(skeleton, side);
    const Pose pelvis{random_rotation(rng), {0.3, 0.9, 1.0}};
    double worst_gap = 0.0, worst_turn = 0.0, worst_excess = 0.0;
    int missed = 0;
    const int feet = 50000 / kShare;
    for (int n = 0; n < feet; ++n) {
      const Pose wanted = foot_pose(leg, pelvis, random_leg(leg, rng));
      const LegSolution s = solve_leg(leg, pelvis, wanted);
      if (s.status != LimbStatus::Reached) {
        ++missed;
        continue;
      }
      const Pose reached = foot_pose(leg, pelvis, s);
      worst_gap = std::max(worst_gap, glm::length(reached.position - wanted.position));
      worst_turn = std::max(worst_turn, math::angle_between(reached.rotation, wanted.rotation));
      if (n % 10 == 0) worst_excess = std::max(worst_excess, leg_excess(skeleton, side, s));
    }
    INFO("missed " << missed);
    CHECK(missed <= feet / 1000);
    CHECK(worst_gap <= 1e-5);
    CHECK(worst_turn <= 1e-4);
    CHECK(worst_excess <= 1e-9);
  }
}

TEST_CASE("standing, stepping, sitting and squatting legs bend their knees forward") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  for (const Side side : {Side::Left, Side::Right}) {
    const Leg leg = build_leg(skeleton, side);
    const double across = side == Side::Right ? 1.0 : -1.0;
    const Pose pelvis{math::kIdentity, skeleton.standing_pelvis()};
    const double ankle = pelvis.position.y - leg.links.upper - leg.links.lower;
    for (double lower = 0.0; lower < 0.35; lower += 0.01) {
      for (double ahead = -0.2; ahead < 0.35; ahead += 0.05) {
        for (double toe_out = -0.1; toe_out < 0.4; toe_out += 0.1) {
          const Pose down{pelvis.rotation, pelvis.position - Vec3(0, lower, 0)};
          const Pose foot{math::from_axis_angle({0, 1, 0}, -across * toe_out),
                          {across * (leg.hip.x + 0.02), ankle, -ahead}};
          const LegSolution s = solve_leg(leg, down, foot);
          if (s.status == LimbStatus::OutOfReach) continue;
          CHECK(s.gap < 1e-6);
          const Vec3 knee = down.point(knee_of(leg, s));
          const Vec3 hip = down.point(Vec3(across * leg.hip.x, leg.hip.y, leg.hip.z));
          const Vec3 middle = hip + (foot.position - hip) * (glm::dot(knee - hip, foot.position - hip) /
                                                             glm::dot(foot.position - hip, foot.position - hip));
          CHECK(glm::dot(knee - middle, math::rotate(foot.rotation, {0, 0, -1})) > -1e-6);
          CHECK(leg_excess(skeleton, side, s) < 1e-9);
        }
      }
    }
    // Seated: feet before the pelvis, half a leg lower.
    const LegSolution seated =
        solve_leg(leg, pelvis, {math::kIdentity, pelvis.position + Vec3(across * 0.1, -0.42, -0.42)});
    CHECK(seated.status == LimbStatus::Reached);
    CHECK(knee_of(leg, seated).z < -0.3);
  }
}

TEST_CASE("a free foot lets the knee go where it is told") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Leg leg = build_leg(skeleton, Side::Right);
  const Vec3 ankle(0.15, -0.65, -0.1);
  for (const double turn : {-0.3, 0.0, 0.4}) {
    const Vec3 knee(std::sin(turn), 0.0, -std::cos(turn));
    LegSettings settings;
    settings.free_foot = true;
    settings.knee = knee;
    const LegSolution s = solve_leg(leg, {}, {math::kIdentity, ankle}, settings);
    CHECK(s.gap < 1e-9);
    const Vec3 axis = glm::normalize(ankle - leg.hip), out = knee_of(leg, s) - leg.hip;
    const Vec3 got = glm::normalize(out - glm::dot(out, axis) * axis);
    CHECK(glm::dot(got, glm::normalize(knee - glm::dot(knee, axis) * axis)) > 1.0 - 1e-9);
  }
}

TEST_CASE("legs too short say by how much, and ease into the stretch") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Leg leg = build_leg(skeleton, Side::Right);
  const double full = leg.links.farthest;
  double before = 0.0;
  for (double share = 0.9; share < 1.2; share += 0.002) {
    const Pose wanted{math::kIdentity, leg.hip + Vec3(0, -share * full, 0)};
    const LegSolution hard = solve_leg(leg, {}, wanted);
    CHECK(std::abs(hard.gap - std::max(0.0, (share - 1.0) * full)) < 1e-6);
    CHECK((hard.status == LimbStatus::OutOfReach) == (share * full > full + 1e-9));
    const LegSolution soft = solve_leg(leg, {}, wanted, {.mode = LimbMode::Present});
    const double knee = 2.0 * std::acos(std::min(1.0, soft.shank.w));
    if (share > 0.9) CHECK(std::abs(knee - before) < radians(4.0));
    before = knee;
  }
}

TEST_CASE("the toes stay level while the heel is up") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Leg leg = build_leg(skeleton, Side::Left);
  for (double heel = 0.0; heel < 0.8; heel += 0.1) {
    const Pose pelvis{math::from_axis_angle({0, 1, 0}, 0.8), {0, 0.9, 0}};
    const Pose foot = pelvis * Pose{math::from_axis_angle({1, 0, 0}, -heel), Vec3(-leg.hip.x, -0.75, -0.1)};
    const LegSolution s = solve_leg(leg, pelvis, foot);
    const Vec3 toes = math::rotate(foot_pose(leg, pelvis, s).rotation * s.toes, {0, 0, -1});
    if (s.turn_gap < 1e-6) CHECK(std::abs(toes.y) < 1e-9);
  }
  CHECK(solve_leg(leg, {}, {math::from_axis_angle({1, 0, 0}, 0.2), Vec3(-leg.hip.x, -0.7, -0.4)}).toes.w == 1.0);
}

TEST_CASE("left and right legs are mirror images to the last bit") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Leg left = build_leg(skeleton, Side::Left), right = build_leg(skeleton, Side::Right);
  core::Rng rng(33);
  for (int n = 0; n < 1000; ++n) {
    const Pose wanted{random_rotation(rng), Vec3(0.1, -0.5, -0.1) + 0.4 * random_direction(rng)};
    const Pose other{mirrored_quat(wanted.rotation), wanted.position * Vec3(-1, 1, 1)};
    const LegSolution a = solve_leg(right, {}, wanted), b = solve_leg(left, {}, other);
    REQUIRE(a.status == b.status);
    REQUIRE(math::angle_between(a.thigh, mirrored_quat(b.thigh)) == 0.0);
    REQUIRE(math::angle_between(a.shank, mirrored_quat(b.shank)) == 0.0);
    REQUIRE(math::angle_between(a.foot, mirrored_quat(b.foot)) == 0.0);
    REQUIRE(leg_excess(skeleton, Side::Right, a) < 1e-9);
  }
}
