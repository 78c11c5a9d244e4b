// SPDX-License-Identifier: Apache-2.0
#pragma once
// One foot on its way: lifted, carried in an arc over whatever is under its sole, and set down on the ground.
#include "human/motion/foot_roll.h"
#include "human/tracking/fit_feet.h"

namespace fh::human {

double outward(Side side);  // 1 to the right, -1 to the left
struct LevelAxes {
  math::Vec3 forward, right;
};
LevelAxes axes_of(double yaw);

/// The ground under a sole flat at a place, asked from `from_y`: its highest under the ankle and both sides of heel,
/// ball and toes.
double under_sole(const FitRig& rig, Side side, const Ground& ground, double from_y, const FootPlace& place);
/// Puts a place on the ground as a whole sole meets it. Toes do not go into a step: the foot stays before it if that
/// takes little, otherwise it stands on it.
void stand_on(const FitRig& rig, Side side, const Ground& ground, double from_y, FootPlace& place);

/// Begins a swing that takes `duration` (s, at least 0.1); FitFoot::to says where it goes.
void lift(FitFoot& foot, double duration);
/// One tick of it. It lands where the leg has brought it: a leg too short for the place takes the place nearer.
void swing(FitFoot& foot, const FitRig& rig, Side side, const Ground& ground, double dt);

/// Whether a foot that asks for a step (1: it must) is lifted now. The weight of a slow body first goes to the other
/// foot; where head and hands do not let it, only a step that is needed is made.
bool ready_to_step(FitFeet& feet, std::size_t foot, double asks, const FeetQuestion& question, double dt);
/// Where the flat foot of a lead is, on ground of height `y`: its ankle is ahead of there when the heel is up.
FootPlace place_of(const FitRig& rig, const FootLead& lead, double y);
/// Feet where a prior has them, at the first tick.
void place_as_led(FitFeet& feet, const FitRig& rig, const FeetQuestion& question, const Ground& ground);
/// One tick of feet that a prior leads: they leave the ground when it says so, go where it has them and stay where they
/// come down. False when both stand and none is asked to leave.
bool lead_feet(FitFeet& feet, const FitRig& rig, const FeetQuestion& question, const Ground& ground, double dt);

}  // namespace fh::human
