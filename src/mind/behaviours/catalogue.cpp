// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/catalogue.h"

#include <algorithm>

#include "language/nature.h"
#include "scene/place/scene.h"

namespace fh::mind {

namespace {

/// Bounds of all places that a thing on a joint can be in, as seen from where the joint is at 0.
math::Aabb swept_by(const scene::Object& object) {
  constexpr int kSamples = 8;
  const scene::ObjectJoint& joint = object.joint;
  math::Aabb swept = object.bounds;
  const bool slides = joint.kind == scene::JointKind::Slider;
  if (!slides && joint.kind != scene::JointKind::Hinge) return swept;
  for (int i = 0; i <= kSamples; ++i) {
    const double at = joint.minimum + i * (joint.maximum - joint.minimum) / kSamples;
    const math::Quat turn = math::from_axis_angle(joint.axis, slides ? 0.0 : at);
    const math::Vec3 shift = slides ? at * joint.axis : joint.anchor - turn * joint.anchor;
    swept.add(math::transformed({turn, shift}, object.bounds));
  }
  return swept;
}

/// Hinge and edge of a door's leaf, and the way in which it opens.
void know_leaf(const scene::Object& object, ThingKind& kind) {
  const scene::ObjectJoint& joint = object.joint;
  const math::Vec3 middle = object.bounds.centre(), half = 0.5 * object.bounds.size();
  const math::Vec3 along = half.x >= half.z ? math::Vec3(half.x, 0.0, 0.0) : math::Vec3(0.0, 0.0, half.z);
  const bool hinged = joint.kind == scene::JointKind::Hinge;
  const double side = hinged && glm::dot(joint.anchor - middle, along) > 0.0 ? 1.0 : -1.0;
  kind.hinge = middle + side * along;
  kind.edge = middle - side * along;
  if (!hinged) return;
  const double way = std::abs(joint.maximum) >= std::abs(joint.minimum) ? joint.maximum : joint.minimum;
  const math::Vec3 moves = (way < 0.0 ? -1.0 : 1.0) * glm::cross(joint.axis, kind.edge - kind.hinge);
  kind.opens = math::normalized_or({moves.x, 0.0, moves.z}, math::Vec3(0.0));
}

}  // namespace

Catalogue::Catalogue(const scene::Scene& scene, std::vector<std::string> people, std::size_t users)
    : people_(std::move(people)), users_(users) {
  for (const auto& object : scene.objects) add(scene, object);
}

void Catalogue::add(const scene::Scene& scene, const scene::Object& object) {
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
  kind.swept = swept_by(object);
  know_leaf(object, kind);
  for (const auto& grasp : object.grasps) kind.holds.push_back(grasp.object_from_hand.position);
  for (const auto& site : object.sites) kind.sites.emplace_back(site.name, site.object_from_site.position);
  if (kind.holds.empty()) kind.holds.push_back(object.bounds.centre());
  things_.push_back(std::move(kind));
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
