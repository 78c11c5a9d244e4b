// SPDX-License-Identifier: Apache-2.0
#include "app/sheets/posed_place.h"

#include <algorithm>

#include "app/sheets/studio.h"
#include "evaluation/reach/least_effort.h"
#include "math/trig.h"
#include "physics/convex.h"
#include "physics/queries.h"

namespace fh::app {
namespace {

using human::Joint;
using math::Vec3;

constexpr std::uint32_t kWidth = 1000, kHeight = 800;

bool is_on_ground(Joint joint) {
  return joint == Joint::LeftFoot || joint == Joint::RightFoot || joint == Joint::LeftToes ||
         joint == Joint::RightToes || joint == Joint::LeftShank || joint == Joint::RightShank;
}

bool is_of_hand(Joint joint) {
  for (const human::Side side : {human::Side::Left, human::Side::Right}) {
    const human::JointRange fingers = human::fingers(side);
    const std::size_t i = human::index_of(joint);
    if (joint == human::on_side(Joint::RightHand, side) || (i >= fingers.first && i < fingers.end)) return true;
  }
  return false;
}

}  // namespace

PosedPlace::PosedPlace(const scene::Scenario& scenario, const human::Body& body)
    : scenario_(scenario), body_(body), solids_(human::build_collision_body(body.skeleton, human::make_skin(body))) {
  scenario_.agents.clear();
}

core::Result<std::unique_ptr<PosedPlace>> PosedPlace::open(const scene::Scenario& scenario, const human::Body& body) {
  std::unique_ptr<PosedPlace> place(new PosedPlace(scenario, body));
  FH_TRY(made, world::World::create(place->scenario_, {}));
  place->world_ = std::make_unique<world::World>(std::move(made));
  return place;
}

std::vector<PoseCollision> PosedPlace::collisions(const human::Posture& posture,
                                                  std::span<const core::ObjectId> reached_for) const {
  human::Frames<double> frames;
  human::forward_kinematics(body_.skeleton, posture, frames);
  std::vector<PoseCollision> all;
  std::vector<physics::Overlap> found;
  for (const human::CollisionPiece& piece : solids_.pieces) {
    const math::Capsule limb = human::as_capsule(piece.shape);
    const math::Pose joint = frames.pose(piece.joint);
    physics::QueryFilter filter;
    filter.layers = physics::kPlaceLayers;
    if (is_of_hand(piece.joint)) filter.ignore_objects = reached_for;
    physics::overlaps(world_->physics(),
                      physics::make_capsule({{joint.point(limb.axis.a), joint.point(limb.axis.b)}, limb.radius}), found,
                      filter);
    for (const physics::Overlap& overlap : found) {
      const bool stands = is_on_ground(piece.joint) && overlap.normal.y > 0.7;
      const std::size_t object = overlap.what.object.value - 1;
      if (stands || overlap.depth <= evaluation::kTouches || object >= scenario_.scene.objects.size()) continue;
      all.push_back({std::string(human::info(piece.joint).name),
                     scenario_.scene.objects[object].name,
                     {piece.joint, limb, box_of(overlap.what), overlap.depth}});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const PoseCollision& a, const PoseCollision& b) { return a.where.depth > b.where.depth; });
  return all;
}

evaluation::HinderingPlace PosedPlace::hindering(std::span<const core::ObjectId> reached_for) const {
  evaluation::HinderingPlace place;
  place.hindrances = [this, reached_for](const human::Posture& posture) {
    std::vector<evaluation::Hindrance> all;
    for (const PoseCollision& one : collisions(posture, reached_for)) all.push_back(one.where);
    return all;
  };
  place.depth = [this](const math::Capsule& limb) {
    std::vector<physics::Overlap> found;
    physics::QueryFilter filter;
    filter.layers = physics::kPlaceLayers;
    physics::overlaps(world_->physics(), physics::make_capsule(limb), found, filter);
    double deepest = 0.0;
    for (const physics::Overlap& overlap : found) deepest = std::max(deepest, overlap.depth);
    return deepest;
  };
  return place;
}

/// About a piece of a thing as it stands.
math::Box PosedPlace::box_of(const physics::Touching& piece) const {
  const scene::Object& object = scenario_.scene.objects[piece.object.value - 1];
  const scene::CollisionShape& shape = object.collision[std::min<std::size_t>(piece.part, object.collision.size() - 1)];
  const math::Pose world_from_shape = object.world_from_object * shape.object_from_shape;
  switch (shape.kind) {
    case scene::ShapeKind::Box:
      return {world_from_shape, shape.half};
    case scene::ShapeKind::Sphere:
      return {world_from_shape, Vec3(shape.radius)};
    case scene::ShapeKind::Capsule:
      return {world_from_shape, {shape.radius, shape.half.y + shape.radius, shape.radius}};
    case scene::ShapeKind::Cylinder:
      return {world_from_shape, {shape.radius, shape.half.y, shape.radius}};
    case scene::ShapeKind::ConvexHull:
    case scene::ShapeKind::TriangleMesh:
      break;
  }
  math::Aabb bounds;
  const math::Aabb& mesh = scenario_.scene.meshes[shape.mesh].bounds;
  for (const Vec3& corner : {mesh.low, mesh.high}) bounds.add(shape.mesh_scale * corner);
  return {world_from_shape * math::Pose{math::kIdentity, bounds.centre()}, 0.5 * bounds.size()};
}

Vec3 PosedPlace::camera_about(const Vec3& middle, double yaw) const {
  constexpr double kFar = 3.2, kRise = 0.5;  // m
  constexpr std::array<double, 8> kTurns{-60.0, 60.0, -100.0, 100.0, -140.0, 140.0, 180.0, -20.0};
  Vec3 best = middle;
  double freest = 0.0;
  for (const double turn : kTurns) {
    const Vec3 out = math::from_axis_angle(math::kUp, yaw + math::radians(turn)) * math::kForward;
    const Vec3 way = kFar * out + Vec3(0.0, kRise, 0.0);
    const double length = glm::length(way);
    // From the body outwards, beyond the thing that it stands at.
    const auto hit = physics::cast_ray(world_->physics(), {middle, way / length}, length);
    const double open = hit ? hit->distance - 0.15 : length;
    if (open <= freest + 0.2) continue;
    freest = open;
    best = middle + open / length * way;
  }
  return best;
}

core::Result<render::Picture> PosedPlace::picture(const human::Posture& posture) const {
  FH_TRY(studio, Studio::open_in(scenario_.scene, body_));
  frame::Snapshot snapshot;
  world_->fill(snapshot);
  snapshot.overlay = {};
  add_figure(snapshot, body_, {posture, {}});
  human::Frames<double> frames;
  human::forward_kinematics(body_.skeleton, posture, frames);
  const Vec3 middle = 0.5 * (frames.position(Joint::T8) + frames.position(Joint::LeftFoot));
  const Vec3 chest(middle.x, std::max(middle.y, 0.5) + 0.1, middle.z);
  const Vec3 from = camera_about(chest, math::yaw_of(posture.world_from_pelvis.rotation));
  frame::EyeViews views;
  views.count = 1;
  const double far = std::max(0.5, glm::length(from - chest)), tall = 1.1 * body_.dimensions[human::Dimension::Stature];
  views.eyes[0] = {{math::looking_along(math::normalized_or(chest - from, math::kForward)), from},
                   frame::symmetric_fov(std::min(1.9, 2.0 * math::atan(0.5 * tall / far)), double(kWidth) / kHeight)};
  return studio->draw(snapshot, views, kWidth, kHeight);
}

}  // namespace fh::app
