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

TEST_CASE("a turn that is asked for little by little arrives, however far the toes point outward") {
  for (const double toe_out : {0.05, 0.18, 0.25}) {
    for (const double yaw : {-1.2, 1.2}) {
      Walk walk(man(), kFlat);
      auto command = ahead(0.0);
      command.style.toe_out = toe_out;
      walk.run(1.0, command);
      for (int i = 0; i < 6 * 90; ++i) {  // as navigation does: never far ahead of where the body is
        const double left = math::wrap_angle(yaw - walk.state.yaw);
        const double now = walk.state.yaw + math::clamp(left, -0.01, 0.01);
        command.facing = math::from_axis_angle(math::kUp, now) * math::kForward;
        walk.tick(command, false);
      }
      INFO("toes " << toe_out << ", yaw " << yaw);
      CHECK_THAT(math::wrap_angle(walk.state.yaw - yaw), WithinAbs(0.0, 0.03));
    }
  }
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
        head += math::angle_between(before, walk.posture[human::Joint::Neck] * walk.posture[human::Joint::Head]);
      }
      place = walk.posture.world_from_pelvis.position;
      before = walk.posture[human::Joint::Neck] * walk.posture[human::Joint::Head];
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

namespace {

struct Looks {
  human::Frames<double> frames;
  explicit Looks(const Walk& walk) { human::forward_kinematics(man().skeleton, walk.posture, frames); }
  double off(human::Joint eye, const Vec3& point) const {
    const math::Pose pose = frames.pose(eye);
    const Vec3 to = glm::normalize(point - pose.position);
    return std::acos(std::min(1.0, glm::dot(to, pose.direction(math::kForward))));
  }
  double worst(const Vec3& point) const {
    return std::max(off(human::Joint::LeftEye, point), off(human::Joint::RightEye, point));
  }
  double head_yaw() const { return math::yaw_of(frames.rotation(human::Joint::Head)); }
};

}  // namespace

TEST_CASE("a walker's eyes are on the point it looks at, each of them, near and far") {
  for (const bool walks : {false, true}) {
    for (const Vec3& point : {Vec3(-3.0, 1.5, -4.0), Vec3(0.1, 1.5, -0.8), Vec3(1.0, 0.0, -1.5), Vec3(2.5, 2.6, 0.4)}) {
      Walk walk(man(), kFlat);
      human::GaitCommand command = walks ? ahead(1.2) : human::GaitCommand{};
      for (int i = 0; i < 135; ++i) {
        command.gaze = walk.state.root + point;
        walk.tick(command, true);
      }
      INFO(point.x << " " << point.y << " " << point.z);
      const Looks looks(walk);
      CHECK(looks.worst(*command.gaze) < math::radians(0.5));
      check_feet(walk.m);
    }
  }
}

TEST_CASE("the gaze: eyes first and fast, the head after them, the point held while it turns") {
  double before = 0.0;
  for (const double degrees : {5.0, 10.0, 20.0, 35.0}) {
    Walk walk(man(), kFlat);
    human::GaitCommand command;
    command.style.liveliness = 0.0;
    command.gaze = Vec3(0.0, 1.6, -4.0);
    walk.run(1.0, command, true);
    const double yaw = math::radians(degrees), from = Looks(walk).head_yaw();
    command.gaze = Vec3(-4.0 * std::sin(yaw), 1.6, -4.0 * std::cos(yaw));
    double met = -1.0, half = -1.0;
    std::vector<double> heads;
    for (int i = 1; i <= 90; ++i) {
      walk.tick(command, true);
      const Looks looks(walk);
      heads.push_back(looks.head_yaw() - from);
      if (met < 0.0 && looks.worst(*command.gaze) < math::radians(1.0)) met = i * kDt;
      if (met >= 0.0) CHECK(looks.worst(*command.gaze) < math::radians(1.0));
    }
    for (std::size_t i = 0; i < heads.size() && half < 0.0; ++i) {
      if (heads[i] >= 0.5 * heads.back()) half = static_cast<double>(i + 1) * kDt;
    }
    INFO(degrees);
    // Main sequence: 21 ms and 2.2 ms per degree, to a tick.
    CHECK_THAT(met, WithinAbs(0.021 + 0.0022 * degrees, 1.01 * kDt));
    CHECK(met >= before);
    before = met;
    if (degrees > 20.0) {
      CHECK(heads.back() > math::radians(8.0));
      CHECK(met < half);
      CHECK(half > 0.12);
      CHECK(half < 0.3);
    }
  }
}

TEST_CASE("what is behind is looked at as far as joints allow, and stays on its side") {
  Walk walk(man(), kFlat);
  human::GaitCommand command;
  command.style.liveliness = 0.0;
  double fastest = 0.0, before = 0.0;
  for (int i = 0; i < 360; ++i) {  // past the back by 20 degrees and home again
    const double yaw = math::radians(120.0 + 40.0 * (1.0 - std::cos(math::kTau * i / 360.0)));
    command.gaze = Vec3(-3.0 * std::sin(yaw), 1.4, -3.0 * std::cos(yaw));
    walk.tick(command, true);
    CHECK(human::limit_excess(man().skeleton, walk.posture) < 1e-9);
    const Looks looks(walk);
    if (i > 20) {
      CHECK(looks.head_yaw() > 0.5);
      fastest = std::max(fastest, std::abs(looks.head_yaw() - before) / kDt);
    }
    before = looks.head_yaw();
  }
  CHECK(fastest < 5.5);
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
