// SPDX-License-Identifier: Apache-2.0
#pragma once
// Looking at a point (J-05, J-62, K-54): the eyes aim first; what exceeds their comfortable range goes to neck and
// head, what exceeds those to the spine's axial turn and flexion.
#include "human/body/kinematics.h"

namespace fh::human {

struct GazeSettings {
  double eye_comfort = 0.4;  // share of the eyes' range used before the head turns, 0 … 1
  bool move_head = true;     // else the eyes alone (J-62)
  bool move_torso = true;
};

struct GazeResult {
  double left_error = 0.0, right_error = 0.0;  // radians between each eye's axis and the point; 0 when met
  math::Vec3 torso{0.0};                       // spine totals added: flexion, lateral, axial
  bool met = false;                            // both errors below 0.5 deg
};

/// Sets eyes, neck, head and, if needed, the spine. Points at or behind an eye never give NaN: they are approached as
/// far as the limits allow, turning to the nearer side.
GazeResult look_at(const Skeleton& skeleton, Posture& posture, const math::Vec3& world_point,
                   const GazeSettings& settings = {});

/// Midpoint between the eyes and the mean looking direction, world_from_gaze (-Z looks).
math::Pose gaze_pose(const Frames<double>& frames);

}  // namespace fh::human
