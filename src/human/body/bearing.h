// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an arm can hold up, by the horizontal distance of the load from the shoulder.
#include <string_view>

#include "math/vector.h"

namespace fh::human {

/// Reports name it with the limits. No open table gives what one hand can hold by distance; the filters of HSE 2020 for
/// two hands are told with what was carried (evaluation/posture/handling_limits.h), and are no limit of strength.
inline constexpr std::string_view kBearingSource =
    "estimate: 75 N m at the shoulder for some seconds, 10 N m of it for the arm itself, 25 kg at most in one grip, "
    "the "
    "sum for both hands; for adults of either sex";

/// Horizontal distance of a load from the shoulder, m; what is nearer than 0.1 m counts as there.
double bearing_distance(const math::Vec3& shoulder, const math::Vec3& load_centre);
/// kg that one arm holds up with a load's centre of mass there (kBearingSource).
double bearable(const math::Vec3& shoulder, const math::Vec3& load_centre);

}  // namespace fh::human
