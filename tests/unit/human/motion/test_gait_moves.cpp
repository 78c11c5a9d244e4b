// SPDX-License-Identifier: Apache-2.0
// Starting, stopping, turning, side-steps, and standing about.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "gait_cases.h"

using namespace gait_cases;
using Catch::Matchers::WithinAbs;

TEST_CASE("start and stop settle with the feet side by side") {
  for (const double speed : {0.6, 1.4, 3.0}) {
    Walk walk(man(), kFlat);
    walk.run(1.0, ahead(0.0), true);
    CHECK(walk.m.steps == 0);
    walk.run(3.0, ahead(speed), true);
    CHECK_THAT(glm::length(walk.state.velocity), WithinAbs(speed, 1e-9));
    walk.run(4.0, ahead(0.0), true);
    check_feet(walk.m);
    const int steps = walk.m.steps;
    walk.run(2.0, ahead(0.0), true);
    INFO(speed << " m/s");
    CHECK(walk.m.steps == steps);
    CHECK_FALSE(walk.state.feet.stepping);
    const Vec3 apart = walk.state.feet.feet[1].hold.position - walk.state.feet.feet[0].hold.position;
    CHECK(std::abs(glm::dot(apart, human::forward_of(walk.state.yaw))) < 0.13);
    CHECK(glm::dot(apart, human::right_of(walk.state.yaw)) > 0.08);
    CHECK(glm::length(walk.state.velocity) == 0.0);
  }
}

TEST_CASE("turning on the spot is stepped, not slid, and arrives") {
  Walk walk(man(), kFlat);
  for (const double yaw : {1.57, -1.57, 3.1, 0.0}) {
    walk.run(3.5, ahead(0.0, yaw), true);
    CHECK_THAT(math::wrap_angle(walk.state.yaw - yaw), WithinAbs(0.0, 0.02));
    CHECK_FALSE(walk.state.feet.stepping);
  }
  check_feet(walk.m);
  CHECK(walk.m.skate < 0.003);
  CHECK(glm::length(walk.state.root) < 1e-9);
}

TEST_CASE("sideways and backwards") {
  for (const Vec3& velocity :
       {0.3 * math::kRight, -0.6 * math::kRight, -0.5 * math::kForward, -1.0 * math::kForward, Vec3(0.4, 0.0, -0.8)}) {
    Walk walk(man(), kFlat);
    human::GaitCommand command = ahead(0.0);
    command.velocity = velocity;
    walk.run(8.0 * kShare + 2.0, command, true);
    INFO(velocity.x << ", " << velocity.z);
    check_feet(walk.m);
    CHECK_THAT(glm::length(walk.state.velocity - velocity), WithinAbs(0.0, 1e-9));
    CHECK_THAT(walk.state.yaw, WithinAbs(0.0, 1e-9));
  }
}

TEST_CASE("a root the caller holds back is followed by the feet") {
  // A wall at z = -2, reached at full speed and walked along obliquely.
  Walk walk(man(), kFlat);
  human::GaitCommand command = ahead(1.4);
  command.velocity = Vec3(0.5, 0.0, -1.3);
  for (int i = 0; i < 500; ++i) {
    Vec3 root = human::next_root(command, kDt, walk.state);
    root.z = std::max(root.z, -2.0);
    command.root = root;
    walk.tick(command, true);
    CHECK(walk.state.root.z >= -2.0);
    CHECK(walk.state.root.x == root.x);
  }
  CHECK(walk.m.skate <= 0.02);
  CHECK(walk.m.deepest <= 0.001);
  CHECK(walk.m.lowest > 0.8 * man().hip_height);
}

TEST_CASE("standing people breathe, shift and glance; without liveliness they are still") {
  const auto travel = [](double liveliness, std::uint64_t seed) {
    Walk walk(man(), kFlat);
    human::GaitCommand command;
    command.style.liveliness = liveliness;
    command.style.seed = seed;
    double pelvis = 0.0, head = 0.0;
    math::Quat before = math::kIdentity;
    Vec3 place(0.0);
    for (int i = 0; i < 900; ++i) {
      walk.tick(command, true);
      if (i > 0) {
        pelvis += glm::length(walk.posture.world_from_pelvis.position - place);
        head += math::angle_between(before, walk.posture[human::Joint::Head]);
      }
      place = walk.posture.world_from_pelvis.position;
      before = walk.posture[human::Joint::Head];
    }
    check_feet(walk.m);
    CHECK(walk.m.steps == 0);
    CHECK(walk.m.skate < 1e-6);
    return std::pair{pelvis, head};
  };
  const auto lively = travel(1.0, 3), still = travel(0.0, 3), other = travel(1.0, 4);
  CHECK(lively.first > 0.03);
  CHECK(lively.first < 0.6);
  CHECK(lively.second > 0.3);
  CHECK(still.first < 1e-6);
  CHECK(lively != other);
}

TEST_CASE("the gaze is followed within limits, and given up behind the back") {
  Walk walk(man(), kFlat);
  human::GaitCommand command;
  command.style.liveliness = 0.0;
  const auto looks = [&] {
    human::Frames<double> frames;
    human::forward_kinematics(man().skeleton, walk.posture, frames);
    return frames.pose(human::Joint::LeftEye).direction(math::kForward);
  };
  command.gaze = Vec3(-3.0, 1.5, -4.0);
  walk.run(1.5, command, true);
  const Vec3 to = glm::normalize(*command.gaze - Vec3(0.0, 1.63, 0.0));
  CHECK(glm::dot(looks(), to) > std::cos(math::radians(6.0)));
  command.gaze = Vec3(0.3, 1.6, 5.0);
  walk.run(1.5, command, true);
  CHECK(looks().z < -0.9);
  check_feet(walk.m);
}

TEST_CASE("coherent noise is zero at integers, smooth and bounded") {
  for (int i = -5; i < 5; ++i) CHECK_THAT(human::coherent_noise(7, i), WithinAbs(0.0, 1e-12));
  double slope = 0.0;
  for (double x = -3.0; x < 3.0; x += 0.01) {
    const double y = human::coherent_noise(7, x);
    CHECK(std::abs(y) <= 1.0);
    const double now = (human::coherent_noise(7, x + 1e-5) - y) / 1e-5;
    if (x > -2.99) CHECK(std::abs(now - slope) < 0.6);
    slope = now;
  }
}
