// SPDX-License-Identifier: Apache-2.0
#include "app/stages/camera.h"

#include <fmt/ranges.h>

#include "show/belief_overlay.h"
#include "world/users/physics_landing.h"

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

/// From half before and beside the user, the whole body in the picture.
Pose facing(const world::UserState& user) {
  const Pose& head = user.head.world_from_point;
  const double floor = user.world_from_tracking.position.y;
  const Pose upright = math::standing_at({head.position.x, floor, head.position.z}, math::yaw_of(head.rotation));
  const Vec3 eye = upright.point({1.5, 1.35, -2.3}), target = upright.point({0.0, 0.92, 0.0});
  return {math::looking_along(target - eye), eye};
}

/// High enough over the place to see all of it, north (-Z) up.
Pose from_above(const math::Aabb& place, double vertical, double aspect) {
  const Vec3 size = place.size();
  const double needed = std::max(size.z, size.x / aspect) * 0.55;
  const double height = place.high.y + needed / math::tan(0.5 * vertical);
  const Vec3 centre = place.centre();
  return {math::looking_along({0, -1, 0}, {0, 0, -1}), {centre.x, height, centre.z}};
}

/// All of the place from above (-Z up in the picture), or from a side of it: north looks at the face to the north (-Z).
frame::EyeViews drawing_views(CameraKind kind, const math::Aabb& place, double aspect, double& parallel_at) {
  constexpr double kMargin = 1.1;
  const Vec3 size = place.size(), centre = place.centre();
  Vec3 way{0.0, -1.0, 0.0}, up{0.0, 0.0, -1.0};
  double wide = size.x, high = size.z;
  if (kind != CameraKind::Plan) {
    const bool along_z = kind == CameraKind::North || kind == CameraKind::South;
    const double sign = kind == CameraKind::North || kind == CameraKind::West ? 1.0 : -1.0;
    way = along_z ? Vec3(0.0, 0.0, sign) : Vec3(sign, 0.0, 0.0);
    up = math::kUp;
    wide = along_z ? size.x : size.z;
    high = size.y;
  }
  const double half = 0.5 * kMargin * std::max({high, wide / aspect, 0.1});
  parallel_at = 10.0 * (size.x + size.y + size.z) + 1.0;  // far enough that angles differ little
  return one({math::looking_along(way, up), centre - parallel_at * way}, 2.0 * math::atan2(half, parallel_at), aspect);
}

}  // namespace

Pose over_the_shoulder(const Pose& head) {
  const Pose upright{math::from_axis_angle(math::kUp, math::yaw_of(head.rotation)), head.position};
  const Vec3 eye = upright.point({0.55, 0.35, 1.9}), target = upright.point({0.0, -0.25, -1.5});
  return {math::looking_along(target - eye), eye};
}

Pose over_the_shoulder(const world::World& world, const Pose& head) {
  Pose camera = over_the_shoulder(head);
  if (const auto wall = world::PhysicsLanding(world.physics(), {}).between(head.position, camera.position))
    camera.position = head.position + 0.85 * (wall->point - head.position);
  return camera;
}

core::Result<Camera> camera_named(const std::string& word, const world::World& world) {
  const std::vector<std::string> kinds = {"eye",  "stereo", "third", "top",   "front",
                                          "plan", "north",  "east",  "south", "west"};
  std::vector<std::string> words;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto kind = static_cast<CameraKind>(i);
    if (world.users().empty() && kind != CameraKind::Top && !is_drawing(kind)) continue;  // of nobody
    if (kinds[i] == word) return Camera{kind, 0, 0};
    words.push_back(kinds[i]);
  }
  for (std::size_t i = 0; i < world.users().size(); ++i) {
    if (world.users()[i].name == word) return Camera{CameraKind::Eye, i, 0};
    words.push_back(world.users()[i].name);
  }
  for (std::size_t i = 0; i < world.agents().size(); ++i) {
    if (world.agents()[i].plan->name == word) return Camera{CameraKind::Agent, 0, i};
    words.push_back(world.agents()[i].plan->name);
  }
  return core::fail("there is no view \"{}\"; there are {}", word, fmt::join(words, ", "));
}

