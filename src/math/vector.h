// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vector types of the simulation: GLM in double precision (trivially copyable, so fit for rows and archives).
// GLM's own functions are used for arithmetic, dot, cross, length, normalize only: its trigonometry calls libm, which
// the tick must not (docs/determinism.md); math/trig.h and math/quaternion.h have ours.
// Right-handed, Y up, -Z forward, metres, radians.
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <limits>

#include "core/archive.h"

namespace fh::math {

using Vec2 = glm::dvec2;
using Vec3 = glm::dvec3;
using Vec4 = glm::dvec4;
using Mat3 = glm::dmat3;  // column-major
using Vec2f = glm::vec2;
using Vec3f = glm::vec3;
using Vec4f = glm::vec4;
using Mat4f = glm::mat4;  // column-major

inline constexpr Vec3 kRight{1, 0, 0};
inline constexpr Vec3 kUp{0, 1, 0};
inline constexpr Vec3 kForward{0, 0, -1};

inline bool is_finite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Unit vector, or `fallback` for vectors too short to have a direction or not finite.
inline Vec3 normalized_or(const Vec3& v, const Vec3& fallback) {
  const double length = glm::length(v);
  if (length > 1e-12 && length <= std::numeric_limits<double>::max()) return v / length;
  if (!is_finite(v) || !(length > 1e-12)) return fallback;
  const Vec3 small = v * 0x1p-600;  // its square overflowed
  return small / glm::length(small);
}

/// Some unit vector at right angles to a unit vector; continuous except at one point of the sphere (Duff et al. 2017).
inline Vec3 any_orthogonal(const Vec3& n) {
  const double sign = n.z >= 0.0 ? 1.0 : -1.0;
  const double a = -1.0 / (sign + n.z);
  return {1.0 + sign * n.x * n.x * a, sign * n.x * n.y * a, -sign * n.x};
}

/// NaN stays NaN.
template <class T>
constexpr T clamp(T value, T low, T high) {
  return value < low ? low : (value > high ? high : value);
}

/// How far a value lies outside [low, high], signed; 0 inside.
inline double beyond(double value, double low, double high) {
  return value - clamp(value, low, high);
}

/// 0 at t <= 0, 1 at t >= 1, with zero slope at both ends.
inline double smooth_step(double t) {
  t = clamp(t, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

}  // namespace fh::math

template <>
struct fh::core::IsPlainBytes<fh::math::Vec2> : std::true_type {};
template <>
struct fh::core::IsPlainBytes<fh::math::Vec3> : std::true_type {};
template <>
struct fh::core::IsPlainBytes<fh::math::Vec4> : std::true_type {};
