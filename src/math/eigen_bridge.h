// SPDX-License-Identifier: Apache-2.0
#pragma once
// The only place where Eigen (matrices of any size, decompositions) and GLM (the simulation's small values) meet.
#include <Eigen/Core>
#include <Eigen/Geometry>

#include "math/pose.h"

namespace fh::math {

inline Eigen::Vector3d to_eigen(const Vec3& v) {
  return {v.x, v.y, v.z};
}
inline Vec3 from_eigen(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}
inline Eigen::Quaterniond to_eigen(const Quat& q) {
  return {q.w, q.x, q.y, q.z};
}
inline Quat from_eigen(const Eigen::Quaterniond& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

inline Eigen::Isometry3d to_eigen(const Pose& pose) {
  Eigen::Isometry3d isometry = Eigen::Isometry3d::Identity();
  isometry.linear() = to_eigen(pose.rotation).toRotationMatrix();
  isometry.translation() = to_eigen(pose.position);
  return isometry;
}

}  // namespace fh::math
