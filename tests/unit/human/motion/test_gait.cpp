// SPDX-License-Identifier: Apache-2.0
// The walk itself: feet, cadence, joints, state.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

#include "core/rng.h"
#include "gait_cases.h"

using namespace gait_cases;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("feet neither skate nor sink on straight paths, 0.2 to 3.5 m/s") {
  for (const human::Walker& w : {man(), walker(Sex::Female, 0.05), walker(Sex::Male, 0.95)}) {
    for (const double speed : {0.2, 0.5, 1.0, 1.4, 1.8, 2.0, 2.4, 3.0, 3.5}) {
      INFO("hip height " << w.hip_height << ", " << speed << " m/s");
      Walk walk(w, kFlat);
      walk.run(4.0 + 6.0 * kShare, ahead(speed), true);
      check_feet(walk.m);
      CHECK(walk.m.skate <= 0.002);  // the target is none
      CHECK(walk.m.steps >= (speed < 0.3 ? 2 : 4));
    }
  }
}

namespace {

double fastest_on_curve(double radius) {
  return std::min(human::kFastestForward, std::sqrt(human::kFirmestCurve * radius));
}

}  // namespace

TEST_CASE("feet neither skate nor sink on any curve of 1 m and more that feet can hold") {
  for (const double radius : {1.0, 1.3, 2.0, 3.0, 5.0}) {
    const double fastest = fastest_on_curve(radius);
    for (const double share : {0.2, 0.4, 0.6, 0.8, 0.9, 1.0}) {
      INFO("radius " << radius << " m, " << share * fastest << " m/s");
      check_feet(circle(man(), share * fastest, radius, 6.0 * kShare));
    }
  }
  for (const human::Walker& w : {walker(Sex::Female, 0.05), walker(Sex::Male, 0.95)}) {
    for (const double radius : {1.0, 2.0}) {
      for (const double share : {0.5, 1.0}) {
        INFO("hip height " << w.hip_height << ", radius " << radius << " m, " << share);
        check_feet(circle(w, share * fastest_on_curve(radius), radius, 6.0 * kShare));
      }
    }
  }
}

TEST_CASE("a path that is too sharp for its speed is taken more slowly, not with sliding feet") {
  const Measures m = circle(man(), 3.2, 1.0, 6.0 * kShare);
  CHECK(m.skate <= 0.03);
  CHECK(std::isfinite(m.mean));
}

TEST_CASE("a straight path equals the straight walker, in any direction") {
  human::GaitStyle style;
  style.liveliness = 0.0;
  for (const double speed : {0.6, 1.0, 1.4, 1.9, 2.6}) {
    for (const double yaw : {0.0, 2.1}) {
      Walk walk(man(), kFlat, yaw, {3.0, 0.0, -7.0});
      human::GaitCommand command = ahead(speed, yaw);
      command.style = style;
      walk.run(14.0, command);
      // Until a left heel-strike; then where the root was at that very moment gives the walker's frame.
      double worst = 0.0;
      const double cycle = walk.state.feet.stride.cycle;
      for (int i = 0; i < 120; ++i) {
        walk.tick(command, false);
        const double seconds = walk.state.feet.phase * cycle;
        const Vec3 origin = walk.state.root - seconds * command.velocity;
        human::Posture expected = human::straight_walk(man(), style, speed, seconds);
        const math::Pose place = math::standing_at(origin, yaw);
        expected.world_from_pelvis = place * expected.world_from_pelvis;
        // Head and eyes look about on their own.
        human::Posture seen = walk.posture;
        for (const auto joint :
             {human::Joint::Neck, human::Joint::Head, human::Joint::LeftEye, human::Joint::RightEye}) {
          seen[joint] = expected[joint];
        }
        worst = std::max(worst, largest_difference(seen, expected));
      }
      INFO(speed << " m/s, heading " << yaw);
      CHECK(worst < 1e-6);
    }
  }
}

