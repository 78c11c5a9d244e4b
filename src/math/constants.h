// SPDX-License-Identifier: Apache-2.0
#pragma once
// Physical constants, once for all modules.

namespace fh::math {

inline constexpr double kGravity = 9.81;  // m/s²: standard gravity, 9.80665, rounded

}  // namespace fh::math
