// SPDX-License-Identifier: Apache-2.0
#pragma once
// When and where the feet are set (JB-18, JB-23, JB-30): one clock for both feet, half a cycle apart; a foot on the
// ground keeps its foothold; a foot in the air is led to the place the root's motion foresees for its next stance.
#include <array>

#include "human/body/joints.h"
#include "human/motion/foot_roll.h"
#include "human/motion/gait_style.h"
#include "human/motion/ground.h"

namespace fh::human {

inline constexpr double kWidestHip = 0.66;  // rad between the heading and a planted foot

/// The ground below a foot in the air, from where it left to where it goes.
struct SwingWay {
  static constexpr std::size_t kPoints = 11;
  bool uneven = false;
  std::array<double, kPoints> heights{};  // m, world: highest under heel, ball or toes at (k + 1) / (kPoints + 1)

  void visit(core::Archive& archive) {
    archive.field("uneven", uneven);
    archive.field("heights", heights);
  }
};

struct Footfall {
  Foothold hold;    // on the ground: where it stands; in the air: where it left
  Foothold target;  // in the air: where it goes
  bool planted = true;
  double lift_phase = 0;      // phase of this foot when it left the ground
  double lift_off_pitch = 0;  // roll when it left, radians
  double land_pitch = 0;      // roll foreseen for its heel-strike
  double pitch_rest = 0;      // roll at heel-strike beyond what the curve says; fades
  double share = 0;           // of its swing that is over
  double lift = 0;            // m the foot is raised halfway
  SwingWay way;
  // A foothold moved to fit uneven ground, and the place it was found for.
  bool fitted = false;
  Foothold fit;
  math::Vec3 fit_for{0.0};
  RolledFoot foot;  // as it is now

  void visit(core::Archive& archive);
};

struct Footfalls {
  double phase = 0.0;  // of the left foot, in [0, 1): 0 at its heel-strike; the right foot is half a cycle apart
  Stride stride;       // as it is now, smoothed
  bool stepping = false;
  std::array<Footfall, 2> feet;  // left, right

  double riser = 0.17;  // m: height of the last stair

  double phase_of(std::size_t foot) const {
    const double p = phase + 0.5 * static_cast<double>(foot);
    return p >= 1.0 ? p - 1.0 : p;
  }
  void visit(core::Archive& archive);
};

/// What the footfalls need to know of the body's motion.
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
/// Where a foot (0 left, 1 right) belongs that will touch down in `seconds`.
Foothold foreseen_hold(const Walker& walker, const GaitStyle& style, const RootMotion& motion, const Stride& stride,
                       std::size_t foot, double seconds);

/// A foot in the air on its way from `from` to `to`, s in [0, 1]; the ground it rolls over is raised by `lift` halfway.
RolledFoot swing_foot(const Walker& walker, const Foothold& from, double from_pitch, const Foothold& to,
                      double to_pitch, double lift, double s, const SwingWay& way = {});
/// Usual clearance halfway, m.
double usual_lift(const Walker& walker, double speed, double jog);

/// Both feet standing beside the root.
Footfalls standing_feet(const Walker& walker, const GaitStyle& style, const RootMotion& motion,
                        const human::Ground& ground);
/// One tick.
void advance_footfalls(const Walker& walker, const GaitStyle& style, const RootMotion& motion,
                       const human::Ground& ground, double dt, Footfalls& feet);

}  // namespace fh::human
