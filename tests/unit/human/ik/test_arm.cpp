// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>

#include "arm_support.h"
#include "human/ik/arm_swivel.h"

using namespace arm_test;

TEST_CASE("a million random reachable targets are met within all limits") {
  const struct {
    Sex sex;
    double percentile;
    Side side;
    bool girdle;
  } cases[] = {{Sex::Male, 0.5, Side::Right, true},
               {Sex::Male, 0.5, Side::Left, false},
               {Sex::Female, 0.05, Side::Left, true},
               {Sex::Male, 0.95, Side::Right, false}};
  int missed = 0, solved = 0;
  double worst_gap = 0.0, worst_turn = 0.0, worst_excess = 0.0, worst_margin = 0.0;
  core::Rng rng(12345);
  for (const auto& c : cases) {
    const Skeleton skeleton = skeleton_of(c.sex, c.percentile);
    const Arm arm = build_arm(skeleton, c.side);
    const ArmSettings settings{.mode = LimbMode::Measure, .girdle = c.girdle, .swivel = {}};
    const Pose thorax{random_rotation(rng), {0.4, 1.3, -2.0}};
    for (int n = 0; n < 250000 / kShare; ++n) {
      const Pose wanted = hand_pose(arm, thorax, posed(arm, random_arm_angles(arm, rng), c.girdle));
      const ArmSolution s = solve_arm(arm, thorax, wanted, settings);
      if (s.status != LimbStatus::Reached) {
        ++missed;
        continue;
      }
      ++solved;
      const Pose reached = hand_pose(arm, thorax, s);
      worst_gap = std::max(worst_gap, glm::length(reached.position - wanted.position));
      worst_turn = std::max(worst_turn, math::angle_between(reached.rotation, wanted.rotation));
      worst_excess = std::max(worst_excess, arm_excess(skeleton, c.side, s));
      worst_margin = std::min(worst_margin, s.margin);
    }
  }
  INFO("missed " << missed << " of " << missed + solved);
  CHECK(missed <= (missed + solved) / 5000);  // 99.98 %
  CHECK(worst_gap <= 1e-5);
  CHECK(worst_turn <= 1e-4);
  CHECK(worst_excess <= 1e-9);
  CHECK(worst_margin >= 0.0);
}

TEST_CASE("the posture's own kinematics puts the hand where the arm said") {
  const Skeleton skeleton = skeleton_of(Sex::Female, 0.5);
  core::Rng rng(2);
  for (const Side side : {Side::Left, Side::Right}) {
    const Arm arm = build_arm(skeleton, side);
    Posture posture = zero_posture(skeleton);
    posture.world_from_pelvis.rotation = random_rotation(rng);
    posture[Joint::L3] = math::from_axis_angle({1, 0, 0}, -0.05);
    Frames<double> frames;
    forward_kinematics(skeleton, posture, frames);
    const Pose thorax = frames.pose(Joint::T2);
    for (int n = 0; n < 500; ++n) {
      const Pose wanted = hand_pose(arm, thorax, posed(arm, random_arm_angles(arm, rng), true));
      const ArmSolution s = solve_arm(arm, thorax, wanted);
      if (s.status != LimbStatus::Reached) continue;
      set_arm(posture, side, s);
      forward_kinematics(skeleton, posture, frames);
      const Pose hand = frames.pose(on_side(Joint::RightHand, side));
      CHECK(glm::length(hand.position - wanted.position) < 1e-5);
      CHECK(math::angle_between(hand.rotation, wanted.rotation) < 1e-6);
      CHECK(limit_excess(skeleton, posture) < 1e-9);
    }
  }
}

TEST_CASE("left and right arms are mirror images to the last bit") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Arm left = build_arm(skeleton, Side::Left), right = build_arm(skeleton, Side::Right);
  core::Rng rng(3);
  for (int n = 0; n < 2000 / std::min(kShare, 4); ++n) {
    const Pose wanted{random_rotation(rng), Vec3(0.2, 0.1, -0.1) + 0.6 * rng.uniform() * random_direction(rng)};
    const Pose other{mirrored_quat(wanted.rotation), wanted.position * Vec3(-1, 1, 1)};
    const ArmSolution a = solve_arm(right, {}, wanted), b = solve_arm(left, {}, other);
    REQUIRE(a.status == b.status);
    REQUIRE(a.swivel == b.swivel);
    REQUIRE(largest_step(a, {.clavicle = mirrored_quat(b.clavicle),
                             .upper_arm = mirrored_quat(b.upper_arm),
                             .forearm = mirrored_quat(b.forearm),
                             .forearm_twist = mirrored_quat(b.forearm_twist),
                             .hand = mirrored_quat(b.hand)}) == 0.0);
  }
}

