// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>

#include "oracles.h"

using namespace arm_test;

namespace {

// A target near the edge of what is possible: reachable, then disturbed.
Pose disturbed(const Arm& arm, core::Rng& rng, bool girdle) {
  Pose wanted = hand_pose(arm, {}, posed(arm, random_arm_angles(arm, rng), girdle));
  // One by one: compilers differ in the order of operands, and would draw other samples.
  const Vec3 axis = random_direction(rng);
  wanted.rotation = math::from_axis_angle(axis, rng.uniform(0.0, 1.0)) * wanted.rotation;
  const Vec3 way = random_direction(rng);
  wanted.position += rng.uniform(0.0, 0.08) * way;
  return wanted;
}

/// What a dense search over the swivel can solve, the closed form solves.
void check_dense(std::uint64_t seed, int count) {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Arm arm = build_arm(skeleton, Side::Right);
  core::Rng rng(seed);
  for (const bool girdle : {false, true}) {
    const ArmSettings settings{.mode = LimbMode::Measure, .girdle = girdle, .swivel = {}};
    const int targets = girdle ? 3 * count / 2 : count;
    int solvable = 0, missed = 0, more = 0;
    for (int n = 0; n < targets; ++n) {
      const Pose wanted = disturbed(arm, rng, girdle);
      const bool oracle = dense_swivel_solves(skeleton, arm, wanted, girdle, 180);
      const ArmSolution s = solve_arm(arm, {}, wanted, settings);
      solvable += oracle ? 1 : 0;
      missed += oracle && s.status != LimbStatus::Reached ? 1 : 0;
      more += !oracle && s.status == LimbStatus::Reached ? 1 : 0;
    }
    INFO("girdle " << girdle << ": " << missed << " missed of " << solvable << ", " << more << " found in addition");
    CHECK(solvable > targets / 4);
    CHECK(solvable < targets);
    CHECK(1000 * missed <= solvable);
  }
}

void check_bfgs(std::uint64_t seed, int targets) {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Arm arm = build_arm(skeleton, Side::Right);
  core::Rng rng(seed);
  int solvable = 0, missed = 0;
  for (int n = 0; n < targets; ++n) {
    const Pose wanted = disturbed(arm, rng, true);
    BoundedBfgs<7> problem{{-2.0 * math::kPi, 0.0, kShoulderTurn.lower, arm.elbow.lower, arm.twist.lower,
                            arm.flexion.lower, arm.deviation.lower},
                           {2.0 * math::kPi, 1.0, kShoulderTurn.upper, arm.elbow.upper, arm.twist.upper,
                            arm.flexion.upper, arm.deviation.upper},
                           [&](const std::array<double, 7>& x) {
                             const Pose at = independent_hand(skeleton, boxed(x.data(), true), true);
                             const Vec3 away = at.position - wanted.position;
                             const double turned = math::dot(at.rotation, wanted.rotation);
                             return glm::dot(away, away) + 0.1 * (1.0 - turned * turned);
                           }};
    bool solved = false;
    for (int k = 0; k < 6 && !solved; ++k) {
      std::array<double, 7> x;
      for (std::size_t i = 0; i < 7; ++i) x[i] = rng.uniform(0.6 * problem.lower[i], 0.6 * problem.upper[i]);
      x[0] = rng.uniform(-2.0, 2.5);
      solved = problem.minimise(x, 300) < 1e-10;  // 0.01 mm and 0.03 mrad
    }
    if (!solved) continue;
    ++solvable;
    missed += solve_arm(arm, {}, wanted).status == LimbStatus::Reached ? 0 : 1;
  }
  INFO(missed << " missed of " << solvable);
  CHECK(solvable > targets / 5);
  CHECK(1000 * missed <= solvable);  // 99.9 %, as asked
}

/// Out of reach the wrist goes to the nearest place there is.
void check_nearest(std::uint64_t seed, int count) {
  const Skeleton skeleton = skeleton_of(Sex::Female, 0.5);
  const Arm arm = build_arm(skeleton, Side::Right);
  core::Rng rng(seed);
  double worst = 0.0, worst_apart = 0.0;
  int apart = 0, targets = 0;
  for (const bool girdle : {false, true}) {
    for (int n = 0; n < count; ++n) {
      const Vec3 shoulder = arm.clavicle + arm.shoulder;
      const double far = n % 3 == 0 ? rng.uniform(0.0, 0.18) : rng.uniform(0.3, 1.2);
      const Pose wanted{random_rotation(rng), shoulder + far * random_direction(rng)};
      const ArmSolution s = solve_arm(arm, {}, wanted, {.mode = LimbMode::Measure, .girdle = girdle, .swivel = {}});
      const Vec3 oracle = nearest_wrist(skeleton, arm, wanted.position, girdle, rng, 12);
      const Vec3 got = hand_pose(arm, {}, s).position;
      const double oracle_gap = glm::length(oracle - wanted.position);
      CHECK(std::abs(glm::length(got - wanted.position) - s.gap) < 1e-9);
      worst = std::max(worst, s.gap - oracle_gap);
      ++targets;
      // The same place, unless there are two as near.
      if (oracle_gap > 1e-4 && glm::length(got - oracle) > 1e-3 && s.gap > oracle_gap - 1e-4) {
        ++apart;
        worst_apart = std::max(worst_apart, glm::length(got - oracle));
      }
      CHECK(arm_excess(skeleton, Side::Right, s) < 1e-7);
    }
  }
  INFO("gap at most " << worst << " m above the oracle's; elsewhere in " << apart << " of " << targets << ", by "
                      << worst_apart << " m");
  CHECK(worst < 1e-3);
  CHECK(apart <= targets / 50);
}

}  // namespace

TEST_CASE("what a dense search over the swivel can solve, the closed form solves") {
  check_dense(11, 4000 / kShare);
}
TEST_CASE("what bounded BFGS can solve, the closed form solves") {
  check_bfgs(12, 60 / std::min(kShare, 10));
}
TEST_CASE("out of reach the wrist goes to the nearest place there is") {
  check_nearest(13, 150 / std::min(kShare, 10));
}
TEST_CASE("oracles of the arm on many more targets", "[.all]") {
  check_dense(101, 100000);
  check_bfgs(102, 3000);
  check_nearest(103, 3000);
}
