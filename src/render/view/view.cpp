// SPDX-License-Identifier: Apache-2.0
#include "render/view/view.h"

#include "render/view/projection.h"

#include <algorithm>
#include <cmath>

namespace fh::render {

frame::EyeViews mono(const math::Pose& world_from_eye, double vertical_fov, double aspect) {
  frame::EyeViews views;
  views.count = 1;
  views.eyes[0] = {world_from_eye, frame::symmetric_fov(vertical_fov, aspect)};
  return views;
}

math::Pose looking_from(const math::Vec3& from, const math::Vec3& at) {
  const math::Vec3 forward = math::normalized_or(at - from, math::kForward);
  // Straight up or down has no heading of its own: north (-Z) is up in the picture.
  const math::Vec3 up = std::abs(forward.y) > 0.9999 ? math::kForward : math::kUp;
  return {math::looking_along(forward, up), from};
}

math::Vec3 focus_of(const View& view) {
  const math::Pose& eye = view.eyes.eyes[0].world_from_eye;
  if (view.parallel_at > 0.0) return eye.position + view.parallel_at * eye.direction(math::kForward);
  return viewer_position(view.eyes);
}

frame::EyeViews top_view(const math::Aabb& bounds, double vertical_fov, double aspect) {
  const math::Vec3 size = bounds.size();
  const double half_height = 0.5 * std::max(size.z, size.x / aspect);
  const double above = half_height / std::tan(0.5 * vertical_fov);
  const math::Vec3 centre = bounds.centre();
  return mono(looking_from({centre.x, bounds.high.y + above, centre.z}, centre), vertical_fov, aspect);
}

}  // namespace fh::render
