// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a thing on a joint can still be pushed.
#include <optional>

#include "physics/world.h"

namespace fh::physics {

/// m that the place of a thing on a joint can still go along `push` (unit), which points along its way or against it;
/// nothing where it is pushed rather across its way, but 0 for buttons.
std::optional<double> way_left(const World& world, core::ObjectId object, const math::Vec3& place,
                               const math::Vec3& push);

}  // namespace fh::physics
