// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rigid transforms. Named target_from_source: world_from_head maps points of the head frame to the world.
#include "math/quaternion.h"
#include "math/vector.h"

namespace fh::math {

struct Pose {
  Quat rotation = kIdentity;
  Vec3 position{0.0};

  Vec3 point(const Vec3& p) const { return rotate(rotation, p) + position; }
  Vec3 direction(const Vec3& d) const { return rotate(rotation, d); }
};

/// a_from_c = a_from_b * b_from_c
inline Pose operator*(const Pose& a_from_b, const Pose& b_from_c) {
  return {a_from_b.rotation * b_from_c.rotation, a_from_b.point(b_from_c.position)};
}

inline Pose inverse(const Pose& a_from_b) {
  const Quat back = conjugate(a_from_b.rotation);
  return {back, -rotate(back, a_from_b.position)};
}

inline bool is_finite(const Pose& pose) {
  return is_finite(pose.rotation) && is_finite(pose.position);
}

/// Position linear, rotation on the shortest arc; t in [0, 1].
inline Pose interpolate(const Pose& a, const Pose& b, double t) {
  return {slerp(a.rotation, b.rotation, t), a.position + t * (b.position - a.position)};
}

/// A pose on the floor: position and heading (yaw about +Y, see yaw_of()).
inline Pose standing_at(const Vec3& position, double yaw) {
  return {from_axis_angle(kUp, yaw), position};
}

/// Column-major float matrix for the renderer.
inline Mat4f to_mat4f(const Pose& pose, const Vec3& scale = Vec3(1.0)) {
  const Mat3 r = to_matrix(pose.rotation);
  return {Vec4f(Vec3f(r[0] * scale.x), 0.0f), Vec4f(Vec3f(r[1] * scale.y), 0.0f), Vec4f(Vec3f(r[2] * scale.z), 0.0f),
          Vec4f(Vec3f(pose.position), 1.0f)};
}

}  // namespace fh::math

/// Saved and hashed as its seven numbers: rotation (x, y, z, w), position.
template <>
struct fh::core::IsPlainBytes<fh::math::Pose> : std::true_type {};
static_assert(sizeof(fh::math::Pose) == 7 * sizeof(double));
