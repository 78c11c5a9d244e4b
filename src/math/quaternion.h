// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rotations as unit quaternions. glm::dquat's constructor takes (w, x, y, z).
// All functions are total: what is not finite gives a rotation of identity or NaN, never a fault; what returns a
// rotation by way of normalized() returns a unit quaternion whatever it was given.
#include <glm/gtc/quaternion.hpp>

#include "math/trig.h"
#include "math/vector.h"

namespace fh::math {

using Quat = glm::dquat;

inline constexpr Quat kIdentity{1.0, 0.0, 0.0, 0.0};

/// Rotates a vector by a unit quaternion: 30 operations, no matrix.
inline Vec3 rotate(const Quat& q, const Vec3& v) {
  const Vec3 u(q.x, q.y, q.z);
  const Vec3 t = 2.0 * glm::cross(u, v);
  return v + q.w * t + glm::cross(u, t);
}

inline Quat conjugate(const Quat& q) {
  return {q.w, -q.x, -q.y, -q.z};
}
inline double dot(const Quat& a, const Quat& b) {
  return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}
inline bool is_finite(const Quat& q) {
  return std::isfinite(q.w) && std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z);
}
/// Identity for a quaternion too small to have a direction or not finite.
Quat normalized(const Quat& q);

/// `axis` is a unit vector.
Quat from_axis_angle(const Vec3& axis, double angle);
/// The rotation whose direction is its axis and length its angle.
Quat from_rotation_vector(const Vec3& rotation);
/// Angle in [0, pi]; inverse of from_rotation_vector.
Vec3 to_rotation_vector(const Quat& q);
/// The shortest rotation that takes unit vector `from` to unit vector `to`.
Quat from_to(const Vec3& from, const Vec3& to);
/// Yaw about +Y, then pitch about +X, then roll about +Z (applied in the order roll, pitch, yaw).
Quat from_yaw_pitch_roll(double yaw, double pitch, double roll);
/// The frame whose -Z looks along `forward` with +Y as near to `up` as possible.
Quat looking_along(const Vec3& forward, const Vec3& up = kUp);
Quat from_matrix(const Mat3& rotation);
Mat3 to_matrix(const Quat& q);

/// Heading of a frame's -Z about +Y: 0 looks along -Z, positive turns left (towards -X). Uses +Y when looking
/// straight up or down, so that a bowed head keeps its heading.
double yaw_of(const Quat& q);
/// Angle of the relative rotation, in [0, pi].
double angle_between(const Quat& a, const Quat& b);
/// Shortest-path spherical interpolation, t in [0, 1].
Quat slerp(const Quat& a, const Quat& b, double t);

struct SwingTwist {
  Quat swing;    // rotation about an axis at right angles to the twist axis
  double twist;  // angle about the twist axis, in [-pi, pi]
};
/// q = swing * twist about the unit vector `axis`. At a half-turn swing the twist is 0.
SwingTwist swing_twist(const Quat& q, const Vec3& axis);

}  // namespace fh::math

template <>
struct fh::core::IsPlainBytes<fh::math::Quat> : std::true_type {};
