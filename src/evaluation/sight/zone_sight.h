// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much of a thing bodies see that stand, or sit, in a zone: at every free place of a grid over it, with the eyes as
// high as theirs. The least of the zone counts.
#include <optional>

#include "evaluation/sight/standing_eyes.h"
#include "scene/scenario/checks.h"
#include "scene/scenario/target.h"

namespace fh::evaluation {

inline constexpr double kZoneCell = 0.25;   // m between two places at most
inline constexpr double kEyesMayBe = 0.02;  // m that eyes may be higher or lower than the body's; our choice

struct ZoneSight {
  std::size_t places = 0, met = 0;  // free; from which at least the limit is seen
  double least = 1.0, best = 0.0;   // visible fractions; of a site: 1 in sight, 0 hidden
  double low = 1.0, high = 1.0;     // the least with the eyes kEyesMayBe lower or higher
  math::Vec3 worst_at{0.0};         // on the floor
};

/// Nothing when no place of the zone is floor with room to stand.
std::optional<ZoneSight> zone_sight(const StandingEyes& eyes, const scene::Check& check, const scene::Target& target,
                                    const human::Dimensions& body);

}  // namespace fh::evaluation
