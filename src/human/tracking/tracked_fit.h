// SPDX-License-Identifier: Apache-2.0
#pragma once
// The user's own body from head and hands (J-86, CA-07 … CA-10, J-64): the head is exactly where the headset is
// (less what it sits higher than at calibration, fit_headset.h), the hands are exactly where the controllers are while
// a person could have them there, and the rest follows as a balanced human: trunk and pelvis by the least disturbance,
// feet planted until balance, twist or distance ask for a step. Order of help for a hand: arm, clavicle, trunk, pelvis;
// what is left is reported as a gap, never hidden by stretching. Deterministic, no allocation. Everything that was not
// measured is an estimate, and the balance margin with it.
//
//   const FitRig rig = build_fit_rig(body);  FitState state;
//   each tick: FitResult result = fit_tracked(rig, input, ground, 1.0 / 90.0, state);
#include "human/motion/ground.h"
#include "human/tracking/fit_feet.h"
#include "human/tracking/fit_gait.h"
#include "human/tracking/fit_hands.h"
#include "human/tracking/fit_heading.h"
#include "human/tracking/fit_headset.h"
#include "human/tracking/fit_legs.h"
#include "human/tracking/fit_prior.h"
#include "human/tracking/fit_remedy.h"
#include "human/tracking/fit_rig.h"
#include "human/tracking/fit_trunk.h"
#include "human/tracking/fit_weight.h"

namespace fh::human {

struct FitSettings {
  LimbMode mode = LimbMode::Measure;  // of the arms
  bool balance = true;                // pelvis and feet keep the centre of mass supported
  bool prior = true;                  // the rig's prior is asked; off: posture by rules alone
  bool trunk_helps = true;            // trunk and pelvis help a hand that the arm alone does not bring there
  HandLossTimes hand_loss;            // hands that are not tracked
};

/// What was last found for a hand that falls short, and how far the next search has come.
struct FitAdvice {
  GapRemedy remedy = GapRemedy::NotNeeded;
  std::uint8_t ticks_left = 0;  // until it is asked again
  std::uint8_t attempt = 0;     // of try_remedy, the next one

  void visit(core::Archive& archive);
};

/// All that the fit remembers from tick to tick. A fresh one starts at the first valid head, upright on both feet.
struct FitState {
  FitHeading heading;
  FitGait gait;
  FitTrunk trunk;
  FitFeet feet;
  FitWeight weight;
  FitHands hands;
  std::array<FitAdvice, 2> advice;
  FitHeadset headset;
  FitPrior prior;
  math::Pose world_from_eyes;  // the last seen
  math::Vec3 head_velocity{0.0};
  math::Pose world_from_chest;     // of the last tick, as are the following
  math::Vec3 centre_of_mass{0.0};  // without the shift of a step
  math::Vec3 pelvis{0.0};
  std::array<math::Vec3, 2> hips{};
  math::Vec3 com_velocity{0.0};  // over the floor, smoothed, m/s
  double held_mass = 0.0;        // kg in both hands
  double stance_margin = 0.0;    // with both soles whole on the ground and no shift, m
  std::array<double, 2> over{};  // how far inside each sole alone the weight is, m
  std::uint8_t kneels = 0;
  double kneeling = 0.0;  // follows it, 0 … 1
  std::uint8_t started = 0;

  void visit(core::Archive& archive);
};

struct HandFit {
  LimbStatus status = LimbStatus::Reached;
  HandTracking tracking = HandTracking::Tracked;
  double gap = 0.0;       // wrist to where it is wanted, m
  double turn_gap = 0.0;  // rad
  double margin = 0.0;    // to the nearest joint limit, rad
  GapRemedy remedy = GapRemedy::NotNeeded;
  math::Pose world_from_wanted;  // the controller's wrist, for the marker
};

struct FitResult {
  Posture posture;
  Frames<double> frames;  // forward kinematics of it
  std::array<HandFit, 2> hands;
  std::array<FootFit, 2> feet;
  math::Vec3 centre_of_mass{0.0};  // with what the hands carry
  SupportPolygon support;          // of soles in contact and knees on the ground
  double balance_margin = 0.0;     // m, positive inside the support polygon; minus infinity without contact
  bool balanced = false;           // margin >= 0
  bool on_knees = false;           // a knee is on the ground
  bool walking = false;
  double head_gap = 0.0, head_turn_gap = 0.0;  // rounding only: the head is exact
  double headset_higher = 0.0;                 // m the headset sits higher on it than at calibration
};

/// One tick of `dt` seconds (0 < dt <= 0.1). Without a head ever seen the body stands at the origin. Poses that are not
/// finite count as not valid.
FitResult fit_tracked(const FitRig& rig, const TrackedInput& input, const Ground& ground, double dt, FitState& state,
                      const FitSettings& settings = {});

/// Centre of mass and balance of a posture that stays as it is, when the hands carry something else than the fit knew.
void weigh(const FitRig& rig, std::span<const HeldLoad> loads, FitResult& result);

}  // namespace fh::human
