// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measurements in view: a line with its ends and the value, for everybody who looks. Pictures only.
#include <string>

#include "frame/snapshot.h"
#include "world/tools/measurements.h"

namespace fh::world {

/// The value for people: "550 mm", "2.400 m", "90.0°".
std::string text_of(const Measurement& measurement);

/// `eyes`: where the picture is mostly seen from; capital letters are 0.8 degrees high from there, within limits.
void draw(const Measurements& measurements, const math::Vec3& eyes, frame::Snapshot& snapshot);

}  // namespace fh::world
