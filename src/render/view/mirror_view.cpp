// SPDX-License-Identifier: Apache-2.0
#include "render/view/mirror_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "render/view/projection.h"

namespace fh::render {
namespace {

// The mirror itself and what is glued to its plane stay out of its picture; an eye closer than this sees none.
constexpr double kSkin = 0.001;

math::Plane plane_of(const PlacedMirror& mirror) {
  const math::Vec3 across = glm::cross(mirror.corners[1] - mirror.corners[0], mirror.corners[3] - mirror.corners[0]);
  const math::Vec3 normal = math::normalized_or(across, math::kUp);
  return {normal, glm::dot(normal, mirror.corners[0])};
}

double distance_to(const PlacedMirror& mirror, const math::Vec3& viewer) {
  math::Vec3 nearest = mirror.corners[0];
  for (const std::size_t next : {1u, 3u}) {
    const math::Vec3 side = mirror.corners[next] - mirror.corners[0];
    const double t = glm::dot(viewer - mirror.corners[0], side) / std::max(glm::dot(side, side), 1e-12);
    nearest += std::clamp(t, 0.0, 1.0) * side;
  }
  return glm::length(viewer - nearest);
}

struct Range2 {
  double left = std::numeric_limits<double>::infinity(), top = left, right = -left, bottom = -left;
};

/// Adds what the eye sees of the face, as shares 0..1 of the picture from its top left.
void add_seen_part(const frame::EyeView& eye, double near_plane, const std::array<math::Vec3, 4>& corners,
                   Range2& range) {
  const math::Pose eye_from_world = math::inverse(eye.world_from_eye);
  const math::Vec4f t = tangents_of(eye.fov);
  std::array<math::Vec3, 4> p;
  for (std::size_t i = 0; i < 4; ++i) p[i] = eye_from_world.point(corners[i]);
  Range2 own;
  const auto add = [&](const math::Vec3& q) {
    const double u = (q.x / -q.z - t.x) / (t.y - t.x), v = (t.z - q.y / -q.z) / (t.z - t.w);
    own = {std::min(own.left, u), std::min(own.top, v), std::max(own.right, u), std::max(own.bottom, v)};
  };
  for (std::size_t i = 0; i < 4; ++i) {
    const math::Vec3 &a = p[i], &b = p[(i + 1) % 4];
    const double da = -a.z - near_plane, db = -b.z - near_plane;
    if (da >= 0.0) add(a);
    if ((da >= 0.0) != (db >= 0.0)) add(a + (b - a) * (da / (da - db)));
  }
  own = {std::max(own.left, 0.0), std::max(own.top, 0.0), std::min(own.right, 1.0), std::min(own.bottom, 1.0)};
  if (own.left >= own.right || own.top >= own.bottom) return;
  range = {std::min(range.left, own.left), std::min(range.top, own.top), std::max(range.right, own.right),
           std::max(range.bottom, own.bottom)};
}

/// False when no eye in front of the mirror sees any of it.
bool look_at(const PlacedMirror& placed, const frame::EyeViews& eyes, const Viewport& whole, SeenMirror& seen) {
  seen.drawable = placed.drawable;
  seen.both_sides = placed.both_sides;
  seen.plane = plane_of(placed);
  if (placed.both_sides && seen.plane.signed_distance(viewer_position(eyes)) < 0.0) {
    seen.plane = {-seen.plane.normal, -seen.plane.offset};
  }
  Range2 range;
  for (std::uint32_t e = 0; e < eyes.count; ++e) {
    if (seen.plane.signed_distance(eyes.eyes[e].world_from_eye.position) < kSkin) continue;
    add_seen_part(eyes.eyes[e], eyes.near_plane, placed.corners, range);
  }
  if (range.left >= range.right || range.top >= range.bottom) return false;
  const auto pixels = [](double low, double high, std::uint32_t size) {
    const double first = std::max(std::floor(low * size) - 1.0, 0.0);
    const double end = std::min(std::ceil(high * size) + 1.0, static_cast<double>(size));
    return std::pair(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first));
  };
  const auto [x, width] = pixels(range.left, range.right, whole.width);
  const auto [y, height] = pixels(range.top, range.bottom, whole.height);
  seen.pixels = {whole.x + x, whole.y + y, width, height};
  return true;
}

math::Vec3 reflect(const math::Vec3& direction, const math::Plane& mirror) {
  return direction - 2.0 * glm::dot(mirror.normal, direction) * mirror.normal;
}

}  // namespace

