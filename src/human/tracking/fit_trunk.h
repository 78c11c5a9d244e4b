// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pelvis and spine between a head that is given and feet that stand: the inclination of the trunk is the one of least
// disturbance, a small least-squares problem of balance, straight legs, an easy neck and an upright back (J-49, J-61,
// J-64, CA-10). Three unknowns, a fixed number of steps.
#include "human/motion/smooth.h"
#include "human/tracking/fit_feet.h"

namespace fh::human {

/// Remembered between ticks: where the search starts, and what the rate limit of secondary parts is measured from.
struct FitTrunk {
  Follower pitch, roll;  // inclination of the upper spine, forward and to the right, rad
  Follower twist;        // of the chest against the pelvis, to the left, rad
  // Of the pelvis beyond its share of these: forward, to the right, to the left, rad; nothing without a prior.
  std::array<Follower, 3> pelvis;
  std::array<Follower, 6> held;   // what is added to all six where balance and heels ask for it (TrunkQuestion::hold)
  Follower shifted_x, shifted_z;  // of the centre of mass by TrunkQuestion::shift, m
  std::uint8_t started = 0;

  std::array<double, 6> bends() const {
    return {pitch.value, roll.value, twist.value, pelvis[0].value, pelvis[1].value, pelvis[2].value};
  }
  math::Vec3 shifted() const { return {shifted_x.value, 0.0, shifted_z.value}; }
  void visit(core::Archive& archive);
};

inline constexpr std::size_t kTrunkMarks = 8;  // of kLandmarks: neck, T5, T12, L5, hips, shoulders
inline constexpr double kPelvisShare = 0.5;    // standing (lumbo-pelvic rhythm)

struct TrunkQuestion {
  math::Pose world_from_head;                      // joint frame of the head
  double yaw = 0.0;                                // of the pelvis
  double twist = 0.0;                              // wanted of the chest against the pelvis
  double sway_yaw = 0.0;                           // extra turn of the pelvis that the chest does not follow (walking)
  std::array<math::Vec3, 2> ankles;                // where the feet are or go
  std::array<double, 2> leg_weights;               // 1 planted, 0 in the air
  std::array<double, 2> heel_weights{1.0, 1.0};    // how firmly a heel stays down: 1, more of a foot that carries alone
  std::array<math::Vec3, 2> hands;                 // wrists
  std::array<double, 2> held_masses{};             // kg that the hands carry …
  std::array<math::Vec3, 2> held_centres{};        // … and where the centres of mass of that are
  math::Vec3 balance_point{0.0};                   // where the centre of mass is wanted, x and z
  double balance_weight = 1.0;                     // 0 … 1
  math::Vec3 shift{0.0};                           // part of the balance point that is a shift of the weight for a step
  math::Pose world_from_pelvis;                    // where a tracker sees the pelvis and how it is turned …
  math::Vec2 pelvis_tilt{0.0};                     // … its pitch forward and roll to the right, rad …
  double pelvis_weight = 0.0;                      // … and whether one does: 0 or 1
  double prior = 0.0;                              // 0 rules alone … 1 the prior says where the trunk is
  std::array<math::Vec3, kTrunkMarks> marks{};     // where it has them, m …
  std::array<double, kTrunkMarks> mark_weights{};  // … and how much each counts, 1/m
  double lowest_pelvis = -1e9;                     // height it may not sink below: legs fold only so far, m
  double sunk = 0.0;                               // 0 upright … 1 head on the floor
  double crouched = 0.0;               // 0 … 1: heels should stay down, what the ankles lack the hips give
  double upright = 0.0;                // 0 standing … 1 walking: how much a trunk keeps upright
  double pelvis_share = kPelvisShare;  // of an inclination; the spine takes the rest
  double hold = 0.0;                   // 0 … 1, with a prior: heels stay down and the weight over the feet
  double hold_weight = 0.0;            // 0 … 1, of that: the weight
  std::array<FootPlace, 2> soles;      // where the feet that carry stand …
  std::array<SoleContact, 2> carry{};  // … and what of each may
  bool help_hands = true;              // the trunk leans and turns for a hand the arm cannot bring there
};

/// The question for a user whose pelvis a tracker sees: the spine bridges head and pelvis, balance has no say.
void see_pelvis(const math::Pose& world_from_pelvis, TrunkQuestion& question);

/// Sets pelvis, spine, neck and head of the posture: the head is met exactly. Returns nothing that is not in it.
void solve_trunk(const FitRig& rig, const TrunkQuestion& question, double dt, FitTrunk& trunk, Posture& posture);

/// The same for given inclinations, without a search.
void set_trunk(const FitRig& rig, const math::Pose& world_from_head, double yaw, const math::Vec3& pitch_roll_twist,
               Posture& posture, double pelvis_share = kPelvisShare);

}  // namespace fh::human
