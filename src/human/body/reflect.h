// SPDX-License-Identifier: Apache-2.0
#pragma once
// Left limbs are solved as right ones: the mirror image in the plane x = 0.
#include "math/quaternion.h"

namespace fh::human {

inline math::Vec3 reflected(const math::Vec3& v) {
  return {-v.x, v.y, v.z};
}
inline math::Quat reflected(const math::Quat& q) {
  return {q.w, q.x, -q.y, -q.z};
}

}  // namespace fh::human
