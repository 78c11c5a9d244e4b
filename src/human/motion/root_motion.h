// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a body does over the floor, and where its feet belong for it (JB-18, JB-23, JB-30): footholds are foreseen from
// the motion of the root, a point on the floor that agents are led by.
// World space, metres, radians; feet are 0 left, 1 right.
#include "human/motion/foot_roll.h"
#include "human/motion/gait_style.h"

namespace fh::human {

/// What the feet need to know of the body's motion.
struct RootMotion {
  math::Vec3 root{0.0};
  double yaw = 0.0;
  math::Vec3 velocity{0.0};     // smoothed
  double curve_rate = 0.0;      // rad/s, of the velocity
  double turn_rate = 0.0;       // rad/s, of the heading
  double turn_remaining = 0.0;  // rad of turning that remain; the heading is foreseen no further
  double steady_turn = 0.0;     // rad/s of that turning that goes on for ever (a curve)
  math::Vec3 bank{0.0};         // m the feet go outwards in a curve
  bool going = false;           // walking is wanted
  double jog = 0.0;
  double step_over = 0.0;  // m
  double slope = 0.0;      // rise / run of stairs or ramps under the body, >= 0
};

/// The root after `seconds` of going on as now.
math::Vec3 foreseen_root(const RootMotion& motion, double seconds);
/// Half the distance of the footprints' lines, m.
double half_width(const Walker& walker, const GaitStyle& style, const RootMotion& motion, const Stride& stride);
/// Where a foot belongs that will touch down in `seconds`; its height is that of the root.
Foothold foreseen_hold(const Walker& walker, const GaitStyle& style, const RootMotion& motion, const Stride& stride,
                       std::size_t foot, double seconds);
/// Where a foot belongs when the body stands as it is now.
Foothold standing_hold(const Walker& walker, const GaitStyle& style, const RootMotion& motion, const Stride& stride,
                       std::size_t foot);

/// How far a standing foot is from where it belongs: the greater of the shares of `far` (m) and `twisted` (rad).
double discomfort(const Foothold& here, const Foothold& there, double far, double twisted);
/// Which foot goes first when a body sets off: the greater urge. The one that lags, in doubt the one on the side the
/// body goes or turns to.
double step_urge(const RootMotion& motion, const Foothold& hold, std::size_t foot);

/// The roll of a standing foot by how far the root is ahead of it (roll_pitch()); the root may be that of another time.
double stance_pitch(const Walker& walker, const Stride& stride, const RootMotion& motion, const Foothold& hold,
                    const math::Vec3& root);

}  // namespace fh::human
