// SPDX-License-Identifier: Apache-2.0
#include "mind/behaviours/catalogue.h"

#include <algorithm>

#include "language/nature.h"
#include "scene/place/scene.h"

namespace fh::mind {

using math::Vec3;

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

std::optional<SeatPlace> seat_on(const ThingKind& thing, const math::Pose& world_from_thing, const Vec3& towards) {
  constexpr double kBack = 0.15;   // m over the seat: there is a back to lean on
  constexpr double kOnEdge = 0.2;  // m inside the edge of what is broad
  const Vec3 low = thing.bounds.low, high = thing.bounds.high;
  const auto site =
      std::find_if(thing.sites.begin(), thing.sites.end(), [](const auto& one) { return one.first == "seat"; });
  const bool made_for_it = site != thing.sites.end();
  if (!made_for_it && !language::bears_a_sitter(thing.bounds.size(), thing.mass)) return {};
  if (world_from_thing.direction(math::kUp).y < 0.98) return {};  // it lies
  SeatPlace place;
  const Vec3 middle = made_for_it ? site->second : Vec3(0.5 * (low.x + high.x), high.y, 0.5 * (low.z + high.z));
  place.faces = made_for_it && high.y > middle.y + kBack;
  const Vec3 local = place.faces
                         ? Vec3(0.0, 0.0, 1.0)
                         : math::normalized_or(math::inverse(world_from_thing).direction(towards), -math::kForward);
  const double to_x = local.x > 0.0 ? high.x - middle.x : middle.x - low.x;
  const double to_z = local.z > 0.0 ? high.z - middle.z : middle.z - low.z;
  const double edge = std::min(std::abs(local.x) > 1e-6 ? to_x / std::abs(local.x) : 1e9,
                               std::abs(local.z) > 1e-6 ? to_z / std::abs(local.z) : 1e9);
  place.edge = made_for_it ? edge : std::min(edge, kOnEdge);
  place.on = world_from_thing.point(middle + (edge - place.edge) * local);
  const Vec3 front = world_from_thing.direction(local);
  place.front = math::normalized_or({front.x, 0.0, front.z}, math::kForward);
  return place;
}

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
