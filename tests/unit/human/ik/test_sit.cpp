// SPDX-License-Identifier: Apache-2.0
// Sitting down: the hips over the seat, the soles where they stood, joints within their limits.
#include "human/ik/sit.h"

#include <catch2/catch_test_macros.hpp>

#include "posture_problems.h"

using namespace posture_test;

TEST_CASE("Sit: everybody sits down on a chair behind them, soles where they stood", "[human][ik]") {
  for (const double percentile : {0.05, 0.5, 0.95}) {
    for (const Sex sex : {Sex::Female, Sex::Male}) {
      const Subject s(person(sex, percentile));
      const Posture stand = standing_posture(s.skeleton);
      Frames<double> before, after;
      forward_kinematics(s.skeleton, stand, before);
      for (const double back : {0.35, 0.42, 0.5}) {
        const Vec3 seat(0.0, 0.46, back);
        const auto seated = sit_from(s.skeleton, s.dimensions, stand, seat, 0.1);
        INFO("percentile " << percentile << ", seat " << back << " m behind");
        REQUIRE(seated);
        forward_kinematics(s.skeleton, *seated, after);
        const Vec3 hips = after.position(Joint::Pelvis);
        CHECK(hips.y > seat.y + 0.05);
        CHECK(hips.y < seat.y + 0.13);
        CHECK(hips.z <= seat.z + 1e-9);
        CHECK(hips.z >= seat.z - 0.1 - 1e-9);
        for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot, Joint::LeftToes, Joint::RightToes})
          CHECK(glm::length(after.position(foot) - before.position(foot)) < 3e-3);
        CHECK(limit_excess(s.skeleton, *seated) < 1e-9);
        // On the way the feet stay too, and the trunk leans forward.
        const Posture half = sitting_down(s.skeleton, stand, *seated, 0.5);
        forward_kinematics(s.skeleton, half, after);
        CHECK(after.pose(Joint::T2).direction(math::kUp).z < -0.3);
        for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot})
          CHECK(glm::length(after.position(foot) - before.position(foot)) < 3e-3);
      }
    }
  }
}

TEST_CASE("Sit: nobody sits down on what is too high or too far behind", "[human][ik]") {
  const Subject s(person(Sex::Female, 0.5));
  const Posture stand = standing_posture(s.skeleton);
  CHECK_FALSE(sit_from(s.skeleton, s.dimensions, stand, {0.0, 0.46, 0.95}, 0.1));
  CHECK_FALSE(sit_from(s.skeleton, s.dimensions, stand, {0.0, 0.80, 0.4}, 0.1));
}
