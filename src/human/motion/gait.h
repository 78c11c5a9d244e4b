// SPDX-License-Identifier: Apache-2.0
#pragma once
// Walking, standing and jogging with planted feet: from a wanted velocity to a posture, one tick at a time
// (JB-18 … JB-30, CA-57 … CA-62). The body follows its root, a point on the ground; footfalls are foreseen from the
// root's motion and stay where they were set; the pelvis keeps both feet within reach; the legs are solved in closed
// form (human/ik/leg.h). With a straight path and steady speed the result is exactly straight_walk() (JB-22).
//
//   Walker walker = walker_of(body);
//   GaitState state = standing_gait(walker, position, yaw, ground, style.seed);
//   each tick:  command.velocity = …; command.facing = …;
//               [command.root = allowed(next_root(command, dt, state));]
//               advance_gait(walker, command, ground, dt, state, posture);
//               [overwrite arms (human/ik/arm.h) in the posture]
//
// Deterministic, allocation-free. Wild commands (not finite, too fast, teleports) are tamed, never NaN.
#include <array>
#include <optional>

#include "human/body/posture.h"
#include "human/motion/footfalls.h"
#include "human/motion/gait_style.h"
#include "human/motion/ground.h"
#include "human/motion/stride.h"
#include "human/motion/upper_body.h"

namespace fh::human {

inline constexpr double kFastestForward = 3.8, kFastestBackward = 1.2, kFastestSideways = 0.9;  // m/s

/// What feet hold against the way a body leans, m/s²: faster than sqrt(kFirmestCurve · R) nobody walks or runs a curve
/// of radius R (friction and the lean of runners on flat ground: half of gravity and a little less). Commands within it
/// are followed with planted feet (radius 1 m and more); faster ones are slowed down and led wide.
inline constexpr double kFirmestCurve = 4.5;

struct GaitCommand {
  math::Vec3 velocity{0.0};                   // wanted, world, m/s; height ignored; limited to the speeds above
  math::Vec3 facing{0.0};                     // wanted direction of the pelvis, world; zero: stay as it is
  std::optional<math::Vec3> root;             // where the caller lets the root be after this tick; none: next_root()
  std::optional<math::Vec3> gaze;             // world point to look at; none: ahead, with glances
  double head_room = 0.0;                     // m above the ground under which the head shall stay (a beam); 0: free
  double step_over = 0.0;                     // m: the next steps clear an obstacle of this height
  std::array<double, 2> arm_swing{1.0, 1.0};  // left, right; 0 holds the arm still, e.g. before it is overwritten
  GaitStyle style;
};

struct GaitState {
  math::Vec3 root{0.0};                        // world; y: smoothed height of the ground the feet stand on
  double yaw = 0.0;                            // heading of the body
  math::Vec3 velocity{0.0};                    // of the root, m/s
  double turn_rate = 0.0;                      // rad/s, left positive
  math::Vec3 drift{0.0};                       // velocity, smoothed: what footfalls are foreseen with
  math::Vec3 push{0.0};                        // acceleration, smoothed: leaning
  double curve_rate = 0.0;                     // rad/s the velocity turns, smoothed
  double wanted_yaw = 0.0, wanted_rate = 0.0;  // of the last command's facing
  double jog = 0.0;                            // 0 walk … 1 jog
  double slope = 0.0;                          // rise / run of the ground under the body, smoothed
  double stir = 0.0;                           // 0 standing … 1 walking: weight of the periodic motion
  Footfalls feet;
  double duck = 0.0;  // m the head is lowered
  UpperBodyState upper;

  void visit(core::Archive& archive);
};

/// Standing with both feet on the ground.
GaitState standing_gait(const Walker& walker, const math::Vec3& position, double yaw, const human::Ground& ground,
                        std::uint64_t seed = 1);

/// Where advance_gait() would bring the root if nothing is in the way; height as it is now.
math::Vec3 next_root(const GaitCommand& command, double dt, const GaitState& state);

/// One step of dt seconds (1/90 s). `out` is wholly written: pelvis pose and every joint.
void advance_gait(const Walker& walker, const GaitCommand& command, const human::Ground& ground, double dt,
                  GaitState& state, human::Posture& out);

/// The straight walker: steady speed (m/s, 0.3 and more) along -Z on flat ground, seen at time `seconds` after a left
/// heel-strike that found the root at the origin. Walks below jog_speed(), jogs above.
human::Posture straight_walk(const Walker& walker, const GaitStyle& style, double speed, double seconds);

}  // namespace fh::human
