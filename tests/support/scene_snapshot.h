// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a renderer or an eye is given of a scene at rest.
#include "frame/snapshot.h"
#include "scene/place/scene.h"

namespace fh::test {

/// Every object of the scene where it stands, under its lights.
inline frame::Snapshot snapshot_of(const scene::Scene& scene) {
  frame::Snapshot snapshot;
  for (const scene::Object& object : scene.objects) {
    for (const scene::Part& part : object.parts) {
      frame::DrawObject draw;
      draw.id = object.id;
      draw.mesh = part.mesh;
      draw.world_from_mesh = object.world_from_object * part.object_from_mesh;
      draw.scale = math::Vec3f(part.scale);
      snapshot.objects.push_back(draw);
    }
  }
  for (const scene::Light& light : scene.lights) {
    snapshot.lights.push_back({light.position, light.colour, light.intensity, light.range});
  }
  snapshot.sun.direction_to_sun = scene.sky.direction_to_sun;
  snapshot.sun.illuminance = scene.sky.sun;
  snapshot.ambient = scene.sky.ambient;
  return snapshot;
}

}  // namespace fh::test
