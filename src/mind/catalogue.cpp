// SPDX-License-Identifier: Apache-2.0
#include "mind/catalogue.h"

#include <algorithm>

#include "language/nature.h"
#include "scene/place/scene.h"

namespace fh::mind {

Catalogue::Catalogue(const scene::Scene& scene, std::vector<std::string> people, std::size_t users)
    : people_(std::move(people)), users_(users) {
  for (const auto& object : scene.objects) {
    ThingKind kind;
    kind.name = object.name;
    kind.is_static = object.is_static();
    kind.movable = object.movable;
    kind.openable = object.openable;
    kind.locked = object.locked;
    kind.mass = object.mass;
    kind.bounds = object.bounds;
    kind.where = language::nature_of(object);
    kind.see_through =
        !object.parts.empty() && std::all_of(object.parts.begin(), object.parts.end(), [&](const auto& part) {
          return scene.materials[scene.meshes[part.mesh].material].glass;
        });
    for (const auto& grasp : object.grasps) kind.holds.push_back(grasp.object_from_hand.position);
    if (kind.holds.empty()) kind.holds.push_back(object.bounds.centre());
    things_.push_back(std::move(kind));
  }
}

core::ObjectId Catalogue::thing_named(const std::string& name) const {
  const auto found = std::find_if(things_.begin(), things_.end(), [&](const ThingKind& t) { return t.name == name; });
  return found == things_.end() ? core::ObjectId{}
                                : core::ObjectId{static_cast<std::uint32_t>(found - things_.begin() + 1)};
}

core::BodyId Catalogue::person_named(const std::string& name) const {
  const auto found = std::find(people_.begin(), people_.end(), name);
  return found == people_.end() ? core::BodyId{}
                                : core::BodyId{static_cast<std::uint32_t>(found - people_.begin() + 1)};
}

}  // namespace fh::mind
