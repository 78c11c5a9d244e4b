// SPDX-License-Identifier: Apache-2.0
#pragma once
// Derivatives of rotations given by rotation vectors.
#include "human/body/joints.h"
#include "math/quaternion.h"

namespace fh::human {

/// The rotation that an upper arm's rotation vector is counted from, in the middle of its range.
math::Quat upper_arm_reference(Joint joint);

/// I + a [v] + b [v]², applied to a vector.
inline math::Vec3 with_skews(const math::Vec3& v, double a, double b, const math::Vec3& to) {
  const math::Vec3 once = glm::cross(v, to);
  return to + a * once + b * glm::cross(v, once);
}

/// The body-fixed angular rate of exp(v) for a rate of v.
inline math::Vec3 rate_of_vector(const math::Vec3& v, const math::Vec3& rate) {
  const double square = glm::dot(v, v);
  if (square < 1e-8) return with_skews(v, -0.5 + square / 24.0, 1.0 / 6.0 - square / 120.0, rate);
  const double angle = math::sqrt(square);
  const math::SinCos sc = math::sin_cos(angle);
  return with_skews(v, -(1.0 - sc.cos) / square, (angle - sc.sin) / (square * angle), rate);
}

/// The rate of a rotation vector for an angular rate of the fixed frame; below a full turn.
inline math::Vec3 vector_rate(const math::Vec3& v, const math::Vec3& angular) {
  const double square = glm::dot(v, v);
  if (square < 1e-8) return with_skews(v, -0.5, 1.0 / 12.0 + square / 720.0, angular);
  const double half = 0.5 * math::sqrt(square);
  const math::SinCos sc = math::sin_cos(half);
  return with_skews(v, -0.5, (1.0 - half * sc.cos / sc.sin) / square, angular);
}

}  // namespace fh::human
