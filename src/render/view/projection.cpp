// SPDX-License-Identifier: Apache-2.0
#include "render/view/projection.h"

#include <cmath>

namespace fh::render {

math::Vec4f tangents_of(const frame::Fov& fov) {
  return {static_cast<float>(std::tan(fov.left)), static_cast<float>(std::tan(fov.right)),
          static_cast<float>(std::tan(fov.up)), static_cast<float>(std::tan(fov.down))};
}

math::Mat4f projection_of(const frame::Fov& fov, double near_plane) {
  const math::Vec4f t = tangents_of(fov);
  const float width = t.y - t.x, height = t.z - t.w;
  math::Mat4f p(0.0f);
  p[0][0] = 2.0f / width;
  p[2][0] = (t.y + t.x) / width;
  p[1][1] = -2.0f / height;
  p[2][1] = -(t.z + t.w) / height;
  p[3][2] = static_cast<float>(near_plane);
  p[2][3] = -1.0f;
  return p;
}

math::Mat4f parallel_projection_of(const frame::Fov& fov, double distance) {
  const math::Vec4f t = tangents_of(fov) * static_cast<float>(distance);
  const float width = t.y - t.x, height = t.z - t.w;
  math::Mat4f p(0.0f);
  p[0][0] = 2.0f / width;
  p[3][0] = -(t.y + t.x) / width;
  p[1][1] = -2.0f / height;
  p[3][1] = (t.z + t.w) / height;
  p[2][2] = static_cast<float>(0.5 / distance);
  p[3][2] = 1.0f;
  p[3][3] = 1.0f;
  return p;
}

math::Mat4f view_of(const math::Pose& world_from_eye) {
  return math::to_mat4f(math::inverse(world_from_eye));
}

Frustum::Frustum(const frame::EyeViews& eyes) : count_(eyes.count) {
  for (std::uint32_t e = 0; e < count_; ++e) {
    const frame::EyeView& eye = eyes.eyes[e];
    const math::Vec4f t = tangents_of(eye.fov);
    const std::array<math::Vec3, 5> normals{math::Vec3(1, 0, t.x), math::Vec3(-1, 0, -t.y), math::Vec3(0, -1, -t.z),
                                            math::Vec3(0, 1, t.w), math::Vec3(0, 0, -1)};
    for (std::size_t i = 0; i < normals.size(); ++i) {
      const math::Vec3 n = eye.world_from_eye.direction(glm::normalize(normals[i]));
      const double behind = i == 4 ? eyes.near_plane : 0.0;
      planes_[e][i] =
          math::Vec4f(math::Vec3f(n), static_cast<float>(-glm::dot(n, eye.world_from_eye.position) - behind));
    }
  }
}

math::Vec3 viewer_position(const frame::EyeViews& eyes) {
  if (eyes.count == 2) return 0.5 * (eyes.eyes[0].world_from_eye.position + eyes.eyes[1].world_from_eye.position);
  return eyes.eyes[0].world_from_eye.position;
}

}  // namespace fh::render
