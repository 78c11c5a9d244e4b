// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small places made in code, for the physics tests.
#include <string>
#include <vector>

#include "core/archive.h"
#include "core/hash.h"
#include "core/rng.h"
#include "physics/convex.h"
#include "physics/world.h"

namespace places {

using namespace fh;

inline scene::Object& add_object(scene::Scene& scene, const std::string& name, const math::Pose& pose) {
  scene::Object object;
  object.id = core::ObjectId{static_cast<std::uint32_t>(scene.objects.size() + 1)};
  object.name = name;
  object.world_from_object = pose;
  scene.objects.push_back(object);
  return scene.objects.back();
}

inline scene::CollisionShape box_shape(const math::Vec3& half, const math::Pose& at = {}) {
  scene::CollisionShape shape;
  shape.kind = scene::ShapeKind::Box;
  shape.half = half;
  shape.object_from_shape = at;
  return shape;
}

inline physics::ConvexPart box_part(const math::Box& box) {
  physics::ConvexPart part;
  part.kind = physics::ConvexKind::Box;
  part.world_from_part = box.world_from_box;
  part.half = box.half;
  return part;
}

inline scene::Object& add_box(scene::Scene& scene, const std::string& name, const math::Pose& pose,
                              const math::Vec3& half, double mass) {
  scene::Object& object = add_object(scene, name, pose);
  object.mass = mass;
  object.movable = mass > 0.0;
  object.collision.push_back(box_shape(half));
  return object;
}

inline math::Pose at(double x, double y, double z) {
  return {math::kIdentity, {x, y, z}};
}

inline void add_floor(scene::Scene& scene, double half_size = 20.0) {
  add_box(scene, "floor", at(0, -0.5, 0), {half_size, 0.5, half_size}, 0.0);
}

inline math::Quat random_rotation(core::Rng& rng) {
  return math::normalized({rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)});
}

inline math::Vec3 random_point(core::Rng& rng, const math::Vec3& low, const math::Vec3& high) {
  return {rng.uniform(low.x, high.x), rng.uniform(low.y, high.y), rng.uniform(low.z, high.z)};
}

/// A heap of boxes of mixed sizes dropped on a floor.
inline scene::Scene heap_of_boxes(std::uint32_t count) {
  scene::Scene scene;
  add_floor(scene);
  core::Rng rng(7);
  for (std::uint32_t i = 0; i < count; ++i) {
    const math::Vec3 half = random_point(rng, math::Vec3(0.1), math::Vec3(0.25));
    const double x = 0.6 * (i % 10) - 2.7, z = 0.6 * ((i / 10) % 10) - 2.7, y = 0.4 + 0.6 * (i / 100);
    const math::Pose pose{random_rotation(rng), {x + rng.uniform(-0.1, 0.1), y, z + rng.uniform(-0.1, 0.1)}};
    add_box(scene, "box" + std::to_string(i), pose, half, 800.0 * 8.0 * half.x * half.y * half.z);
  }
  return scene;
}

inline std::uint64_t motion_hash(physics::World& world) {
  core::Bytes bytes;
  core::Archive archive = core::Archive::saving(bytes);
  world.visit_motion(archive);
  return core::hash_bytes(bytes);
}

inline physics::World make(const scene::Scene& scene, const physics::Settings& settings = {}) {
  auto world = physics::World::create(scene, settings);
  if (!world) throw std::runtime_error(world.error().message);
  return std::move(*world);
}

inline void run(physics::World& world, double seconds) {
  for (int i = 0; i < static_cast<int>(seconds * 90.0 + 0.5); ++i) world.step();
}

}  // namespace places
