// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the picture is taken from. Eye views reach the renderer only; the simulation never sees them.
#include <array>
#include <cstdint>

#include "math/pose.h"

namespace fh::frame {

/// Angles of the four frustum sides from the view axis, radians; left and down are negative. May be asymmetric.
struct Fov {
  double left = -0.785, right = 0.785, up = 0.785, down = -0.785;
};

struct EyeView {
  math::Pose world_from_eye;  // -Z looks, +Y up
  Fov fov;
};

/// One view (mono) or two (left eye, right eye), drawn in one multiview pass.
struct EyeViews {
  std::array<EyeView, 2> eyes;
  std::uint32_t count = 1;
  double near_plane = 0.05;  // metres; the projection has no far plane
};

/// Symmetric field of view from the vertical angle (radians) and width / height.
Fov symmetric_fov(double vertical, double aspect);

}  // namespace fh::frame
