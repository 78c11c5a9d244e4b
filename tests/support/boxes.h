// SPDX-License-Identifier: Apache-2.0
#pragma once
// Solid boxes for scenarios that tests make by hand.
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

}  // namespace fh::test