TEST_CASE("cadence is that of people") {
  // Grieve and Gear 1966: 64.8 (v / stature)^0.57 strides a minute, adults.
  for (const auto& [sex, percentile] :
       {std::pair{Sex::Female, 0.05}, {Sex::Female, 0.5}, {Sex::Male, 0.5}, {Sex::Male, 0.95}}) {
    const human::Walker w = walker(sex, percentile);
    const double stature = w.hip_height + w.head_top;
    for (const double speed : {0.6, 1.0, 1.4, 1.8}) {
      const double published = 2.0 * 64.8 * std::pow(speed / stature, 0.57);
      INFO(stature << " m, " << speed << " m/s");
      CHECK_THAT(120.0 / human::stride_at(w, speed, 0.0).cycle, WithinRel(published, 0.10));
    }
  }
  // Murray, Drought and Kory 1964, men: 1.51 m/s at 117 steps/min. Perry 1992: men 1.43 m/s, 111; women 1.28 m/s, 117.
  CHECK_THAT(120.0 / human::stride_at(man(), 1.51, 0.0).cycle, WithinRel(117.0, 0.10));
  CHECK_THAT(120.0 / human::stride_at(man(), 1.43, 0.0).cycle, WithinRel(111.0, 0.10));
  CHECK_THAT(120.0 / human::stride_at(walker(Sex::Female, 0.5), 1.28, 0.0).cycle, WithinRel(117.0, 0.10));
  // Jogging: Cavanagh and Kram 1989 found 1.3 to 1.45 strides a second, hardly growing with speed.
  for (const double speed : {2.5, 3.0, 3.5}) {
    CHECK_THAT(1.0 / human::stride_at(man(), speed, 1.0).cycle, WithinRel(1.375, 0.06));
  }
}

TEST_CASE("what is walked has the cadence that was planned") {
  for (const double speed : {0.8, 1.4, 2.0, 3.0}) {
    Walk walk(man(), kFlat);
    walk.run(5.0, ahead(speed));
    walk.run(20.0, ahead(speed), true);
    const double planned = 120.0 / human::stride_at(man(), speed, speed > 2.2 ? 1.0 : 0.0).cycle;
    CHECK_THAT(walk.m.cadence(), WithinAbs(planned, 3.1));  // one step in 20 s
  }
}

TEST_CASE("the pelvis rises, falls and sways as people's does") {
  for (const double speed : {0.7, 1.0, 1.4, 1.6}) {
    Walk walk(man(), kFlat);
    human::GaitCommand command = ahead(speed);
    command.style.liveliness = 0.0;
    walk.run(5.0, command);
    walk.run(6.0, command, true);
    INFO(speed << " m/s");
    // Mean height: 1 - 0.015 v / hip height of the standing height (Boulic 1990).
    CHECK_THAT(walk.m.mean, WithinRel(man().hip_height * (1.0 - 0.015 * speed / man().hip_height), 0.10));
    // Orendurff et al. 2004: up and down 2.74 cm at 0.7, 4.83 cm at 1.6 m/s (the centre of mass: about the pelvis);
    // sideways 6.99 and 3.85 cm.
    const double t = (speed - 0.7) / 0.9;
    CHECK_THAT(walk.m.highest - walk.m.lowest, WithinAbs(0.0274 + t * (0.0483 - 0.0274), 0.010));
    CHECK_THAT(walk.m.aside, WithinRel(0.0699 + t * (0.0385 - 0.0699), 0.10));
  }
}

