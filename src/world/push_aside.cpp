// SPDX-License-Identifier: Apache-2.0
#include "core/time.h"
#include "scene/place/scene.h"
#include "world/agent.h"

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kLegReach = 1.4;  // m from the body's axis to the middle of a thing that a leg can push
constexpr double kTouch = 0.45;    // m from the body's axis to the side of a thing that holds it
constexpr double kLight = 20.0;    // kg
constexpr double kForce = 150.0;   // N, of a leg
constexpr double kSpeed = 0.5;     // m/s at which it slides

Vec3 level(Vec3 v) {
  v.y = 0.0;
  return v;
}

/// From a body's axis to the nearest side of a thing, level.
double gap(const physics::World& physics, const scene::Object& thing, const Vec3& root) {
  const math::Pose world_from_thing = physics.pose(thing.id);
  const Vec3 middle = world_from_thing.point(thing.bounds.centre());
  const Vec3 local = math::inverse(world_from_thing).point({root.x, middle.y, root.z});
  return glm::length(local - glm::clamp(local, thing.bounds.low, thing.bounds.high));
}

/// What the agent wants out of its way: what its mind says, else the light thing that it is held by.
const scene::Object* thing_in_the_way(const physics::World& physics, const scene::Scene& scene, const Agent& agent) {
  const auto* meant = scene.find(agent.intent.clear);
  if (meant && meant->movable) return meant;
  if (agent.held == frame::HeldBy::Nothing || glm::length(agent.intent.velocity) < 0.1) return nullptr;
  const scene::Object* nearest = nullptr;
  double least = kTouch;
  for (const auto& object : scene.objects) {
    if (!object.movable || object.mass > kLight) continue;
    if (std::abs(physics.pose(object.id).position.y - agent.gait.root.y) > 1.0) continue;
    const double distance = gap(physics, object, agent.gait.root);
    if (distance >= least) continue;
    least = distance;
    nearest = &object;
  }
  return nearest;
}

}  // namespace

void push_aside(physics::World& physics, const scene::Scene& scene, std::span<Agent> agents) {
  for (auto& agent : agents) {
    agent.pushed = {};
    const auto* thing = thing_in_the_way(physics, scene, agent);
    if (!thing) continue;
    const Vec3 middle = physics.pose(thing->id).point(thing->bounds.centre());
    const Vec3 offset = level(middle - agent.gait.root);
    if (glm::length(offset) > kLegReach || glm::length(offset) < 1e-6) continue;
    // To the side that it is on already: straight on it would stay in the way. In touch: away.
    const Vec3 ahead = math::from_axis_angle(math::kUp, agent.gait.yaw) * math::kForward;
    const Vec3 right = glm::cross(ahead, math::kUp);
    Vec3 aside = glm::dot(offset, right) >= 0.0 ? right : -right;
    if (gap(physics, *thing, agent.gait.root) < kTouch) aside = offset / glm::length(offset);
    const double missing = kSpeed - glm::dot(physics.velocity(thing->id).linear, aside);
    const double most = kForce / static_cast<double>(core::kTicksPerSecond);
    const double impulse = math::clamp(missing * physics.mass(thing->id), 0.0, most);
    if (impulse <= 0.0) continue;
    agent.pushed = thing->id;
    physics.push(thing->id, impulse * aside, middle);
  }
}

}  // namespace fh::world
