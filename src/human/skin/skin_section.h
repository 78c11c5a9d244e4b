// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cross-sections of the body as superellipses |x/a|^p + |z/b|^p = 1, sized by breadth, depth and girth; private to the
// skin's sources. p = 2 is an ellipse, larger is squarer.
namespace fh::human {

/// Circumference, metres.
double section_girth(double half_breadth, double half_depth, double squareness);
/// The squareness, within [low, high], whose girth comes nearest.
double squareness_for_girth(double half_breadth, double half_depth, double girth, double low, double high);
/// The other half axis for a girth.
double half_axis_for_girth(double half_axis, double girth, double squareness);

}  // namespace fh::human