TEST_CASE("joint angles of a normal walk lie where gait laboratories find them") {
  // Winter 1991, Perry 1992: hip 30 deg flexed at heel-strike, 10 to 20 extended before toe-off; knee 15 to 25 in
  // loading, 55 to 70 in swing; ankle 5 to 15 dorsiflexed late in stance, 10 to 25 plantarflexed at toe-off.
  const human::Stride stride = human::stride_at(man(), 1.4, 0.0);
  double hip_most = -9, hip_least = 9, knee_loading = 0, knee_swing = 0, dorsal = -9, plantar = 9;
  for (int i = 0; i < 200; ++i) {
    const double phase = i / 200.0;
    const human::Angles a = human::angles_of(human::straight_walk(man(), {}, 1.4, phase * stride.cycle));
    const auto angle = [&](human::Joint joint) { return math::degrees(a[human::info(joint).first_dof]); };
    const double hip = angle(human::Joint::LeftThigh), knee = angle(human::Joint::LeftShank);
    const double ankle = angle(human::Joint::LeftFoot);
    hip_most = std::max(hip_most, hip);
    hip_least = std::min(hip_least, hip);
    if (phase > 0.05 && phase < 0.25) knee_loading = std::max(knee_loading, knee);
    if (phase > 0.6) knee_swing = std::max(knee_swing, knee);
    if (phase > 0.2 && phase < 0.55) dorsal = std::max(dorsal, ankle);
    if (phase > 0.5 && phase < 0.75) plantar = std::min(plantar, ankle);
  }
  CHECK(hip_most > 22.0);
  CHECK(hip_most < 38.0);
  CHECK(hip_least < -8.0);
  CHECK(hip_least > -22.0);
  CHECK(knee_loading > 10.0);
  CHECK(knee_loading < 28.0);
  CHECK(knee_swing > 55.0);
  CHECK(knee_swing < 70.0);
  CHECK(dorsal > 5.0);
  CHECK(dorsal < 21.0);
  CHECK(plantar < -8.0);
  CHECK(plantar > -30.0);
}

TEST_CASE("knees point where the feet go") {
  Walk walk(man(), kFlat);
  human::Frames<double> frames;
  for (int i = 0; i < 500; ++i) {
    walk.tick(ahead(1.3, 0.004 * i), false);
    human::forward_kinematics(man().skeleton, walk.posture, frames);
    for (const auto side : {human::Side::Left, human::Side::Right}) {
      const Vec3 hip = frames.position(on_side(human::Joint::LeftThigh, side));
      const Vec3 knee = frames.position(on_side(human::Joint::LeftShank, side));
      const Vec3 ankle = frames.position(on_side(human::Joint::LeftFoot, side));
      const Vec3 out = knee - 0.5 * (hip + ankle);
      const Vec3 foot = frames.pose(on_side(human::Joint::LeftFoot, side)).direction(math::kForward);
      const Vec3 axis = glm::normalize(ankle - hip);
      const Vec3 ahead_of_leg = foot - glm::dot(foot, axis) * axis;
      CHECK(glm::dot(out, ahead_of_leg) > -1e-9);
    }
  }
}

TEST_CASE("walking has double support, jogging has flight") {
  for (const double speed : {1.4, 2.0}) {
    Walk walk(man(), kFlat);
    walk.run(4.0, ahead(speed));
    walk.run(5.0, ahead(speed), true);
    CHECK(walk.m.flight == 0.0);
    CHECK(human::stride_at(man(), speed, 0.0).duty > 0.55);
  }
  Walk walk(man(), kFlat);
  walk.run(4.0, ahead(3.0));
  walk.run(5.0, ahead(3.0), true);
  CHECK(walk.m.flight > 0.15);
  CHECK(walk.m.flight < 0.45);
}

TEST_CASE("saved and loaded in the middle of a step, the walk goes on bit for bit") {
  const Stairs stairs(0.17, 0.28, 5);
  Walk walk(man(), stairs);
  human::GaitCommand command = ahead(1.3, 0.1);
  command.style = human::gait_style(human::GaitMood::Brisk, 77);
  walk.run(2.11, command);
  std::vector<std::byte> saved;
  core::save(walk.state, saved);
  human::GaitState copy;
  REQUIRE(core::load(copy, saved));
  for (int i = 0; i < 400; ++i) {
    walk.tick(command, false);
    human::Posture posture;
    human::advance_gait(man(), command, stairs, kDt, copy, posture);
    REQUIRE(std::memcmp(&posture, &walk.posture, sizeof posture) == 0);
  }
  saved.clear();
  core::save(walk.state, saved);
  CHECK_FALSE(core::compare(copy, saved));
}

