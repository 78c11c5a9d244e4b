// SPDX-License-Identifier: Apache-2.0
// The gait must not allocate: every `new` of this program is counted.
#include <catch2/catch_test_macros.hpp>

#include "allocation_counter.h"
#include "walk_probe.h"

TEST_CASE("a tick of the gait does not allocate") {
  using namespace probe;
  const Stairs stairs(0.17, 0.28, 6);
  human::GaitState state = human::standing_gait(man(), Vec3(0.0), 0.0, stairs);
  human::Posture posture;
  human::GaitCommand command = ahead(1.2);
  command.gaze = Vec3(1.0, 1.0, -9.0);
  human::advance_gait(man(), command, stairs, kDt, state, posture);
  const std::size_t before = fh::test::g_allocations;
  for (int i = 0; i < 600; ++i) human::advance_gait(man(), command, stairs, kDt, state, posture);
  CHECK(fh::test::g_allocations == before);
}
