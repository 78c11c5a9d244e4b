// SPDX-License-Identifier: Apache-2.0
#pragma once
// Looking at a point (J-05, J-62, K-54): the eyes aim first, each for itself, so that they converge on what is near;
// what exceeds their comfortable range goes to neck and head, what exceeds those to the spine. In motion (K-55) the
// eyes jump ahead and the head follows; the eyes stay on the point while it does. Users and agents look with this.
#include "human/body/kinematics.h"

namespace fh::human {

struct GazeSettings {
  double eye_comfort = 0.4;  // share of the eyes' range used before the head turns, 0 … 1
  bool move_head = true;     // else the eyes alone (J-62)
  bool move_torso = true;
};

/// A direction seen from a body, rad: left and up are positive.
struct Bearing {
  double yaw = 0.0, pitch = 0.0;

  void visit(core::Archive& archive);
};
/// Of a direction of any length in a frame whose -Z is ahead; (0, 0) for no length.
Bearing bearing_of(const math::Vec3& direction);

/// How a look at a bearing from the chest is shared out: the head against the chest, and what the spine adds. The eyes
/// do the rest.
struct GazeShare {
  Bearing head, torso;
};
GazeShare share_gaze(const Skeleton& skeleton, const Bearing& wanted, const GazeSettings& settings = {});

struct GazeResult {
  double left_error = 0.0, right_error = 0.0;  // radians between each eye's axis and the point; 0 when met
  math::Vec3 torso{0.0};                       // spine totals added: flexion, lateral, axial
  bool met = false;                            // both errors below 0.5 deg
};

/// Sets eyes, neck, head and, if needed, the spine. Points at or behind an eye never give NaN: they are approached as
/// far as the limits allow, turning to the nearer side.
GazeResult look_at(const Skeleton& skeleton, Posture& posture, const math::Vec3& world_point,
                   const GazeSettings& settings = {});
/// The eyes alone, in a head that is where `world_from_head` says.
GazeResult aim_eyes(const Skeleton& skeleton, const math::Pose& world_from_head, const math::Vec3& world_point,
                    Posture& posture);
/// Neck and head share a rotation from the trunk to the head; the neck's share of it.
inline constexpr double kNeckShare = 0.65;
void set_neck(const Skeleton& skeleton, const math::Quat& trunk_from_head, Posture& posture);

/// A gaze in motion.
struct GazeState {
  math::Vec3 point{0.0};              // where the eyes look now, world
  math::Vec3 target{0.0};             // where they are led, as of the last tick
  math::Vec3 from{0.0, 0.0, -1.0};    // direction in which the last saccade began, unit
  double nearness = 0.2;              // 1 / distance of what was looked at then, 1/m
  double time = 0.0, duration = 0.0;  // of the last saccade, s; it is over when both are equal
  Bearing head, torso;                // as in GazeShare, but on their way; from the heading
  Bearing head_rate, torso_rate;      // rad/s
  std::uint8_t started = 0;

  bool in_saccade() const { return time < duration; }
  void visit(core::Archive& archive);
};

/// Duration of a saccade by its size in radians: 21 ms and 2.2 ms per degree (main sequence; Carpenter 1988, from
/// memory).
double saccade_seconds(double size);

/// One tick of looking at `target`. `heading`: yaw of the body; `eyes`: between the eyes, as of the last tick. A target
/// that jumps is met by a saccade, one that drifts is followed. With `move_head` off, head and torso stay as they are.
void advance_gaze(const Skeleton& skeleton, const math::Vec3& target, double heading, const math::Vec3& eyes, double dt,
                  GazeState& state, const GazeSettings& settings = {});

/// Midpoint between the eyes and the mean looking direction, world_from_gaze (-Z looks).
math::Pose gaze_pose(const Frames<double>& frames);

}  // namespace fh::human
