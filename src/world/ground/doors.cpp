// SPDX-License-Identifier: Apache-2.0
#include "world/ground/doors.h"

#include <cmath>

namespace fh::world {
namespace {

constexpr double kTorque = 45.0;  // N m or N of its closer
constexpr double kShut = 0.02;    // rad or m: the latch catches

void shut(physics::World& physics, const scene::Object& door) {
  if (physics.is_locked(door.id)) return;
  if (std::abs(physics.joint_position(door.id)) > kShut) return physics.set_joint_target(door.id, 0.0, kTorque);
  physics.clear_joint_target(door.id);
  physics.set_locked(door.id, true);
}

}  // namespace

void shut_doors(physics::World& physics, const scene::Scene& scene, core::Tick now) {
  for (const auto& door : scene.objects) {
    const bool due = door.shuts_after > 0.0 && now >= core::ticks_of(door.shuts_after);
    if (due && physics.has_joint(door.id)) shut(physics, door);
  }
}

}  // namespace fh::world
