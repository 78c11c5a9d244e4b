// SPDX-License-Identifier: Apache-2.0
// The per-frame functions must not allocate: every `new` of this program is counted.
#include <catch2/catch_test_macros.hpp>

#include "allocation_counter.h"
#include "human/body/gaze.h"
#include "human/body/shoulder.h"
#include "human/body/spine.h"
#include "human/skin/body.h"
#include "human_support.h"

using namespace fh;
using namespace fh::human;

TEST_CASE("kinematics, centre of mass, skinning, spine, shoulder and gaze do not allocate") {
  const Body body = make_body(person(Sex::Male, 0.5), 1);
  Posture posture = zero_posture(body.skeleton);
  Frames<double> frames;
  std::array<math::Vec3, kDofCount> axes, columns;
  std::array<SkinningMatrix, kSkinBoneCount> matrices;
  const auto frame = [&] {
    bend_spine(body.skeleton, posture, bend_from_waist({0.3, 0.1, -0.2}));
    set_shoulder(posture, Side::Right, within_shoulder_limits({2.5, -1.2, 0.4}));
    look_at(body.skeleton, posture, {1.0, 1.2, -2.0});
    clamp_to_limits(body.skeleton, posture);
    forward_kinematics(body.skeleton, posture, frames);
    dof_axes(frames, axes);
    com_jacobian(body.masses, frames, axes, columns);
    skinning_matrices(body.skeleton, body.binding, posture, matrices);
    return centre_of_mass(body.masses, frames).y;
  };
  double sum = frame();  // tables are built at first use
  const std::size_t before = fh::test::g_allocations;
  for (int i = 0; i < 10; ++i) sum += frame();
  const std::size_t after = fh::test::g_allocations;
  CHECK(after == before);
  CHECK(sum > 0.0);
  CHECK(before > 0);
}
