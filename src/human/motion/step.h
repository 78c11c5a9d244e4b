// SPDX-License-Identifier: Apache-2.0
#pragma once
// One foot of a walker: on the ground it keeps its foothold and rolls over it, in the air it is carried to the next one
// over whatever lies between. It does not decide when to step: whoever moves a body decides, every tick and for each
// foot, whether the foot is to stand or to be in the air, how much of its swing is over and which place is wished for;
// the step does the rest. Agents decide by the clock of footfalls.h; anything else that knows can decide the same way:
//
//   StepOrder order;
//   order.planted = …;   // false lifts a foot that stands, true sets down one in the air
//   order.share = …;     // in the air: of the swing that is over
//   order.target = …;    // wished for, or none: it goes on to where it was going
//   advance_step(walker, motion, stride, ground, order, feet[1 - i], i, dt, feet[i]);
//
// A foot set down early lands where it was going, from wherever it is: lead the share to 1 first, not faster than a
// whole swing in 0.25 s. World space, metres, radians, seconds; feet are 0 left, 1 right. Deterministic, no allocation.
#include <optional>

#include "human/motion/footholds.h"
#include "human/motion/root_motion.h"

namespace fh::human {

struct Footfall {
  Foothold hold;    // on the ground: where it stands; in the air: where it left
  Foothold target;  // in the air: where it goes
  bool planted = true;
  double lift_phase = 0;      // phase of this foot when it left the ground (the clock of footfalls.h)
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

  /// Where it stands or goes.
  const Foothold& goal() const { return planted ? hold : target; }
  void visit(core::Archive& archive);
};

/// A foot in the air on its way from `from` to `to`, s in [0, 1]; the ground it rolls over is raised by `lift` halfway.
RolledFoot swing_foot(const Walker& walker, const Foothold& from, double from_pitch, const Foothold& to,
                      double to_pitch, double lift, double s, const SwingWay& way = {});
/// Usual clearance halfway, m.
double usual_lift(const Walker& walker, double speed, double jog);

struct StepOrder {
  bool planted = true;
  double pitch = 0.0;  // roll the body's motion gives a standing foot (stance_pitch())
  // In the air:
  std::optional<Foothold> target;    // wished for; moved to where a sole can stand. None: as it is
  std::optional<double> land_pitch;  // none: as the body passes over it (stance_pitch()), toes first down a step
  double share = 0.0;                // of the swing that is over, 0 … 1; never falls
  double seconds_left = 0.0;         // of the swing
  double lift = 0.03;                // wanted clearance halfway, m
};

/// The foot leaves the ground with `pitch`.
void lift_off(double pitch, double lift, Footfall& foot);
/// It stands where it was going. `pitch`: what the body's motion gives the standing foot at this moment.
void touch_down(double pitch, Footfall& foot);
/// One tick on the ground.
void advance_stance(const Walker& walker, double pitch, double dt, Footfall& foot);
/// One tick in the air. `other`: the other foot of the body; `i`: which foot this is.
void advance_swing(const Walker& walker, const RootMotion& motion, const Stride& stride, const human::Ground& ground,
                   const StepOrder& order, const Footfall& other, std::size_t i, double dt, Footfall& foot);
/// One tick of whichever it is to be: the four above in the order of events.
void advance_step(const Walker& walker, const RootMotion& motion, const Stride& stride, const human::Ground& ground,
                  const StepOrder& order, const Footfall& other, std::size_t i, double dt, Footfall& foot);

}  // namespace fh::human
