// SPDX-License-Identifier: Apache-2.0
// Prints the measured table of docs/measurements/walking.md: fh_test_human_motion "[table]".
#include <catch2/catch_test_macros.hpp>
#include <cstdio>

#include "walk_probe.h"

using namespace probe;

namespace {

void print(const char* what, const Measures& m) {
  std::printf(
      "%-22s cad %6.1f  h %.3f [%.3f %.3f] rise %.3f aside %.3f  skate %.4f deep %.4f lim %.3f gap %.4f knee "
      "%5.1f..%5.1f jerk %.4f flight %.2f\n",
      what, m.cadence(), m.mean, m.lowest, m.highest, m.highest - m.lowest, m.aside, m.skate, m.deepest,
      math::degrees(m.limit_excess), m.gap, math::degrees(m.knee_least), math::degrees(m.knee_most), m.jerk, m.flight);
}

}  // namespace

TEST_CASE("the measured table", "[.table]") {
  const human::FlatGround flat;
  for (const double speed : {0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.6, 3.0, 3.5}) {
    Walk walk(man(), flat);
    walk.run(5.0, ahead(speed));
    walk.run(10.0, ahead(speed), true);
    print(fmt::format("straight {:.1f} m/s", speed).c_str(), walk.m);
  }
  for (const double radius : {1.0, 2.0, 5.0}) {
    for (const double speed : {0.5, 1.0, 1.4, 2.0, 2.6, 3.2}) {
      print(fmt::format("R {:.0f} m, {:.1f} m/s", radius, speed).c_str(), circle(man(), speed, radius, 10.0));
    }
  }
  for (const double v : {-0.4, -0.8, -1.2}) {
    Walk walk(man(), flat);
    human::GaitCommand command = ahead(1.0);
    command.velocity = v * math::kForward;
    walk.run(3.0, command);
    walk.run(8.0, command, true);
    print(fmt::format("back {:.1f}", v).c_str(), walk.m);
  }
  for (const double v : {0.2, 0.4, 0.6, 0.8}) {
    Walk walk(man(), flat);
    human::GaitCommand command = ahead(1.0);
    command.velocity = v * math::kRight;
    walk.run(3.0, command);
    walk.run(8.0, command, true);
    print(fmt::format("aside {:.1f}", v).c_str(), walk.m);
  }
  {
    Walk walk(man(), flat);
    walk.run(1.0, ahead(0.0));
    walk.run(1.5, ahead(0.0, 1.57), true);
    walk.run(2.0, ahead(0.0, -1.57), true);
    walk.run(2.0, ahead(0.0, 1.57), true);
    print("turn in place", walk.m);
  }
  {
    Walk walk(man(), flat);
    for (int i = 0; i < 4; ++i) {
      walk.run(2.0, ahead(1.4), true);
      walk.run(2.0, ahead(0.0), true);
    }
    print("start and stop", walk.m);
  }
  {
    Walk walk(man(), flat);
    walk.run(3.0, ahead(0.0), true);
    print("standing", walk.m);
  }
  for (const double riser : {0.17, -0.17, 0.15, -0.19}) {
    const Stairs stairs(riser, 0.28, 10);
    Walk walk(man(), stairs);
    walk.run(14.0, ahead(1.2), true);
    print(fmt::format("stairs {:.2f}", riser).c_str(), walk.m);
    for (const Vec3& h : walk.m.holds) std::printf(" (%.2f %.2f)", -h.z, h.y);
    std::printf("\n");
  }
}
