// SPDX-License-Identifier: Apache-2.0
#pragma once
// Thinning a triangle mesh by collapsing edges onto one of their ends (Garland and Heckbert 1997, quadric error), so
// that vertices keep their attributes. Private to the skin's sources.
#include <cstdint>
#include <functional>
#include <vector>

#include "math/vector.h"

namespace fh::human {

struct ThinSettings {
  double tolerance = 0.0;         // metres: largest cost of a collapse, the root of its quadric error and `difference`
  std::size_t triangles = 0;      // stops when no more are left
  std::vector<float> importance;  // per vertex: its error counts so many times
  /// Extra cost (metres) of replacing vertex a by vertex b, for what geometry does not show (bone weights, colours).
  std::function<double(std::uint32_t a, std::uint32_t b)> difference;
  std::vector<char> border;  // per vertex: 1 on an open border, along which alone it moves
  /// Vertices that stay, such as the ends a body is measured by.
  std::vector<std::uint32_t> kept;
};

/// Triangles (three indices each) after thinning; closed meshes stay closed, borders stay borders. Vertices are not
/// renumbered.
std::vector<std::uint32_t> thinned(const std::vector<math::Vec3>& positions, const std::vector<std::uint32_t>& indices,
                                   const ThinSettings& settings);

}  // namespace fh::human
