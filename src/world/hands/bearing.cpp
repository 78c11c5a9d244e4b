// SPDX-License-Identifier: Apache-2.0
#include "world/hands/bearing.h"

#include <algorithm>
#include <cmath>

namespace fh::world {

double bearable(const math::Vec3& shoulder, const math::Vec3& load_centre) {
  constexpr double kShoulderMoment = 75.0;  // N m an adult holds for some seconds (estimate)
  constexpr double kArmMoment = 10.0;       // N m of the stretched arm's own weight (3.5 kg at 0.3 m)
  constexpr double kGripMass = 25.0;        // kg that fingers hold, however near (estimate)
  constexpr double kGravity = 9.81, kNear = 0.1;
  const math::Vec3 away = load_centre - shoulder;
  const double distance = std::max(kNear, std::sqrt(away.x * away.x + away.z * away.z));
  return std::min(kGripMass, (kShoulderMoment - kArmMoment) / (kGravity * distance));
}

}  // namespace fh::world
