// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/log.h"
#include "evaluation/clearance/clearance.h"
#include "physics/convex_distance.h"
#include "planning/navigation/floor_plan.h"

namespace fh::evaluation {
namespace {

/// The flat core of a piece: all points within the piece's radius of it are the piece.
physics::ConvexPart core_of(const human::CollisionPiece& piece, std::span<const math::Pose> frames) {
  physics::ConvexPart part;
  part.kind = physics::ConvexKind::Box;
  part.world_from_part = frames[human::index_of(piece.joint)] * piece.shape.joint_from_box;
  part.half = piece.shape.half;
  return part;
}

/// From the nearest points of a core to those of the piece around it.
void round_off(double radius, Gap& gap) {
  const math::Vec3 way = gap.on_other - gap.on_body;
  const double length = glm::length(way);
  gap.on_body = length > radius && length > 0.0 ? gap.on_body + (radius / length) * way : gap.on_other;
  gap.distance = std::max(0.0, gap.distance - radius);
}

physics::QueryFilter all_but(std::span<const core::ObjectId> ignore) {
  physics::QueryFilter filter;
  filter.layers = physics::kPlaceLayers;
  filter.ignore_objects = ignore;
  return filter;
}

bool is_convex_kind(scene::ShapeKind kind) {
  return kind != scene::ShapeKind::TriangleMesh;
}

}  // namespace

SolidPlace::SolidPlace(const scene::Scene& scene, physics::World world) : scene_(&scene), world_(std::move(world)) {
  hulls_.resize(scene.meshes.size());
  for (const scene::Object& object : scene.objects) {
    if (object.is_a("floor"))
      floors_.push_back(object.id);
    else if (planning::is_floor(object))
      walkable_.push_back(object.id);
    for (const scene::CollisionShape& shape : object.collision) {
      if (shape.kind != scene::ShapeKind::ConvexHull || !hulls_[shape.mesh].empty()) continue;
      for (const math::Vec3f& p : scene.meshes[shape.mesh].geometry.positions)
        hulls_[shape.mesh].push_back(math::Vec3(p) * shape.mesh_scale);
    }
  }
}

std::unique_ptr<SolidPlace> SolidPlace::create(const scene::Scene& scene) {
  auto world = physics::World::create(scene);
  if (!world) {
    core::log_warning("clearance is not measured: {}", world.error().message);
    return nullptr;
  }
  return std::unique_ptr<SolidPlace>(new SolidPlace(scene, std::move(*world)));
}

void SolidPlace::update(const frame::Moment& moment) {
  for (const frame::MomentObject& object : moment.objects) {
    const math::Pose now = world_.pose(object.id);
    const bool same = glm::length(now.position - object.world_from_object.position) < 1e-6 &&
                      std::abs(glm::dot(now.rotation, object.world_from_object.rotation)) > 1.0 - 1e-12;
    if (!same) world_.place(object.id, object.world_from_object);
  }
}

Gap SolidPlace::nearest(const human::CollisionPiece& piece, std::span<const math::Pose> frames,
                        std::span<const core::ObjectId> ignore, double range) const {
  Gap gap;
  const double radius = piece.shape.radius;
  const auto near = physics::nearest(world_, core_of(piece, frames), range + radius, all_but(ignore));
  if (!near) return gap;
  gap = {near->distance, near->what.object, {}, near->on_part, near->on_place};
  round_off(radius, gap);
  return gap;
}

Gap SolidPlace::nearest(const scene::Object& thing, const math::Pose& world_from_thing,
                        std::span<const core::ObjectId> ignore) const {
  Gap least;
  for (const scene::CollisionShape& shape : thing.collision) {
    if (!is_convex_kind(shape.kind)) continue;
    physics::ConvexPart part;
    switch (shape.kind) {
      case scene::ShapeKind::Sphere:
        part.kind = physics::ConvexKind::Sphere;
        break;
      case scene::ShapeKind::Capsule:
        part.kind = physics::ConvexKind::Capsule;
        break;
      case scene::ShapeKind::Cylinder:
        part.kind = physics::ConvexKind::Cylinder;
        break;
      case scene::ShapeKind::ConvexHull:
        part.kind = physics::ConvexKind::Hull;
        part.points = hulls_[shape.mesh];
        break;
      default:
        part.kind = physics::ConvexKind::Box;
        break;
    }
    part.world_from_part = world_from_thing * shape.object_from_shape;
    part.half = shape.half;
    part.radius = shape.radius;
    const auto near = physics::nearest(world_, part, least.distance, all_but(ignore));
    if (near && near->distance < least.distance)
      least = {near->distance, near->what.object, {}, near->on_part, near->on_place};
  }
  return least;
}

FreeWay SolidPlace::headroom(const human::CollisionPiece& piece, std::span<const math::Pose> frames,
                             double range) const {
  const math::Pose& joint = frames[human::index_of(piece.joint)];
  math::Capsule capsule = human::as_capsule(piece.shape);
  capsule.axis = {joint.point(capsule.axis.a), joint.point(capsule.axis.b)};
  const auto hit = physics::sweep(world_, physics::make_capsule(capsule), {0.0, range, 0.0}, all_but({}));
  const math::Vec3& upper = capsule.axis.a.y > capsule.axis.b.y ? capsule.axis.a : capsule.axis.b;
  const math::Vec3 top = upper + math::Vec3(0.0, capsule.radius, 0.0);
  const double room = hit ? hit->distance : range;
  return {room, top, top + math::Vec3(0.0, room, 0.0)};
}

std::optional<FreeWay> SolidPlace::width(const math::Vec3& at, const math::Vec3& along, double reach) const {
  const math::Vec3 right = glm::cross(along, math::kUp);
  const auto left_side = physics::cast_ray(world_, {at, -right}, reach, all_but({}));
  const auto right_side = physics::cast_ray(world_, {at, right}, reach, all_but({}));
  if (!left_side || !right_side) return {};
  return FreeWay{left_side->distance + right_side->distance, at - left_side->distance * right,
                 at + right_side->distance * right};
}

Gap between_pieces(const human::CollisionPiece& mine, std::span<const math::Pose> my_frames,
                   const human::CollisionPiece& theirs, std::span<const math::Pose> their_frames, double limit) {
  Gap gap;
  gap.distance = limit;
  const physics::ConvexPart a = core_of(mine, my_frames), b = core_of(theirs, their_frames);
  const double reach = glm::length(a.half) + glm::length(b.half) + mine.shape.radius + theirs.shape.radius;
  if (glm::length(a.world_from_part.position - b.world_from_part.position) - reach >= limit) return gap;
  const math::Nearest near = physics::nearest(a, b);
  const double distance = std::max(0.0, near.distance - mine.shape.radius - theirs.shape.radius);
  if (distance >= limit) return gap;
  const math::Vec3 way = near.on_second - near.on_first;
  const double length = glm::length(way);
  const math::Vec3 unit = length > 0.0 ? way / length : math::Vec3(0.0);
  gap.distance = distance;
  gap.on_body = near.on_first + mine.shape.radius * unit;
  gap.on_other = near.on_second - theirs.shape.radius * unit;
  return gap;
}

}  // namespace fh::evaluation