SeenMirrors nearest_mirrors(std::span<const PlacedMirror> placed, const View& view, const Viewport& whole,
                            std::size_t most) {
  SeenMirrors found;
  const math::Vec3 viewer = view.viewer.value_or(viewer_position(view.eyes));
  const auto taken = [&](std::uint32_t drawable) {
    return std::any_of(found.mirrors.begin(), found.mirrors.begin() + static_cast<std::ptrdiff_t>(found.count),
                       [&](const SeenMirror& m) { return m.drawable == drawable; });
  };
  while (found.count < std::min(most, kMostMirrors)) {
    double nearest = std::numeric_limits<double>::infinity();
    SeenMirror& next = found.mirrors[found.count];
    for (const PlacedMirror& mirror : placed) {
      const double distance = distance_to(mirror, viewer);
      SeenMirror seen;
      if (distance >= nearest || taken(mirror.drawable) || !look_at(mirror, view.eyes, whole, seen)) continue;
      nearest = distance;
      next = seen;
    }
    if (nearest == std::numeric_limits<double>::infinity()) break;
    ++found.count;
  }
  return found;
}

frame::EyeViews through_part(const frame::EyeViews& eyes, const Viewport& whole, const Viewport& part) {
  frame::EyeViews result = eyes;
  const auto mix = [](double a, double b, double t) {
    return std::atan(std::tan(a) + (std::tan(b) - std::tan(a)) * t);
  };
  const double left = double(part.x - whole.x) / whole.width, right = left + double(part.width) / whole.width;
  const double top = double(part.y - whole.y) / whole.height, bottom = top + double(part.height) / whole.height;
  for (std::uint32_t e = 0; e < eyes.count; ++e) {
    const frame::Fov& fov = eyes.eyes[e].fov;
    result.eyes[e].fov = {mix(fov.left, fov.right, left), mix(fov.left, fov.right, right), mix(fov.up, fov.down, top),
                          mix(fov.up, fov.down, bottom)};
  }
  return result;
}

frame::EyeViews reflected(const frame::EyeViews& eyes, const math::Plane& mirror) {
  frame::EyeViews result = eyes;
  for (std::uint32_t e = 0; e < eyes.count; ++e) {
    const frame::EyeView& eye = eyes.eyes[e];
    const math::Pose& pose = eye.world_from_eye;
    const math::Vec3 up = reflect(pose.direction(math::kUp), mirror);
    const math::Vec3 back = reflect(-pose.direction(math::kForward), mirror);
    result.eyes[e].world_from_eye = {math::from_matrix(math::Mat3(glm::cross(up, back), up, back)),
                                     pose.position - 2.0 * mirror.signed_distance(pose.position) * mirror.normal};
    result.eyes[e].fov = {-eye.fov.right, -eye.fov.left, eye.fov.up, eye.fov.down};
  }
  return result;
}

void reflect_globals(const frame::EyeViews& eyes, const math::Plane& mirror, const Viewport& part,
                     GlobalsData& globals) {
  const frame::EyeViews behind = reflected(eyes, mirror);
  math::Mat4f turned(1.0f);  // undoes the change of left and right: the picture fits the mirror's pixels
  turned[0][0] = -1.0f;
  for (std::uint32_t e = 0; e < eyes.count; ++e) {
    const math::Pose& pose = behind.eyes[e].world_from_eye;
    globals.clip_from_world[e] = projection_of(eyes.eyes[e].fov, eyes.near_plane) * turned * view_of(pose);
    globals.world_from_eye[e] = math::to_mat4f(pose) * turned;
    globals.fov_tangents[e] = tangents_of(eyes.eyes[e].fov);
  }
  globals.clip_planes[kMirrorPlane] =
      math::Vec4f(math::Vec3f(mirror.normal), static_cast<float>(-mirror.offset - kSkin));
  globals.viewport = math::Vec4f(part.x, part.y, part.width, part.height);
}

}  // namespace fh::render