TEST_CASE("the clavicle follows the upper arm by the law of the girdle") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Arm arm = build_arm(skeleton, Side::Right);
  core::Rng rng(4);
  int n = 0, off = 0;
  for (; n < 20000 / kShare; ++n) {
    const Pose wanted = hand_pose(arm, {}, posed(arm, random_arm_angles(arm, rng), true));
    const ArmSolution s = solve_arm(arm, {}, wanted);
    const Vec3 direction = math::rotate(s.clavicle * s.upper_arm, {0, -1, 0});
    const double shoulder_off =
        glm::length(math::rotate(right_clavicle(direction), arm.shoulder) - math::rotate(s.clavicle, arm.shoulder));
    if (s.status == LimbStatus::Reached && shoulder_off > 2e-4) ++off;
  }
  INFO(off << " of " << n);
  CHECK(off <= n / 1000);
}

TEST_CASE("a wanted swivel is taken where limits allow it, else the nearest allowed one") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Arm arm = build_arm(skeleton, Side::Right);
  core::Rng rng(5);
  int same = 0, total = 0;
  for (int n = 0; n < 3000 / kShare; ++n) {
    const Pose wanted = hand_pose(arm, {}, posed(arm, random_arm_angles(arm, rng), false));
    ArmSettings settings{.mode = LimbMode::Measure, .girdle = false, .swivel = rng.uniform(-3.0, 3.0)};
    const ArmSolution s = solve_arm(arm, {}, wanted, settings);
    REQUIRE(s.status == LimbStatus::Reached);
    settings.swivel = s.swivel;  // a swivel that is allowed comes back
    const ArmSolution again = solve_arm(arm, {}, wanted, settings);
    CHECK(std::abs(math::wrap_angle(again.swivel - s.swivel)) < 1e-6);
    ++total;
    same += std::abs(math::wrap_angle(again.swivel - s.swivel)) < 1e-12 ? 1 : 0;
  }
  CHECK(same > total / 2);
}

TEST_CASE("nonsense in gives finite numbers out") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Arm arm = build_arm(skeleton, Side::Right);
  core::Rng rng(6);
  const auto finite = [](const Quat& q) {
    return std::isfinite(q.w + q.x + q.y + q.z) && std::abs(math::dot(q, q) - 1.0) < 1e-9;
  };
  for (int n = 0; n < 3000 / std::min(kShare, 10); ++n) {
    const double far = math::pow(10.0, rng.uniform(-9.0, 6.0));
    Pose wanted{random_rotation(rng), far * random_direction(rng)};
    if (n % 3 == 0) wanted.position += arm.clavicle + arm.shoulder;  // about the shoulder itself
    if (n == 0) wanted.position = arm.clavicle + arm.shoulder;
    for (const LimbMode mode : {LimbMode::Measure, LimbMode::Present}) {
      const ArmSolution s = solve_arm(arm, {}, wanted, {.mode = mode, .girdle = n % 2 == 0, .swivel = {}});
      REQUIRE(finite(s.clavicle));
      REQUIRE(finite(s.upper_arm));
      REQUIRE(finite(s.forearm));
      REQUIRE(finite(s.forearm_twist));
      REQUIRE(finite(s.hand));
      REQUIRE(std::isfinite(s.gap + s.turn_gap + s.margin));
      REQUIRE(arm_excess(skeleton, Side::Right, s) < 1e-7);
    }
  }
}

TEST_CASE("the set of swivels is what the limits allow, all round the circle") {
  core::Rng rng(77);
  int intervals = 0, several = 0, none = 0, wrong = 0;
  for (const Side side : {Side::Right, Side::Left}) {
    const Skeleton skeleton = skeleton_of(Sex::Female, 0.5);
    const Arm arm = build_arm(skeleton, side);
    const Pose thorax{random_rotation(rng), {0.4, 1.3, -2.0}};
    for (int n = 0; n < 2000 / kShare; ++n) {
      Pose wanted = hand_pose(arm, thorax, posed(arm, random_arm_angles(arm, rng), false));
      if (n % 4 == 3) wanted.rotation = random_rotation(rng);  // mostly beyond the wrist
      const auto set = allowed_swivels(arm, thorax, wanted, math::kIdentity);
      intervals += static_cast<int>(set.size());
      several += set.size() > 1;
      none += set.empty();
      for (int k = 0; k < 72; ++k) {
        const double swivel = math::wrap_angle(math::kTau * k / 72.0 + 0.01);
        const ArmSettings settings{.mode = LimbMode::Measure, .girdle = false, .swivel = swivel};
        const ArmSolution s = solve_arm(arm, thorax, wanted, settings);
        const bool allowed =
            s.status == LimbStatus::Reached && std::abs(math::wrap_angle(s.swivel - swivel)) < 1e-6 && s.gap < 1e-5;
        double inside = -1e9;  // rad from the nearest end, positive within an interval
        for (const SwivelInterval& one : set) {
          for (const double turn : {-math::kTau, 0.0, math::kTau})
            inside = std::max(inside, std::min(swivel + turn - one.from, one.to - swivel - turn));
          if (one.to - one.from > math::kTau - 1e-6) inside = 1.0;
        }
        if (std::abs(inside) > 1e-5 && allowed != (inside > 0.0)) ++wrong;
      }
    }
  }
  INFO(intervals << " intervals; " << several << " sets of several, " << none << " empty ones");
  CHECK(wrong == 0);
  CHECK(several > 20 / kShare);
  CHECK(none > 100 / kShare);
}
