// SPDX-License-Identifier: Apache-2.0
#pragma once
// What given cameras would have had of people: for each part of each body and camera the visibility index (CB-70) and
// the observability index (CB-71) over time, and how often each camera was the best for the part (CB-72).
#include <string>

#include "core/result.h"
#include "evaluation/observe/observer.h"

namespace fh::evaluation {

struct Camera {
  std::string name;
  math::Pose world_from_camera;  // -Z looks
  double opening = 60.0;         // degrees, of the square picture
};
/// "NAME=X,Y,Z:X,Y,Z" or "NAME=X,Y,Z:X,Y,Z:DEGREES": where it is, what it looks at, how wide. Metres.
core::Result<Camera> read_camera(const std::string& text);

/// A camera that sees less of a part than this is not asked for it; the source gives no figure, our choice.
inline constexpr double kLeastVisibility = 0.5;

/// Area between an outline and where it was before (CB-71): the sum of the quadrilaterals of neighbouring corners and
/// their nearest points of the earlier outline. Polygons of at least three corners.
double outline_change(std::span<const math::Vec2> now, std::span<const math::Vec2> before);

/// Over moments that follow each other, five a second; empty without cameras.
core::Json camera_views(const Surroundings& surroundings, std::span<const frame::Moment> moments,
                        std::span<const Camera> cameras);

}  // namespace fh::evaluation
