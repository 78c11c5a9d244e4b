// SPDX-License-Identifier: Apache-2.0
#pragma once
// Outlines filled as pixels, by plain arithmetic: the same on every machine.
#include <span>
#include <vector>

#include "text/typeface.h"

namespace fh::text {

/// The pixels of a picture that an outline touches; x right, y up, row by row from the lowest.
struct Ink {
  int left = 0, bottom = 0, width = 0, height = 0;
  std::vector<float> share;  // 0..1 of each pixel that is inside

  float at(int x, int y) const { return share[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
};

/// `edges` in pixels, y up from the lower left corner of a picture of `width` x `height` pixels; what lies outside the
/// picture is cut off.
Ink fill(std::span<const Edge> edges, int width, int height);

}  // namespace fh::text
