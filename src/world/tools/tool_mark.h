// SPDX-License-Identifier: Apache-2.0
#pragma once
// What tools leave in view: notes, strokes, section boxes, how far things were carried. Pictures only.
#include <string>

#include "frame/snapshot.h"
#include "world/tools/tools.h"

namespace fh::world {

/// A text at a point that faces the viewer; capital letters are 0.8 degrees high from `eyes`, within limits.
void draw_label(const std::string& text, const math::Vec3& at, const math::Vec3& eyes, frame::Snapshot& snapshot);
void draw_marks(const Tools& tools, const scene::Scene& scene, const physics::World& physics, const math::Vec3& eyes,
                frame::Snapshot& snapshot);

}  // namespace fh::world
