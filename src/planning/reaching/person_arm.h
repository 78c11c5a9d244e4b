// SPDX-License-Identifier: Apache-2.0
#pragma once
// A person's arm as the arm that is planned for (K-39): shoulder, elbow, forearm and wrist about the axes of
// human/body/joints.h; its base is the collar bone, which moves as the trunk does on the way to a posture.
#include "human/body/posture.h"
#include "human/skin/collision_body.h"
#include "planning/reaching/arm_plan.h"

namespace fh::planning {

ArmState arm_state_of(const human::Posture& posture, human::Side side);
void set_arm_state(human::Posture& posture, human::Side side, const ArmState& state);

/// The arm of a body on its way from one posture to another; limits include both ends; fingers as in the first. The
/// trunk's way counts as `base_length` radians; 0 when it stays.
ArmModel person_arm(const human::Skeleton& skeleton, const human::CollisionBody& solids, human::Side side,
                    const human::Posture& from, const human::Posture& to);
/// Trunk and head, as the arm has them beside it in the first posture; on its base.
void add_trunk(const human::CollisionBody& solids, human::Side side, const human::Frames<double>& frames,
               std::vector<ArmBox>& boxes);
/// A box in the hand's frame, as spheres that move with the hand.
void carry(const math::Pose& hand_from_box, const math::Vec3& half, ArmModel& model);

/// A path for walking along with one speed: corners rounded where that leads into nothing, equally long parts.
std::vector<ArmState> rounded(const ArmSpace& space, const std::vector<ArmState>& path);
/// Between the states of such a path; share in [0, 1].
ArmState along_path(std::span<const ArmState> path, double share);

}  // namespace fh::planning
