// SPDX-License-Identifier: Apache-2.0
#include "render/view_uniforms.h"

#include <algorithm>

#include "render/draw_plan.h"
#include "render/view/projection.h"

namespace fh::render {
namespace {

constexpr double kPlaneReach = 200.0;  // metres: half side of the drawn part of a section plane

constexpr double kNoOcclusion = 1e6;  // m

using Planes = std::array<math::Vec4f, kClipPlanes>;

math::Vec4f kept_side(const math::Vec3& outward, double offset) {
  return {math::Vec3f(-outward), static_cast<float>(offset)};
}

Planes planes_of(const frame::Section& section) {
  Planes planes;
  planes.fill(math::Vec4f(0, 0, 0, 1));  // keeps everything
  if (section.kind == frame::Section::Kind::Plane) {
    planes[0] = kept_side(section.plane.normal, section.plane.offset);
  } else if (section.kind == frame::Section::Kind::Box) {
    const math::Pose& pose = section.box.world_from_box;
    for (int i = 0; i < 6; ++i) {
      math::Vec3 axis(0.0);
      axis[i / 2] = i % 2 == 0 ? 1.0 : -1.0;
      const math::Vec3 outward = pose.direction(axis);
      planes[static_cast<std::size_t>(i)] =
          kept_side(outward, glm::dot(outward, pose.position) + section.box.half[i / 2]);
    }
  }
  return planes;
}

std::uint32_t fill_lights(const frame::Snapshot& snapshot, const math::Vec3& viewer, GlobalsData& globals) {
  // The strongest at the viewer; found by insertion, so that nothing is allocated.
  std::array<std::pair<double, std::size_t>, kMostLights> best;
  std::size_t count = 0;
  for (std::size_t i = 0; i < snapshot.lights.size(); ++i) {
    const math::Vec3 d = snapshot.lights[i].position - viewer;
    const double strength = snapshot.lights[i].intensity / (glm::dot(d, d) + 1.0);
    std::size_t at = count;
    while (at > 0 && best[at - 1].first < strength) --at;
    if (at >= kMostLights) continue;
    count = std::min(count + 1, kMostLights);
    for (std::size_t k = count - 1; k > at; --k) best[k] = best[k - 1];
    best[at] = {strength, i};
  }
  for (std::size_t k = 0; k < count; ++k) {
    const frame::LocalLight& light = snapshot.lights[best[k].second];
    globals.lights[k].position_range = math::Vec4f(math::Vec3f(light.position), light.range);
    globals.lights[k].colour = math::Vec4f(light.colour * light.intensity, 0.0f);
  }
  return static_cast<std::uint32_t>(count);
}

CapFace face_of(const math::Vec3& centre, const math::Vec3& outward, const math::Vec3& u, double half_u, double half_v,
                std::uint32_t plane) {
  CapFace face;
  face.plane = plane;
  face.centre = math::Vec3f(centre);
  face.u = math::Vec3f(u * half_u);
  face.v = math::Vec3f(glm::cross(outward, u) * half_v);
  return face;
}

}  // namespace

GlobalsData globals_of(const frame::Snapshot& snapshot, const View& view, const Viewport& rect, const ShadowFit& fit,
                       const RenderSettings& settings, bool casts_shadows) {
  GlobalsData g{};
  for (std::uint32_t e = 0; e < view.eyes.count; ++e) {
    const frame::EyeView& eye = view.eyes.eyes[e];
    const bool parallel = view.parallel_at > 0.0;
    g.clip_from_world[e] =
        (parallel ? parallel_projection_of(eye.fov, view.parallel_at) : projection_of(eye.fov, view.eyes.near_plane)) *
        view_of(eye.world_from_eye);
    g.world_from_eye[e] = math::to_mat4f(eye.world_from_eye);
    g.fov_tangents[e] = tangents_of(eye.fov);
  }
  for (std::size_t c = 0; c < kCascades; ++c) g.shadow_from_world[c] = fit.shadow_from_world(c);
  g.cascade_texel = math::Vec4f(fit.metres_per_texel(0), fit.metres_per_texel(1), casts_shadows ? 1.0f : 0.0f,
                                1.0f / static_cast<float>(settings.shadow_size));
  const math::Vec3 to_sun = math::normalized_or(snapshot.sun.direction_to_sun, math::kUp);
  g.to_sun = math::Vec4f(math::Vec3f(to_sun), snapshot.sun.illuminance);
  g.sun_colour = math::Vec4f(snapshot.sun.colour, snapshot.ambient);
  g.sky_zenith = math::Vec4f(snapshot.sky_zenith, 0.0f);
  g.sky_horizon = math::Vec4f(snapshot.sky_horizon, 0.0f);
  g.ground = math::Vec4f(snapshot.ground, 0.0f);
  g.clip_planes = planes_of(snapshot.section);
  g.cap_colour = snapshot.section.cap;
  g.viewport = math::Vec4f(rect.x, rect.y, rect.width, rect.height);
  const std::uint32_t lights = fill_lights(snapshot, focus_of(view), g);
  // Distances are near / depth; of a parallel view they are all beyond the reach of occlusion.
  const double near_plane = view.parallel_at > 0.0 ? kNoOcclusion : view.eyes.near_plane;
  g.screen = math::Vec4f(static_cast<float>(near_plane), snapshot.fade, snapshot.vignette, static_cast<float>(lights));
  g.occlusion = math::Vec4f(0.45f, 0.95f, 0.0f, 0.0f);
  return g;
}

void add_cap_faces(const frame::Section& section, const View& view, std::vector<CapFace>& faces) {
  const frame::EyeViews& eyes = view.eyes;
  const auto seen_from_outside = [&](const math::Vec3& point, const math::Vec3& outward) {
    for (std::uint32_t e = 0; e < eyes.count; ++e) {
      if (glm::dot(eyes.eyes[e].world_from_eye.position - point, outward) > 0.0) return true;
    }
    return false;
  };
  if (section.kind == frame::Section::Kind::Plane) {
    const math::Vec3& n = section.plane.normal;
    const math::Vec3 viewer = focus_of(view);
    const math::Vec3 centre = viewer - n * section.plane.signed_distance(viewer);
    if (seen_from_outside(centre, n)) {
      faces.push_back(face_of(centre, n, math::any_orthogonal(n), kPlaneReach, kPlaneReach, 0));
    }
  } else if (section.kind == frame::Section::Kind::Box) {
    const math::Pose& pose = section.box.world_from_box;
    for (std::uint32_t i = 0; i < 6; ++i) {
      const int axis = static_cast<int>(i) / 2, next = (axis + 1) % 3, last = (axis + 2) % 3;
      math::Vec3 out(0.0), along(0.0);
      out[axis] = i % 2 == 0 ? 1.0 : -1.0;
      along[next] = 1.0;
      const math::Vec3 outward = pose.direction(out);
      const math::Vec3 centre = pose.position + outward * section.box.half[axis];
      if (!seen_from_outside(centre, outward)) continue;
      faces.push_back(
          face_of(centre, outward, pose.direction(along), section.box.half[next], section.box.half[last], i));
    }
  }
}

}  // namespace fh::render
