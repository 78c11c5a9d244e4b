#include "app/camera.h"

#include "world/physics_footing.h"

namespace fh::app {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kHalfEyeDistance = 0.0315;  // m

frame::EyeViews one(const Pose& world_from_eye, double vertical, double aspect) {
  frame::EyeViews views;
  views.count = 1;
  views.eyes[0] = {world_from_eye, frame::symmetric_fov(vertical, aspect)};
  return views;
}

/// High enough over the place to see all of it, north (-Z) up.
Pose from_above(const math::Aabb& place, double vertical, double aspect) {
  const Vec3 size = place.size();
  const double needed = std::max(size.z, size.x / aspect) * 0.55;
  const double height = place.high.y + needed / math::tan(0.5 * vertical);
  const Vec3 centre = place.centre();
  return {math::looking_along({0, -1, 0}, {0, 0, -1}), {centre.x, height, centre.z}};
}

}  // namespace

Pose over_the_shoulder(const Pose& head) {
  const Pose upright{math::from_axis_angle(math::kUp, math::yaw_of(head.rotation)), head.position};
  const Vec3 eye = upright.point({0.55, 0.35, 1.9}), target = upright.point({0.0, -0.25, -1.5});
  return {math::looking_along(target - eye), eye};
}

Pose over_the_shoulder(const world::World& world, const Pose& head) {
  Pose camera = over_the_shoulder(head);
  if (const auto wall = world::PhysicsFooting(world.physics()).between(head.position, camera.position))
    camera.position = head.position + 0.85 * (wall->point - head.position);
  return camera;
}

CameraKind camera_kind(const std::string& word) {
  if (word == "stereo") return CameraKind::Stereo;
  if (word == "third") return CameraKind::Third;
  if (word == "top") return CameraKind::Top;
  return CameraKind::Eye;
}

frame::EyeViews camera_views(CameraKind kind, const world::World& world, double aspect) {
  const Pose& head = world.user().head.world_from_point;
  if (kind == CameraKind::Third) return one(over_the_shoulder(head), math::radians(60.0), aspect);
  if (kind == CameraKind::Top) {
    const double vertical = math::radians(40.0);
    return one(from_above(world.scenario().scene.bounds(), vertical, aspect), vertical, aspect);
  }
  frame::EyeViews views = one(head, math::radians(75.0), aspect);
  if (kind == CameraKind::Eye) return views;
  views.count = 2;
  views.eyes[1] = views.eyes[0];
  views.eyes[0].world_from_eye = head * Pose{math::kIdentity, {-kHalfEyeDistance, 0.0, 0.0}};
  views.eyes[1].world_from_eye = head * Pose{math::kIdentity, {kHalfEyeDistance, 0.0, 0.0}};
  return views;
}

}  // namespace fh::app