frame::EyeViews camera_views(const Camera& camera, const world::World& world, double aspect, double& parallel_at) {
  const CameraKind kind = camera.kind;
  parallel_at = 0.0;
  if (is_drawing(kind)) return drawing_views(kind, world.scenario().scene.bounds(), aspect, parallel_at);
  if (kind == CameraKind::Agent) {
    return one(world.agents()[camera.agent].world_from_eye(), math::radians(75.0), aspect);
  }
  if (kind == CameraKind::Top) {
    const double vertical = math::radians(40.0);
    return one(from_above(world.scenario().scene.bounds(), vertical, aspect), vertical, aspect);
  }
  const world::UserState& user = world.users()[camera.user].state;
  const Pose& head = user.head.world_from_point;
  if (kind == CameraKind::Third) return one(over_the_shoulder(world, head), math::radians(60.0), aspect);
  if (kind == CameraKind::Front) return one(facing(user), math::radians(52.0), aspect);
  frame::EyeViews views = one(head, math::radians(75.0), aspect);
  if (kind == CameraKind::Eye) return views;
  views.count = 2;
  views.eyes[1] = views.eyes[0];
  views.eyes[0].world_from_eye = head * Pose{math::kIdentity, {-kHalfEyeDistance, 0.0, 0.0}};
  views.eyes[1].world_from_eye = head * Pose{math::kIdentity, {kHalfEyeDistance, 0.0, 0.0}};
  return views;
}

namespace {

/// Everything higher than a door is cut off, unless a section is shown already.
void cut_roof(frame::Snapshot& snapshot) {
  if (snapshot.section.kind != frame::Section::Kind::None) return;
  constexpr double kDoorHeight = 2.1;  // m
  snapshot.section.kind = frame::Section::Kind::Plane;
  snapshot.section.plane = {math::kUp, kDoorHeight};
  snapshot.section.cap = {0.25f, 0.27f, 0.30f, 1.0f};
}

}  // namespace

void draw_scale_bar(const frame::EyeViews& eyes, double parallel_at, frame::Snapshot& snapshot) {
  const Pose& eye = eyes.eyes[0].world_from_eye;
  const double right = parallel_at * math::tan(eyes.eyes[0].fov.right),
               up = parallel_at * math::tan(eyes.eyes[0].fov.up);
  double length = 0.001;  // m: the longest of 1, 2, 5, 10 … that is at most a quarter of the picture
  for (int i = 0; length * (i % 3 == 1 ? 2.5 : 2.0) <= 0.5 * right; ++i) length *= i % 3 == 1 ? 2.5 : 2.0;
  const auto at = [&](double x, double y) { return eye.point({x, y, -parallel_at}); };
  const double left = -0.94 * right, base = -0.92 * up, tall = 0.012 * up;
  const auto block = [&](double from, double to, const frame::Colour& colour) {
    snapshot.overlay.regions.push_back(
        {{at(left + from, base), at(left + to, base), at(left + to, base + tall), at(left + from, base + tall)},
         colour,
         frame::Occlusion::AlwaysSeen});
  };
  block(0.0, 0.5 * length, {0.0f, 0.0f, 0.0f, 1.0f});
  block(0.5 * length, length, {1.0f, 1.0f, 1.0f, 1.0f});
  frame::OverlayText text;
  text.text = length < 1.0 ? fmt::format("{:g} mm", 1000.0 * length) : fmt::format("{:g} m", length);
  text.world_from_text = {eye.rotation, at(left + 0.5 * length, base + 1.6 * tall)};
  text.height = static_cast<float>(0.03 * up);
  text.anchor_y = 0.0f;
  text.background = {0.02f, 0.02f, 0.025f, 0.85f};
  text.occlusion = frame::Occlusion::AlwaysSeen;
  snapshot.overlay.texts.push_back(text);
}

void show_for(const Camera& camera, const world::World& world, frame::Snapshot& snapshot) {
  // What darkens the user's eyes (a teleport, a head in a wall, comfort) is theirs alone.
  if (camera.kind != CameraKind::Eye && camera.kind != CameraKind::Stereo) snapshot.fade = snapshot.vignette = 0.0f;
  if (camera.kind == CameraKind::Plan) cut_roof(snapshot);
  if (camera.kind == CameraKind::Top) {
    cut_roof(snapshot);
    for (std::size_t i = 0; i < world.agents().size(); ++i) show::draw_way(world, i, snapshot, true);
  }
  if (camera.kind == CameraKind::Agent) {
    show::draw_beliefs(world, camera.agent, snapshot);
    // Agents do not see their own head from inside; the user's is drawn like all others.
    for (auto& body : snapshot.bodies) body.hide_head = body.id == world.agents()[camera.agent].person->id;
  }
}

void show_beliefs(std::size_t agent, const Camera& camera, const world::World& world, frame::Snapshot& snapshot) {
  if (camera.kind == CameraKind::Agent && camera.agent == agent) return;
  const bool from_above = camera.kind == CameraKind::Top;
  if (!from_above) show::draw_way(world, agent, snapshot);
  std::optional<core::BodyId> viewer;
  if (camera.kind == CameraKind::Agent) viewer = world.agents()[camera.agent].person->id;
  if (camera.kind == CameraKind::Eye || camera.kind == CameraKind::Stereo) viewer = world.users()[camera.user].id;
  show::draw_ghosts(world, agent, snapshot, from_above, viewer);
}

}  // namespace fh::app
