// SPDX-License-Identifier: Apache-2.0
#include "evaluation/posture/low_back.h"

#include <cmath>

#include "math/constants.h"

namespace fh::evaluation {

LowBack low_back(const math::Pose& world_from_joint, std::span<const Weight> above) {
  math::Vec3 force(0.0), torque(0.0);
  for (const Weight& weight : above) {
    const math::Vec3 pull(0.0, -math::kGravity * weight.mass, 0.0);
    force += pull;
    torque += glm::cross(weight.at - world_from_joint.position, pull);
  }
  const math::Pose joint_from_world = math::inverse(world_from_joint);
  const math::Vec3 own_force = joint_from_world.direction(force), own_torque = joint_from_world.direction(torque);
  // Bending forwards is a turn about -X, to the sides about Z; twisting about Y presses nothing.
  const double bends = glm::length(math::Vec2(own_torque.x, own_torque.z));
  const double arm = own_torque.x > 0.0 ? 2.0 : 1.0;  // leaning back: the belly holds it
  LowBack load;
  const double axial = std::abs(own_force.y);
  load.compression = axial + bends / (arm * kMuscleArm);
  load.compression_low = axial + bends / (arm * kLongArm);
  load.compression_high = axial + bends / (arm * kShortArm);
  load.shear = glm::length(math::Vec2(own_force.x, own_force.z));
  return load;
}

}  // namespace fh::evaluation
