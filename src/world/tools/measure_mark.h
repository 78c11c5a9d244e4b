// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measurements in view: a line with its ends and the value, for everybody who looks. Pictures only.
#include <string>

#include "frame/snapshot.h"
#include "world/tools/measurements.h"

namespace fh::world {

/// The value for people: "550 mm", "2.400 m", "90.0°".
std::string text_of(const Measurement& measurement);

/// `eyes`: where the picture is mostly seen from (draw_label() in tool_mark.h).
void draw(const Measurements& measurements, const math::Vec3& eyes, frame::Snapshot& snapshot);

}  // namespace fh::world
