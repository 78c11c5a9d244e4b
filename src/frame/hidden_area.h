// SPDX-License-Identifier: Apache-2.0
#pragma once
// The part of each eye's picture that its lens never shows. Drawing may leave it out.
#include <array>
#include <vector>

#include "math/vector.h"

namespace fh::frame {

struct HiddenArea {
  /// Triangles, three corners each, of the left and the right eye: x (right) and y (up) on the plane one metre ahead of
  /// the eye, so tangents of angles from its axis. Either winding; empty where all is seen.
  std::array<std::vector<math::Vec2f>, 2> triangles;

  bool empty() const { return triangles[0].empty() && triangles[1].empty(); }
};

}  // namespace fh::frame
