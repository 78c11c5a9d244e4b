#include "human/limb.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

double end_distance(double upper, double lower, double flexion) {
  return math::sqrt(upper * upper + lower * lower + 2.0 * upper * lower * math::cos(flexion));
}

}  // namespace

TwoLink two_link(double upper, double lower, const Limit& flexion) {
  return {upper, lower, end_distance(upper, lower, flexion.upper), end_distance(upper, lower, flexion.lower)};
}

double limb_distance(const TwoLink& links, double wanted, LimbMode mode) {
  if (wanted <= links.nearest) return links.nearest;
  const double from = kEasedFrom * links.farthest;
  if (mode == LimbMode::Measure || wanted <= from) return std::min(wanted, links.farthest);
  const double room = links.farthest - from;
  return from + room * (1.0 - math::exp((from - wanted) / room));
}

Swivel swivel_of(double angle) {
  const math::SinCos sc = math::sin_cos(angle);
  return {sc.cos, sc.sin};
}

double angle_of(const Swivel& swivel) {
  return math::atan2(swivel.sin, swivel.cos);
}

HingeCircle hinge_circle(const TwoLink& links, double distance, const math::Vec3& axis, const math::Vec3& pole) {
  const double a = links.upper, b = links.lower;
  HingeCircle circle;
  circle.axis = axis;
  circle.pole = pole;
  circle.side = glm::cross(axis, pole);
  // Twice the area from the sorted sides: the naive 1 - cos² loses half of the digits of a nearly straight limb.
  const double along = (distance * distance + (a - b) * (a + b)) / (2.0 * distance);
  const double square = (a - along) * (a + along);
  const double out = square > 0.0 ? math::sqrt(square) : 0.0;
  circle.upper_along = along / a;
  circle.upper_out = out / a;
  circle.lower_along = (distance - along) / b;
  circle.lower_out = -out / b;
  return circle;
}

}  // namespace fh::human
