// SPDX-License-Identifier: Apache-2.0
#include "world/doors.h"

#include <algorithm>

namespace fh::world {
namespace {

constexpr double kArm = 1.4;      // m from body to leaf that an arm and a step bridge
constexpr double kTorque = 45.0;  // N·m, a hand at the edge of a leaf
constexpr double kDone = 0.05;    // rad or m short of the target
constexpr double kShut = 0.02;    // rad or m: the latch catches
constexpr std::int64_t kTicks = 4 * 90;

bool is_near(const scene::Object& door, const math::Pose& world_from_door, const math::Vec3& at) {
  const math::Vec3 local = math::inverse(world_from_door).point(at + math::Vec3(0.0, 1.0, 0.0));
  const math::Vec3 nearest = glm::clamp(local, door.bounds.low, door.bounds.high);
  return glm::length(local - nearest) < kArm;
}

}  // namespace

void Doors::shut(physics::World& physics, const scene::Object& door) {
  if (physics.is_locked(door.id)) return;
  std::erase_if(opening_, [&](const Opening& o) { return o.door == door.id; });
  if (std::abs(physics.joint_position(door.id)) > kShut) return physics.set_joint_target(door.id, 0.0, kTorque);
  physics.clear_joint_target(door.id);
  physics.set_locked(door.id, true);
}

void Doors::advance(physics::World& physics, const scene::Scene& scene, std::span<const Agent> agents, core::Tick now) {
  for (const auto& agent : agents) {
    const auto* door = scene.find(agent.intent.open);
    if (!door || !physics.has_joint(door->id) || physics.is_locked(door->id)) continue;
    if (!is_near(*door, physics.pose(door->id), agent.gait.root)) continue;
    const auto known =
        std::find_if(opening_.begin(), opening_.end(), [&](const Opening& o) { return o.door == door->id; });
    if (known != opening_.end()) continue;
    const double target =
        std::abs(door->joint.maximum) > std::abs(door->joint.minimum) ? door->joint.maximum : door->joint.minimum;
    opening_.push_back({door->id, target, kTicks});
    physics.set_joint_target(door->id, target, kTorque);
  }
  for (const auto& door : scene.objects) {
    const bool due = door.shuts_after > 0.0 && now >= core::ticks_of(door.shuts_after);
    if (due && physics.has_joint(door.id)) shut(physics, door);
  }
  std::sort(opening_.begin(), opening_.end(),
            [](const Opening& a, const Opening& b) { return a.door.value < b.door.value; });
  std::erase_if(opening_, [&](Opening& o) {
    const bool done = std::abs(physics.joint_position(o.door) - o.target) < kDone || --o.ticks_left <= 0;
    if (done) physics.clear_joint_target(o.door);
    return done;
  });
}

}  // namespace fh::world
