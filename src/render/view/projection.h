// SPDX-License-Identifier: Apache-2.0
#pragma once
// From eye views to clip space: reversed depth (near 1, infinity 0), no far plane, Vulkan's y down.
#include <array>
#include <cstdint>

#include "frame/eye_views.h"
#include "math/shapes.h"

namespace fh::render {

/// depth = near / distance along the view axis.
math::Mat4f projection_of(const frame::Fov& fov, double near_plane);
/// Parallel, as wide as the angles of view are at `distance`; depth 1 at the eye, 0 at twice the distance.
math::Mat4f parallel_projection_of(const frame::Fov& fov, double distance);
math::Mat4f view_of(const math::Pose& world_from_eye);
/// Tangents of the four sides: left, right, up, down.
math::Vec4f tangents_of(const frame::Fov& fov);

/// The union of both eyes' pyramids, for culling by bounding spheres.
class Frustum {
 public:
  Frustum() = default;
  explicit Frustum(const frame::EyeViews& eyes);
  /// May say true for a sphere just outside a corner, never false for one inside.
  bool may_see(const math::Vec3f& centre, float radius) const {
    for (std::uint32_t e = 0; e < count_; ++e) {
      bool inside = true;
      for (const math::Vec4f& p : planes_[e]) {
        inside &= p.x * centre.x + p.y * centre.y + p.z * centre.z + p.w >= -radius;
      }
      if (inside) return true;
    }
    return false;
  }

 private:
  std::array<std::array<math::Vec4f, 5>, 2> planes_{};  // inward: left, right, up, down, near
  std::uint32_t count_ = 0;
};

/// The point between the eyes.
math::Vec3 viewer_position(const frame::EyeViews& eyes);

}  // namespace fh::render
