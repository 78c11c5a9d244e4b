// SPDX-License-Identifier: Apache-2.0
#include "bench/plans/desk_shelf.h"

namespace fh::bench {

using planning::ArmBox;
using planning::ArmModel;
using planning::ArmState;

ArmModel desk_shelf_arm() {
  constexpr double kUpper = 0.300, kFore = 0.260;
  constexpr double kLower[] = {-0.6, -1.5, -1.4, 0.05, -1.4, -0.6, -1.2},
                   kUpperLimits[] = {2.2, 1.3, 1.4, 2.55, 1.4, 0.6, 1.2};
  constexpr std::uint8_t kAxes[] = {2, 1, 0, 2, 0, 1, 2};
  ArmModel model;
  for (std::size_t i = 0; i < planning::kArmAxes; ++i) {
    const double along = i == 3 ? kUpper : i == 4 ? kFore : 0.0;
    model.axes[i] = {{along, 0.0, 0.0}, kAxes[i], false, kLower[i], kUpperLimits[i]};
  }
  for (int k = 1; k <= 5; ++k) model.spheres.push_back({2, {0.06 * k, 0.0, 0.0}, 0.050});
  for (int k = 1; k <= 5; ++k) model.spheres.push_back({3, {0.052 * k, 0.0, 0.0}, 0.045});
  for (int k = 1; k <= 2; ++k) model.spheres.push_back({6, {0.04 * k, 0.0, 0.0}, 0.045});
  model.bases = {math::Pose{}};
  return model;
}

std::vector<ArmBox> desk_shelf_boxes() {
  std::vector<ArmBox> boxes;
  const auto add = [&](const math::Vec3& centre, const math::Vec3& half) {
    boxes.emplace_back().box = {{math::kIdentity, centre}, half};
  };
  add({0.0, 0.22, -0.25}, {0.10, 0.14, 0.30});   // torso
  add({0.45, 0.15, -0.45}, {0.30, 0.50, 0.02});  // table
  add({0.72, 0.10, 0.05}, {0.01, 0.36, 0.26});   // shelf: back, sides, boards
  add({0.60, 0.45, 0.05}, {0.11, 0.01, 0.26});
  add({0.60, -0.25, 0.05}, {0.11, 0.01, 0.26});
  for (const double z : {-0.20, 0.05, 0.30}) add({0.60, 0.10, z}, {0.11, 0.34, 0.01});
  add({0.30, -0.30, -0.30}, {0.05, 0.05, 0.13});  // bottle
  return boxes;
}

ArmState arm_state(const std::array<double, 7>& angles) {
  ArmState state;
  for (std::size_t i = 0; i < 7; ++i) state.q[i] = static_cast<float>(angles[i]);
  return state;
}

std::vector<ArmQuery> random_queries(const ArmModel& model, std::span<const ArmBox> boxes, std::size_t count) {
  constexpr float kClear = 0.005f;
  const planning::ArmSolids solids(model, boxes);
  const planning::ArmSpace space(model, solids);
  core::Rng rng(777);
  const auto clear = [&] {
    for (;;) {
      const ArmState state = space.sample(rng);
      if (solids.along(state, state, 1, kClear) == planning::ArmTouch::Free) return state;
    }
  };
  std::vector<ArmQuery> queries;
  while (queries.size() < count) {
    const ArmState from = clear(), to = clear();
    if (!space.is_free(from, to)) queries.push_back({from, to});
  }
  return queries;
}

}  // namespace fh::bench
