// SPDX-License-Identifier: Apache-2.0
#pragma once
// Solid boxes for places that tests make by hand.
#include "core/rng.h"
#include "scene/scenario/scenario.h"

namespace fh::test {

/// A box that cannot be seen, only met; fixed unless it gets a mass (kg).
inline scene::Object& add_box(scene::Scenario& scenario, const char* name, const math::Pose& at, const math::Vec3& half,
                              double mass = 0.0) {
  scene::Object object;
  object.id = {static_cast<std::uint32_t>(scenario.scene.objects.size() + 1)};
  object.name = name;
  object.world_from_object = at;
  scene::CollisionShape box;
  box.half = half;
  object.collision.push_back(box);
  object.bounds.add(-half);
  object.bounds.add(half);
  if (mass > 0.0) {
    object.movable = true;
    object.mass = mass;
  }
  scenario.scene.objects.push_back(object);
  return scenario.scene.objects.back();
}
inline scene::Object& add_box(scene::Scenario& scenario, const char* name, const math::Vec3& at, const math::Vec3& half,
                              double mass = 0.0) {
  return add_box(scenario, name, math::Pose{math::kIdentity, at}, half, mass);
}

/// A fixed box somewhere about a body, turned anyhow.
inline scene::Object random_box(core::Rng& rng, std::uint32_t id) {
  scene::Object object;
  object.id = {id};
  object.name = "box" + std::to_string(id);
  object.world_from_object = {math::from_yaw_pitch_roll(rng.uniform(-3, 3), rng.uniform(-1, 1), rng.uniform(-1, 1)),
                              {rng.uniform(-1.2, 1.2), rng.uniform(0.0, 2.2), rng.uniform(-1.2, 1.2)}};
  scene::CollisionShape shape;
  shape.kind = scene::ShapeKind::Box;
  shape.half = {rng.uniform(0.05, 0.3), rng.uniform(0.05, 0.3), rng.uniform(0.05, 0.3)};
  object.collision.push_back(shape);
  return object;
}

}  // namespace fh::test
