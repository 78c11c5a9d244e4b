// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an arm can hold up, by the horizontal distance of the load from the shoulder.
#include "math/vector.h"

namespace fh::world {

/// kg that one arm holds up with a load's centre of mass there. No open table gives one-handed limits by distance: an
/// estimate by the shoulder's moment, for adults of either sex. Two hands bear the sum of theirs.
double bearable(const math::Vec3& shoulder, const math::Vec3& load_centre);

}  // namespace fh::world
