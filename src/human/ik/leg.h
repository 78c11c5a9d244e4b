// SPDX-License-Identifier: Apache-2.0
#pragma once
// The leg in closed form (CA-09): from where the foot shall be to the rotations of thigh, shank, foot and toes. The
// ankle has two axes, so that a wanted foot pose leaves no free swivel: the hinge of the knee is at right angles to the
// foot's long axis. Pure, no history, no allocation. Knees bend forward only.
#include <optional>

#include "human/body/posture.h"
#include "human/ik/limb.h"
#include "human/ik/swivel.h"

namespace fh::human {

/// One leg of a person, ready to be solved: build once, keep. The left leg is kept as its mirror image.
struct Leg {
  Side side = Side::Right;
  math::Vec3 hip{0.0};              // joint centre in the pelvis' frame, mirrored to the right
  TwoLink links;                    // thigh, shank
  std::array<Limit, 3> hip_limits;  // flexion, abduction, inward turn
  Limit knee, dorsiflexion, inversion, toes;
  BoxLimits hip_arcs;
};
Leg build_leg(const Skeleton& skeleton, Side side);

struct LegSettings {
  LimbMode mode = LimbMode::Measure;
  /// Only the ankle's place is wanted: the knee goes where `knee` says, the foot turns with the shank as near to the
  /// wanted rotation as the ankle can.
  bool free_foot = false;
  /// Where the knee should point, a direction of the frame; natural (forward, a little outward) when not given. Decides
  /// with `free_foot`, and where the foot's long axis is in line with the leg.
  std::optional<math::Vec3> knee;
  /// Upward direction of the ground, frame: when the heel is up, the toes stay level as far as their range goes. Zero:
  /// the toes stay straight.
  math::Vec3 up{0.0, 1.0, 0.0};
};

struct LegSolution {
  /// Each parent_from_joint, as in a Posture.
  math::Quat thigh{1, 0, 0, 0}, shank{1, 0, 0, 0}, foot{1, 0, 0, 0}, toes{1, 0, 0, 0};
  LimbStatus status = LimbStatus::Reached;
  double gap = 0.0;       // wanted to reached ankle, m
  double turn_gap = 0.0;  // wanted to reached foot rotation, rad
  double margin = 0.0;    // least distance of hip, knee or ankle to a limit, rad; 0 when clamped
};

/// `frame_from_pelvis`: pose of the pelvis. `frame_from_foot`: wanted pose of the foot's joint frame (origin in the
/// ankle; identity when standing upright, facing -Z). The frame is any that both are given in.
LegSolution solve_leg(const Leg& leg, const math::Pose& frame_from_pelvis, const math::Pose& frame_from_foot,
                      const LegSettings& settings = {});

/// Writes the four rotations into a posture.
void set_leg(Posture& posture, Side side, const LegSolution& solution);

/// Toes level while the heel is up, as far as their range goes; `up`: of the ground, in the frame.
math::Quat toes_on_ground(const Leg& leg, const math::Quat& frame_from_foot, const math::Vec3& up = {0.0, 1.0, 0.0});

/// Where the foot's joint frame is for these rotations, in the frame of the pelvis pose.
math::Pose foot_pose(const Leg& leg, const math::Pose& frame_from_pelvis, const LegSolution& solution);

}  // namespace fh::human
