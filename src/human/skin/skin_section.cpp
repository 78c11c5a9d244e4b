// SPDX-License-Identifier: Apache-2.0
#include "human/skin/skin_section.h"

#include <cmath>

#include "math/trig.h"

namespace fh::human {
namespace {

// The argument at which a growing function reaches a value.
template <typename F>
double bisect(double low, double high, double wanted, F&& function) {
  for (int i = 0; i < 24; ++i) {
    const double middle = 0.5 * (low + high);
    (function(middle) < wanted ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

double section_girth(double half_breadth, double half_depth, double squareness) {
  constexpr int kSteps = 24;  // per quarter
  double length = 0.0, x0 = 0.0, z0 = half_depth;
  for (int i = 1; i <= kSteps; ++i) {
    const math::SinCos sc = math::sin_cos(0.5 * math::kPi * i / kSteps);
    const double x = half_breadth * math::pow(sc.sin, 2.0 / squareness);
    const double z = i == kSteps ? 0.0 : half_depth * math::pow(sc.cos, 2.0 / squareness);
    length += std::sqrt((x - x0) * (x - x0) + (z - z0) * (z - z0));
    x0 = x, z0 = z;
  }
  return 4.0 * length;
}

double squareness_for_girth(double half_breadth, double half_depth, double girth, double low, double high) {
  return bisect(low, high, girth, [&](double p) { return section_girth(half_breadth, half_depth, p); });
}

double half_axis_for_girth(double half_axis, double girth, double squareness) {
  return bisect(0.2 * half_axis, 5.0 * half_axis, girth,
                [&](double other) { return section_girth(half_axis, other, squareness); });
}

}  // namespace fh::human
