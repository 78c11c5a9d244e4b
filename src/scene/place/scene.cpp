// SPDX-License-Identifier: Apache-2.0
#include "scene/place/scene.h"

#include <algorithm>

namespace fh::scene {

bool Object::is_a(std::string_view name_of_class) const {
  return std::find(classes.begin(), classes.end(), name_of_class) != classes.end();
}

const Object* Scene::find(std::string_view name) const {
  const auto found = std::find_if(objects.begin(), objects.end(), [&](const Object& o) { return o.name == name; });
  return found == objects.end() ? nullptr : &*found;
}

std::size_t Scene::triangle_count() const {
  std::size_t count = 0;
  for (const auto& object : objects) {
    for (const auto& part : object.parts) count += meshes[part.mesh].geometry.triangle_count();
  }
  return count;
}

math::Aabb Scene::bounds() const {
  math::Aabb box;
  for (const auto& object : objects) {
    if (!object.bounds.empty()) box.add(math::transformed(object.world_from_object, object.bounds));
  }
  return box;
}

int nearest_detent(const ObjectJoint& joint, double position) {
  const double way = joint.maximum - joint.minimum;
  if (joint.detents <= 0 || way <= 0.0) return 0;
  const double step = joint.detents * (position - joint.minimum) / way + 0.5;
  return static_cast<int>(math::clamp(step, 0.0, static_cast<double>(joint.detents)));
}

}  // namespace fh::scene
