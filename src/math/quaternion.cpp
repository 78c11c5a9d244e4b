// SPDX-License-Identifier: Apache-2.0
#include "math/quaternion.h"

#include <limits>

namespace fh::math {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kShrink = 0x1p-600;  // squares of what it multiplies do not overflow

}  // namespace

Quat normalized(const Quat& q) {
  const double length = std::sqrt(dot(q, q));
  if (!(length > 1e-150)) return kIdentity;
  if (!(length <= kLargest)) {  // its square overflowed, or it is not finite
    if (!is_finite(q)) return kIdentity;
    return normalized({q.w * kShrink, q.x * kShrink, q.y * kShrink, q.z * kShrink});
  }
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

Quat from_axis_angle(const Vec3& axis, double angle) {
  const SinCos half = sin_cos(0.5 * angle);
  return {half.cos, axis.x * half.sin, axis.y * half.sin, axis.z * half.sin};
}

Quat from_rotation_vector(const Vec3& rotation) {
  const double angle = glm::length(rotation);
  if (!(angle <= kLargest)) {  // an angle of no meaning, about an axis that still has one
    return normalized(from_axis_angle(normalized_or(rotation, kUp), is_finite(rotation) ? kLargest : angle));
  }
  if (angle < 1e-9) return normalized({1.0, 0.5 * rotation.x, 0.5 * rotation.y, 0.5 * rotation.z});
  return from_axis_angle(rotation / angle, angle);
}

Vec3 to_rotation_vector(const Quat& q) {
  const double sign = q.w < 0.0 ? -1.0 : 1.0;
  const Vec3 v = sign * Vec3(q.x, q.y, q.z);
  const double s = glm::length(v);
  if (s < 1e-12) return 2.0 * v;
  return v * (2.0 * atan2(s, sign * q.w) / s);
}

Quat from_to(const Vec3& from, const Vec3& to) {
  const double d = glm::dot(from, to);
  if (d < -1.0 + 1e-12) {
    const Vec3 axis = any_orthogonal(from);
    return {0.0, axis.x, axis.y, axis.z};
  }
  const Vec3 c = glm::cross(from, to);
  return normalized({1.0 + d, c.x, c.y, c.z});
}

Quat from_yaw_pitch_roll(double yaw, double pitch, double roll) {
  return from_axis_angle(kUp, yaw) * from_axis_angle(kRight, pitch) * from_axis_angle({0, 0, 1}, roll);
}

Quat looking_along(const Vec3& forward, const Vec3& up) {
  const Vec3 back = -normalized_or(forward, kForward);
  Vec3 right = glm::cross(up, back);
  if (!(glm::dot(right, right) <= kLargest)) right = glm::cross(normalized_or(up, kUp), back);
  if (glm::dot(right, right) < 1e-16) right = any_orthogonal(back);
  right = glm::normalize(right);
  return from_matrix(Mat3(right, glm::cross(back, right), back));
}

Quat from_matrix(const Mat3& m) {
  // The largest of the four components is computed first, which keeps the division well conditioned (Shepperd 1978).
  const double trace = m[0][0] + m[1][1] + m[2][2];
  if (trace > 0.0) {
    const double s = 2.0 * std::sqrt(trace + 1.0);
    return normalized({0.25 * s, (m[1][2] - m[2][1]) / s, (m[2][0] - m[0][2]) / s, (m[0][1] - m[1][0]) / s});
  }
  if (m[0][0] > m[1][1] && m[0][0] > m[2][2]) {
    const double s = 2.0 * std::sqrt(1.0 + m[0][0] - m[1][1] - m[2][2]);
    return normalized({(m[1][2] - m[2][1]) / s, 0.25 * s, (m[1][0] + m[0][1]) / s, (m[2][0] + m[0][2]) / s});
  }
  if (m[1][1] > m[2][2]) {
    const double s = 2.0 * std::sqrt(1.0 + m[1][1] - m[0][0] - m[2][2]);
    return normalized({(m[2][0] - m[0][2]) / s, (m[1][0] + m[0][1]) / s, 0.25 * s, (m[2][1] + m[1][2]) / s});
  }
  const double s = 2.0 * std::sqrt(1.0 + m[2][2] - m[0][0] - m[1][1]);
  return normalized({(m[0][1] - m[1][0]) / s, (m[2][0] + m[0][2]) / s, (m[2][1] + m[1][2]) / s, 0.25 * s});
}

Mat3 to_matrix(const Quat& q) {
  return {rotate(q, {1, 0, 0}), rotate(q, {0, 1, 0}), rotate(q, {0, 0, 1})};
}

double yaw_of(const Quat& q) {
  const Vec3 forward = rotate(q, kForward);
  Vec3 heading(forward.x, 0.0, forward.z);
  if (glm::dot(heading, heading) < 1e-4) {
    const Vec3 up = rotate(q, kUp);  // looking down the crown points ahead, looking up it points back
    const double sign = forward.y < 0.0 ? 1.0 : -1.0;
    heading = {sign * up.x, 0.0, sign * up.z};
  }
  return atan2(-heading.x, -heading.z);
}

double angle_between(const Quat& a, const Quat& b) {
  return glm::length(to_rotation_vector(conjugate(a) * b));
}

Quat slerp(const Quat& a, const Quat& b, double t) {
  return normalized(a * from_rotation_vector(t * to_rotation_vector(conjugate(a) * b)));
}

SwingTwist swing_twist(const Quat& q, const Vec3& axis) {
  const double along = q.x * axis.x + q.y * axis.y + q.z * axis.z;
  if (along * along + q.w * q.w < 1e-24) return {normalized(q), 0.0};
  double half = atan2(along, q.w);
  if (half > kPi / 2.0) half -= kPi;
  if (half < -kPi / 2.0) half += kPi;
  const double twist = 2.0 * half;
  return {normalized(q * from_axis_angle(axis, -twist)), twist};
}

}  // namespace fh::math
