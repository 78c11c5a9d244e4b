#include <catch2/catch_test_macros.hpp>

#include "planning/rehearsal.h"

using namespace fh;
using namespace fh::planning;

TEST_CASE("a walker in an empty hall arrives") {
  const FloorPlan floor = FloorPlan::flat({-5, -5}, {5, 5});
  const SolidLibrary solids;
  Rehearsal rehearsal;
  auto navigator = std::make_unique<Navigator>(floor, solids, NavigatorSettings{});
  navigator->go_to({.points = {{4, 0, 3}}, .radius = 0.1, .facing = 1.0});
  rehearsal.add({-4, 0, -3}, 0.0, std::move(navigator));
  while (rehearsal.time() < 20.0 && rehearsal.arrived() == 0) rehearsal.step(1.0 / 90.0);
  CHECK(rehearsal.arrived() == 1);
  CHECK(rehearsal.walkers()[0].travelled < 10.6);
  CHECK(rehearsal.time() < 11.0);
}
