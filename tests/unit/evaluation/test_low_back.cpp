// SPDX-License-Identifier: Apache-2.0
// The load of the low back against levers worked out by hand.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "evaluation/posture/low_back.h"
#include "math/constants.h"

using namespace fh;
using Catch::Approx;

TEST_CASE("low back: weight over the joint only presses; weight before it is held by the muscles") {
  const evaluation::Weight above[] = {{{0.0, 0.3, 0.0}, 40.0}};
  const auto upright = evaluation::low_back({}, above);
  CHECK(upright.compression == Approx(40.0 * math::kGravity));
  CHECK(upright.shear == Approx(0.0).margin(1e-9));
  // 20 kg held 0.5 m before the joint: 20 g * 0.5 m over a lever of 6 cm.
  const evaluation::Weight held[] = {above[0], {{0.0, 0.2, -0.5}, 20.0}};
  const auto holds = evaluation::low_back({}, held);
  CHECK(holds.compression == Approx(60.0 * math::kGravity + 20.0 * math::kGravity * 0.5 / 0.06));
  CHECK(holds.compression_low == Approx(60.0 * math::kGravity + 20.0 * math::kGravity * 0.5 / 0.07));
  CHECK(holds.compression_high == Approx(60.0 * math::kGravity + 20.0 * math::kGravity * 0.5 / 0.05));
  // Behind the joint the belly holds it, with twice the lever.
  const evaluation::Weight behind[] = {above[0], {{0.0, 0.2, 0.5}, 20.0}};
  CHECK(evaluation::low_back({}, behind).compression ==
        Approx(60.0 * math::kGravity + 20.0 * math::kGravity * 0.5 / 0.12));
}

TEST_CASE("low back: a trunk bent by 60 degrees shears by the sine of it") {
  const double angle = math::kPi / 3.0;
  const math::Pose bent{math::from_axis_angle({1, 0, 0}, -angle), {0.0, 1.0, 0.0}};
  const evaluation::Weight trunk[] = {{bent.point({0.0, 0.3, 0.0}), 40.0}};
  const auto load = evaluation::low_back(bent, trunk);
  CHECK(load.shear == Approx(40.0 * math::kGravity * std::sin(angle)));
  CHECK(load.compression ==
        Approx(40.0 * math::kGravity * (std::cos(angle) + 0.3 * std::sin(angle) / evaluation::kMuscleArm)));
}
