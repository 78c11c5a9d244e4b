// SPDX-License-Identifier: Apache-2.0
// The solvers must not allocate: every `new` of this program is counted.
#include <catch2/catch_test_macros.hpp>

#include "allocation_counter.h"
#include "arm_support.h"
#include "human/body/balance.h"
#include "human/ik/arm_7dof.h"
#include "human/ik/leg.h"
#include "posture_problems.h"

using namespace arm_test;

TEST_CASE("arm, leg and balance do not allocate") {
  const Dimensions dimensions = person(Sex::Male, 0.5);
  const Skeleton skeleton = build_skeleton(dimensions);
  const Arm arm = build_arm(skeleton, Side::Left);
  const Leg leg = build_leg(skeleton, Side::Right);
  const Arm7 arm7 = reference_arm7();
  const Sole sole = build_sole(dimensions, Side::Right);
  core::Rng rng(51);
  double sum = inside_reach({0.0, -1.0, 0.0});  // tables are built at first use
  const std::size_t before = fh::test::g_allocations;
  for (int n = 0; n < 300; ++n) {  // reached, clamped and out of reach
    const Pose wanted{random_rotation(rng), 0.9 * rng.uniform() * random_direction(rng)};
    sum += solve_arm(arm, {}, wanted).gap + solve_leg(leg, {}, wanted).gap + solve_arm7(arm7, wanted).angles[0];
    sum += solve_arm(arm, {}, wanted, {.mode = LimbMode::Present, .girdle = true, .swivel = {}}).gap;
    const FootContact foot{wanted, SoleContact::Whole};
    sum += balance_of(support_polygon(sole, foot, sole, foot), wanted.position).margin;
  }
  CHECK(fh::test::g_allocations == before);
  CHECK(std::isfinite(sum));
}

TEST_CASE("the search for a posture of the whole body does not allocate") {
  const posture_test::Subject subject(person(Sex::Female, 0.5));
  core::Rng rng(52);
  double sum = inside_reach({0.0, -1.0, 0.0});
  for (int n = 0; n < 20; ++n) {
    posture_test::Problem problem;
    posture_test::random_problem(subject, rng, problem);
    const std::size_t before = fh::test::g_allocations;
    sum += solve_posture(subject.body, problem.posture).cost;
    CHECK(fh::test::g_allocations == before);
  }
  CHECK(std::isfinite(sum));
}
