// SPDX-License-Identifier: Apache-2.0
#pragma once
// The angles that posture methods ask for, from the joint frames of one person. Degrees. Only frames are read: the rest
// line of the spine follows from the distances between its joints, so that any body and any recording will do.
#include <array>
#include <span>

#include "frame/moment.h"
#include "human/body/joints.h"

namespace fh::evaluation {

struct ArmAngles {
  double flexion = 0.0;    // of the upper arm against the chest, in its sagittal plane; extension is negative
  double abduction = 0.0;  // of the upper arm out of that plane; towards the middle is negative
  double elbow = 0.0;      // 0: straight
  double wrist = 0.0;      // flexion; extension is negative
  double deviation = 0.0;  // to the thumb's side; to the other is negative
  double pronation = 0.0;  // of the forearm from the thumb pointing forward
  double wrist_out = 0.0;  // m of the wrist from the chest's mid-plane, to the arm's own side
  double outside = 0.0;    // m of the wrist outside the shoulder joint
  bool raised = false;     // elbow or wrist is at or above the shoulder joint
};

struct PostureAngles {
  double trunk = 0.0;  // pelvis to T1 against upright, forward; backward is negative
  double trunk_aside = 0.0, trunk_twist = 0.0;
  double neck = 0.0;  // head against T1, forward
  double neck_aside = 0.0, neck_twist = 0.0;
  std::array<ArmAngles, 2> arms;  // left, right
  std::array<double, 2> knees{};  // 0: straight
  bool level_feet = true;         // both ankles at the same height
  bool seated = false, kneeling = false;
};

/// `frames`: world_from_joint of all joints of a person, the pelvis first.
PostureAngles posture_angles(std::span<const math::Pose> frames);

/// The frames of a person in a moment; empty when it has no body with all joints.
std::span<const math::Pose> frames_of(const frame::Moment& moment, const frame::MomentPerson& person);

/// Horizontal unit vector to where the pelvis faces.
math::Vec3 facing(std::span<const math::Pose> frames);
/// Between the ankles.
math::Vec3 between_ankles(std::span<const math::Pose> frames);
/// Height of the ground that the lower foot is on, m: its toe joint is taken to be 25 mm above it.
double ground_height(std::span<const math::Pose> frames);

}  // namespace fh::evaluation
