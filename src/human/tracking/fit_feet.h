// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the feet are: planted until something asks for a step (J-76, J-77, J-84), then in an arc to where the body will
// be; walking feet follow the gait's clock and land ahead of the moving body. A planted foot does not slide: its ball
// stays, and the heel rises when the leg is too short. The whole sole stays over the ground, in a swing too.
#include "human/motion/ground.h"
#include "human/tracking/fit_gait.h"
#include "human/tracking/fit_rig.h"

namespace fh::human {

/// Where a prior has a foot.
struct FootLead {
  math::Vec3 ankle{0.0}, velocity{0.0};  // m, m/s
  double yaw = 0.0, heel = 0.0;          // rad; heel up positive
  double stands = 1.0;                   // 0 … 1: that it is on the ground
};

/// A sole flat on the ground: the ankle stands over (x, z).
struct FootPlace {
  math::Vec3 position{0.0};  // of the ground under the ankle
  double yaw = 0.0;

  void visit(core::Archive& archive);
};

struct FitFoot {
  FootPlace place;        // planted, or where the swing has come to
  FootPlace from, to;     // of the swing
  double time = 0.0;      // since it was lifted, s
  double duration = 0.0;  // of the swing, s; 0 planted
  double heel = 0.0;      // pitch about the ball, heel up positive, rad
  double heel_from = 0.0, lift_from = 0.0;
  std::uint8_t kneels = 0;  // on its bent toes behind a knee on the ground, or on the way there
  std::array<math::Quat, 3> leg{math::kIdentity, math::kIdentity, math::kIdentity};  // thigh, shank, foot, as last set
  double lift = 0.0;         // of the sole over its place in a swing, m
  double ground = 0.0;       // height (world Y, m) that no part of a swinging sole may be below
  double clear = 0.0;        // share of the lift that an edge under the swing asks for, m
  double since = 10.0;       // s since it landed
  double strain = 0.0;       // m the leg was too short for it in the last tick: it was dragged so far
  math::Vec3 drag{0.0};      // from its place to where such a leg held it, m
  std::uint8_t tracked = 0;  // a tracker is worn
  std::uint8_t led = 0;      // in the air where a prior has it; 2: it comes down
  double heel_up = 0.0;      // least pitch while it stands, rad: a foot about to leave rolls over its ball

  bool planted() const { return duration == 0.0; }
  void visit(core::Archive& archive);
};

struct FitFeet {
  std::array<FitFoot, 2> feet;
  double rest = 0.0;         // seconds since the last foot landed
  std::uint8_t loading = 0;  // 1 + the side that is about to be lifted: the weight goes to the other foot
  double loaded = 0.0;       // s since then
  std::uint8_t started = 0;

  double mean_yaw() const;
  void visit(core::Archive& archive);
};

/// What the body does, for the feet to follow.
struct FeetQuestion {
  math::Vec3 pelvis{0.0};             // x and z count
  std::array<math::Vec3, 2> hips{};   // joint centres, for knees on the ground
  math::Vec3 velocity{0.0};           // of the head over the floor, smoothed
  math::Vec3 com_velocity{0.0};       // of the centre of mass over the floor, smoothed
  double yaw = 0.0, turn_rate = 0.0;  // of the pelvis
  double facing = 0.0;                // where the chest faces, and a standing body will
  double stance_margin = 0.0;         // of the last tick, both soles counted whole, no shift, m
  math::Vec3 centre_of_mass{0.0};     // without the shift of a step
  std::array<double, 2> over{};       // how far inside each sole alone the weight is, with the shift, m
  double bent = 0.0;                  // pitch of the trunk, rad
  bool kneels = false;                // the knees go to the ground, the feet behind them
  std::array<Tracker, 2> trackers;
  double prior = 0.0;  // share of a prior in what the feet do, 0 … 1
  std::array<FootLead, 2> leads;

  bool led() const { return prior > 0.5; }
};

void place_feet(FitFeet& feet, const FitRig& rig, const math::Vec3& pelvis, double yaw, double floor,
                const Ground& ground);
void advance_feet(FitFeet& feet, const FitRig& rig, const FeetQuestion& question, const FitGait& gait,
                  const Ground& ground, double dt);

/// The foot that steps first when a body at rest sets off: the one behind, or on the side it goes to.
Side first_foot(const FitFeet& feet, const math::Vec3& velocity, double yaw);
/// world_from_foot of a foot with its heel raised by `heel` about the ball.
math::Pose foot_at(const FitRig& rig, const FootPlace& place, double heel, double lift);
/// The place of a foot that kneels under a hip over ground of height `ground`.
FootPlace kneeling_place(const FitRig& rig, Side side, const math::Vec3& hip, double yaw, double ground);
/// world_from_foot of a foot at its place that stands flat, or kneels.
math::Pose resting_foot(const FitRig& rig, const FitFoot& foot);
/// The comfortable place of a foot under a pelvis.
FootPlace stance_place(const FitRig& rig, Side side, const math::Vec3& pelvis, double yaw);

}  // namespace fh::human
