// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the tests of the gait share.
#include <catch2/catch_test_macros.hpp>

#include "walk_probe.h"

namespace gait_cases {

using namespace probe;
using human::Sex;

#if defined(__SANITIZE_ADDRESS__)
inline constexpr double kShare = 0.25;
#else
inline constexpr double kShare = 1.0;
#endif

inline const human::FlatGround kFlat;

inline human::Walker walker(Sex sex, double percentile) {
  return human::walker_of(body(sex, percentile));
}

inline void check_feet(const Measures& m) {
  CHECK(m.skate <= 0.02);
  CHECK(m.deepest <= 0.001);
  CHECK(m.limit_excess <= math::radians(0.01));
  CHECK(m.knee_least >= 0.0);
}

inline double largest_difference(const human::Posture& a, const human::Posture& b) {
  double worst = glm::length(a.world_from_pelvis.position - b.world_from_pelvis.position);
  worst = std::max(worst, math::angle_between(a.world_from_pelvis.rotation, b.world_from_pelvis.rotation));
  for (std::size_t i = 1; i < human::kJointCount; ++i) {
    worst = std::max(worst, math::angle_between(a.rotations[i], b.rotations[i]));
  }
  return worst;
}

}  // namespace gait_cases
