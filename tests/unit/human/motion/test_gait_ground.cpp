// SPDX-License-Identifier: Apache-2.0
// Stairs, beams and things to step over.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "gait_cases.h"

using namespace gait_cases;
using Catch::Matchers::WithinAbs;

TEST_CASE("stairs: soles on the treads, one at a time, nothing through the edges") {
  for (const double riser : {0.17, 0.15, -0.17, -0.19}) {
    const Stairs stairs(riser, 0.28, 10);
    Walk walk(man(), stairs);
    walk.run(14.0, ahead(1.1), true);
    INFO("riser " << riser);
    check_feet(walk.m);
    CHECK_THAT(walk.state.root.y, WithinAbs(10.0 * riser, 1e-3));
    const human::Walker& w = man();
    double before = 0.0;
    for (const Vec3& hold : walk.m.holds) {
      CHECK_THAT(hold.y, WithinAbs(stairs.height(0.0, hold.z, 0.0), 1e-9));
      CHECK(std::abs(hold.y - before) < 1.5 * std::abs(riser));
      before = hold.y;
      // Ankle and ball find the same level; heel and toes never cut into a higher one.
      CHECK_THAT(stairs.height(0.0, hold.z - w.ball, 0.0), WithinAbs(hold.y, 1e-9));
      CHECK(stairs.height(0.0, hold.z + w.heel, 0.0) <= hold.y + 1e-9);
      CHECK(stairs.height(0.0, hold.z - w.ball - w.toe, 0.0) <= hold.y + 1e-9);
    }
  }
}

TEST_CASE("ducking: the head stays under the beam while walking") {
  for (const double room : {1.60, 1.40, 1.25}) {
    Walk walk(man(), kFlat);
    human::GaitCommand command = ahead(0.8);
    command.head_room = room;
    walk.run(2.0, command);
    human::Frames<double> frames;
    const double up = man().head_top - man().head_joint;
    double highest = 0.0;
    for (int i = 0; i < 270; ++i) {
      walk.tick(command, true);
      human::forward_kinematics(man().skeleton, walk.posture, frames);
      highest = std::max(highest, frames.pose(human::Joint::Head).point({0.0, up, 0.0}).y);
    }
    INFO("room " << room);
    CHECK(highest < room);
    CHECK(highest > room - 0.20);
    check_feet(walk.m);
    command.head_room = 0.0;
    walk.run(2.0, command);
    CHECK(walk.state.duck < 0.01);
  }
}

TEST_CASE("stepping over: the foot in the air clears the height asked for") {
  Walk walk(man(), kFlat);
  human::GaitCommand command = ahead(0.9);
  command.step_over = 0.25;
  walk.run(3.0, command);
  std::array<double, 2> highest{};
  human::Frames<double> frames;
  for (int i = 0; i < 180; ++i) {
    walk.tick(command, true);
    human::forward_kinematics(man().skeleton, walk.posture, frames);
    for (std::size_t f = 0; f < 2; ++f) {
      double lowest = 9.0;
      for (const Vec3& p : sole_points(man(), frames, f == 0 ? human::Side::Left : human::Side::Right)) {
        lowest = std::min(lowest, p.y);
      }
      highest[f] = std::max(highest[f], lowest);
    }
  }
  CHECK(std::min(highest[0], highest[1]) > 0.25);
  check_feet(walk.m);
}

TEST_CASE("a low block on the way is stepped over without being told") {
  class Block final : public human::Ground {
   public:
    double height(double, double z, double) const override { return z < -3.0 && z > -3.15 ? 0.18 : 0.0; }
  };
  const Block block;
  Walk walk(man(), block);
  walk.run(8.0, ahead(1.1), true);
  CHECK(walk.m.deepest < 0.005);
  for (const Vec3& hold : walk.m.holds) CHECK(hold.y == 0.0);
}
