// SPDX-License-Identifier: Apache-2.0
#pragma once
// The arm in closed form (CA-08, K-39, K-40): from where the hand shall be to the rotations of clavicle, upper arm,
// forearm, forearm twist and hand. Seven axes and the girdle for six wanted numbers; the free one is the swivel of the
// elbow about the line shoulder - wrist. Pure: the same question always has the same answer, no history, no allocation.
// Exact: while the status says Reached the hand is where it was wanted, and all limits hold (shoulder.h, joints.h).
#include <optional>

#include "human/body/posture.h"
#include "human/ik/arm_torso.h"
#include "human/ik/limb.h"
#include "human/ik/swivel.h"

namespace fh::human {

/// One arm of a person, ready to be solved: build once, keep. Lengths in metres; the left arm is kept as its mirror
/// image, so that both sides are solved by the same numbers.
struct Arm {
  Side side = Side::Right;
  math::Vec3 clavicle{0.0};  // joint centre in the thorax frame (that of T2), mirrored to the right
  math::Vec3 shoulder{0.0};  // joint centre in the clavicle's frame, mirrored to the right
  TwoLink links;             // upper arm, forearm
  Limit elbow, twist, flexion, deviation;
  BoxLimits wrist;  // forearm twist, flexion, deviation
  LimitArc bend;    // elbow
  LimitArc turn;    // of the upper arm about itself (kShoulderTurn)
};
Arm build_arm(const Skeleton& skeleton, Side side);

struct ArmSettings {
  LimbMode mode = LimbMode::Measure;
  /// The clavicle follows the upper arm (J-22). Off: it stays as in the zero posture.
  bool girdle = true;
  /// Wanted swivel (radians, see ArmSolution::swivel) instead of the natural one: the nearest allowed is taken.
  std::optional<double> swivel;
  /// What elbow and forearm keep off, as far as the limits let them (not owned; arm_obstacles). None: only the natural
  /// swivel does. Never at the hand's expense; without effect on a given `swivel`.
  const ArmObstacles* keep_off = nullptr;
};

struct ArmSolution {
  /// Each parent_from_joint, as in a Posture.
  math::Quat clavicle{1, 0, 0, 0}, upper_arm{1, 0, 0, 0}, forearm{1, 0, 0, 0}, forearm_twist{1, 0, 0, 0},
      hand{1, 0, 0, 0};
  /// Of the elbow about the line shoulder - wrist, radians in [-pi, pi]; 0 is the pole field of arm_swivel.h. Mirrored
  /// for the left arm: positive means the same on both sides.
  double swivel = 0.0;
  double natural_swivel = 0.0;  // what was preferred
  LimbStatus status = LimbStatus::Reached;
  double gap = 0.0;       // wanted to reached wrist, m
  double turn_gap = 0.0;  // wanted to reached hand rotation, rad
  double margin = 0.0;    // least distance of any joint to its limit, rad; 0 when clamped
};

/// `frame_from_thorax`: pose of T2, the clavicles' parent. `frame_from_hand`: wanted pose of the hand's joint frame
/// (origin in the wrist). The frame is any that both are given in.
ArmSolution solve_arm(const Arm& arm, const math::Pose& frame_from_thorax, const math::Pose& frame_from_hand,
                      const ArmSettings& settings = {});

/// Writes the five rotations into a posture.
void set_arm(Posture& posture, Side side, const ArmSolution& solution);

/// Where the hand's joint frame is for these rotations, in the frame of the thorax pose.
math::Pose hand_pose(const Arm& arm, const math::Pose& frame_from_thorax, const ArmSolution& solution);

}  // namespace fh::human
