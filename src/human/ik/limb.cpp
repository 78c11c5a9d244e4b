// SPDX-License-Identifier: Apache-2.0
#include "human/ik/limb.h"

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

double eased_distance(const TwoLink& links, double wanted) {
  const double from = kEasedFrom * links.farthest, room = links.farthest - from;
  return from + room * (1.0 - math::exp((from - wanted) / room));
}

Swivel swivel_of(double angle) {
  const math::SinCos sc = math::sin_cos(angle);
  return {sc.cos, sc.sin};
}

double angle_of(const Swivel& swivel) {
  return math::atan2(swivel.sin, swivel.cos);
}

}  // namespace fh::human