TEST_CASE("wild commands never give NaN, nor a body beside itself") {
  core::Rng rng(99);
  const double nan = std::numeric_limits<double>::quiet_NaN(), huge = 1e300;
  Walk walk(man(), kFlat);
  human::GaitCommand command;
  for (int i = 0; i < static_cast<int>(20000 * kShare); ++i) {
    if (rng.below(20) == 0) {
      command = {};
      command.velocity = {rng.uniform(-6, 6), rng.uniform(-6, 6), rng.uniform(-6, 6)};
      command.facing = {rng.uniform(-1, 1), 0.0, rng.uniform(-1, 1)};
      if (rng.below(3) == 0) command.head_room = rng.uniform(-1, 2);
      if (rng.below(3) == 0) command.step_over = rng.uniform(-1, 2);
      if (rng.below(3) == 0) command.gaze = Vec3(rng.uniform(-5, 5), rng.uniform(-5, 5), rng.uniform(-5, 5));
      if (rng.below(8) == 0) command.velocity.x = rng.below(2) ? nan : huge;
      if (rng.below(8) == 0) command.facing = Vec3(nan);
      if (rng.below(8) == 0) command.head_room = nan;
      if (rng.below(8) == 0) command.gaze = Vec3(huge);
      command.arm_swing = {rng.uniform(-3, 3), nan};
      command.style = human::gait_style(static_cast<human::GaitMood>(rng.below(5)), rng.next());
    }
    command.root.reset();
    if (rng.below(10) == 0) command.root = walk.state.root + Vec3(rng.uniform(-0.1, 0.1), 0.0, rng.uniform(-0.1, 0.1));
    if (rng.below(300) == 0) command.root = Vec3(rng.uniform(-9, 9), rng.uniform(-9, 9), rng.uniform(-9, 9));
    if (rng.below(300) == 0) command.root = Vec3(nan);
    walk.tick(command, false);
    const math::Pose& pelvis = walk.posture.world_from_pelvis;
    REQUIRE(std::isfinite(pelvis.position.x + pelvis.position.y + pelvis.position.z));
    REQUIRE(pelvis.position.y > 0.1);
    REQUIRE(pelvis.position.y < 1.2);
    REQUIRE(glm::length(pelvis.position - walk.state.root) < 1.3);
    for (const math::Quat& q : walk.posture.rotations) REQUIRE_THAT(math::dot(q, q), WithinAbs(1.0, 1e-6));
    REQUIRE(human::limit_excess(man().skeleton, walk.posture) < math::radians(0.01));
  }
}

TEST_CASE("a rolling foot keeps its heel or its toe tip in place") {
  const human::Walker& w = man();
  const human::Foothold hold{{0.3, 0.1, -2.0}, 0.7};
  const Vec3 heel = hold.position - w.heel * human::forward_of(hold.yaw);
  const Vec3 tip = hold.position + (w.ball + w.toe) * human::forward_of(hold.yaw);
  Vec3 before(0.0);
  for (double pitch = -1.35; pitch < 0.5; pitch += 0.005) {
    const human::RolledFoot foot = human::roll_foot(w, hold, pitch);
    const math::Pose toes = foot.world_from_foot * math::Pose{math::from_axis_angle(math::kRight, foot.toe_extension),
                                                              {0.0, w.ball_height - w.ankle, -w.ball}};
    if (pitch >= 0.0) {
      CHECK(glm::length(foot.world_from_foot.point({0.0, -w.ankle, w.heel}) - heel) < 1e-12);
    } else {
      CHECK(glm::length(toes.point({0.0, -w.ball_height, -w.toe}) - tip) < 1e-12);
    }
    const Vec3 ankle = foot.world_from_foot.position;
    if (pitch > -1.35) CHECK(glm::length(ankle - before) < 0.003);
    before = ankle;
  }
}
