// SPDX-License-Identifier: Apache-2.0
#pragma once
// DESK-SHELF-7: the reference arm of human/ik/arm_7dof.h as twelve spheres, sitting at a table with a shelf and a
// bottle. Origin in the shoulder, +X forward, +Y left, +Z up.
#include <array>
#include <vector>

#include "planning/reaching/arm_plan.h"

namespace fh::bench {

planning::ArmModel desk_shelf_arm();
std::vector<planning::ArmBox> desk_shelf_boxes();

planning::ArmState arm_state(const std::array<double, 7>& angles);
inline constexpr std::array<double, 7> kRest{-0.547, 1.140, -1.367, 0.758, 0.120, -0.067, -0.793};
inline constexpr std::array<double, 7> kLow{-0.402, 0.423, 0.404, 0.920, -1.230, -0.107, 0.166};
inline constexpr std::array<double, 7> kHigh{-0.357, -0.079, 0.929, 0.859, -1.061, 0.203, 0.589};

struct ArmQuery {
  planning::ArmState from, to;
};
/// R100: pairs of random configurations at least 5 mm off everything, whose straight line is blocked.
std::vector<ArmQuery> random_queries(const planning::ArmModel& model, std::span<const planning::ArmBox> boxes,
                                     std::size_t count);

}  // namespace fh::bench
