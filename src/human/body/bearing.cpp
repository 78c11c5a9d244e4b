// SPDX-License-Identifier: Apache-2.0
#include "human/body/bearing.h"

#include <algorithm>
#include <cmath>

namespace fh::human {

double bearing_distance(const math::Vec3& shoulder, const math::Vec3& load_centre) {
  constexpr double kNear = 0.1;
  const math::Vec3 away = load_centre - shoulder;
  return std::max(kNear, std::sqrt(away.x * away.x + away.z * away.z));
}

double bearable(const math::Vec3& shoulder, const math::Vec3& load_centre) {
  constexpr double kShoulderMoment = 75.0;  // N m (kBearingSource)
  constexpr double kArmMoment = 10.0;       // N m of the stretched arm's own weight (3.5 kg at 0.3 m)
  constexpr double kGripMass = 25.0;        // kg that fingers hold, however near
  constexpr double kGravity = 9.81;
  return std::min(kGripMass, (kShoulderMoment - kArmMoment) / (kGravity * bearing_distance(shoulder, load_centre)));
}

}  // namespace fh::human
