// SPDX-License-Identifier: Apache-2.0
#pragma once
// Values between the simulation (double) and Jolt (single precision). Private to physics.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Math/Quat.h>
#include <Jolt/Math/Vec3.h>

#include "math/pose.h"

namespace fh::physics {

inline JPH::Vec3 to_jolt(const math::Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
inline JPH::Quat to_jolt(const math::Quat& q) {
  return JPH::Quat(static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w))
      .Normalized();
}
inline math::Vec3 from_jolt(JPH::Vec3Arg v) {
  return {v.GetX(), v.GetY(), v.GetZ()};
}
/// Renormalised: a float quaternion is off by 1e-7, which would scale what it rotates.
inline math::Quat from_jolt(JPH::QuatArg q) {
  return math::normalized({q.GetW(), q.GetX(), q.GetY(), q.GetZ()});
}

}  // namespace fh::physics
