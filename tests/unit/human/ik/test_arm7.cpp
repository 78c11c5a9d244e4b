// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>

#include "arm_support.h"
#include "human/ik/arm_7dof.h"

using namespace arm_test;

TEST_CASE("ARM7: every target made within the limits is met within the limits") {
  const Arm7 arm = reference_arm7();
  core::Rng rng(12345);
  int missed = 0;
  double worst_gap = 0.0, worst_turn = 0.0;
  bool inside = true;
  for (int n = 0; n < 500000 / kShare; ++n) {
    std::array<double, 7> angles;
    for (std::size_t k = 0; k < 7; ++k) angles[k] = rng.uniform(arm.limits[k].lower, arm.limits[k].upper);
    const Pose wanted = tool_pose(arm, angles);
    const Arm7Solution s = solve_arm7(arm, wanted);
    if (s.status != LimbStatus::Reached) {
      ++missed;
      continue;
    }
    const Pose reached = tool_pose(arm, s.angles);
    worst_gap = std::max(worst_gap, glm::length(reached.position - wanted.position));
    worst_turn = std::max(worst_turn, math::angle_between(reached.rotation, wanted.rotation));
    for (std::size_t k = 0; k < 7; ++k)
      inside = inside && s.angles[k] >= arm.limits[k].lower && s.angles[k] <= arm.limits[k].upper;
  }
  CHECK(missed == 0);
  CHECK(worst_gap < 1e-9);
  CHECK(worst_turn < 1e-8);
  CHECK(inside);
}

TEST_CASE("ARM7: what cannot be reached is said to be so") {
  const Arm7 arm = reference_arm7();
  CHECK(solve_arm7(arm, {math::kIdentity, {0.9, 0.0, 0.0}}).status == LimbStatus::OutOfReach);
  CHECK(solve_arm7(arm, {math::kIdentity, {0.1, 0.0, 0.0}}).status == LimbStatus::OutOfReach);
  // Reachable in place, but not with the hand pointing back at the shoulder.
  CHECK(solve_arm7(arm, {math::from_axis_angle({0, 0, 1}, math::kPi), {0.45, 0.0, 0.0}}).status ==
        LimbStatus::LimitClamped);
}
