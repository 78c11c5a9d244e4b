// SPDX-License-Identifier: Apache-2.0
#pragma once
// One camera of a frame: both eyes of the user, a third person, a top view, an agent's eye, an inset.
#include <cstdint>
#include <optional>

#include "frame/eye_views.h"
#include "math/shapes.h"

namespace fh::render {

/// Pixels of the target, from its top left; zero size means all of it.
struct Viewport {
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

struct View {
  frame::EyeViews eyes;  // as many as the target has layers
  Viewport viewport;
  bool first_person = true;     // honours DrawBody::hide_head; false shows every head
  bool overlay = true;          // measures, labels, panels
  bool through_lenses = false;  // seen in a headset: the hidden area is left out (Renderer::set_hidden_area)
  std::uint32_t first_eye = 0;  // which eye eyes.eyes[0] is: 0 left, 1 right
  /// > 0: a parallel projection, as in drawings; the picture shows what the angles of view span at this distance, m.
  double parallel_at = 0.0;
  /// Where texts that face the viewer turn to; the point between the eyes unless given.
  std::optional<math::Vec3> viewer;
};

/// What the view is about: the point between the eyes, or for a parallel one the middle of what it shows.
math::Vec3 focus_of(const View& view);
/// Eye views for a single camera; `vertical_fov` in radians.
frame::EyeViews mono(const math::Pose& world_from_eye, double vertical_fov, double aspect);
/// A camera at `from` that looks at `at`.
math::Pose looking_from(const math::Vec3& from, const math::Vec3& at);
/// A camera straight above the bounds' centre that sees all of them, +X to the right and -Z up.
frame::EyeViews top_view(const math::Aabb& bounds, double vertical_fov, double aspect);

}  // namespace fh::render
