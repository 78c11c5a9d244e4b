// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_weight.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Vec3;

// Tuned: CoM outside of docs/measurements/body-tracking.md; asserted by test_tracked_fit ("turns on the spot").
constexpr double kBallAhead = 0.9, kHeelUp = 0.4;       // of the ball, rad: raised heels shift the weight forward
constexpr double kCrouched = 0.11, kCrouchRoom = 0.07;  // of the head's height: farther down is a crouch
constexpr double kOnOneLevel = 0.1;                     // m between the heights of two feet
constexpr double kOverShank = 0.6;  // of the shank: where the weight of a kneeling body is, from the ankle
constexpr double kMidSole = 0.35;   // of the ball, ahead of the ankle
constexpr double kBackOfSole = -0.15, kFrontOfSole = 0.8;  // of the ball: the middle line that weight is carried on
constexpr double kFarther = 1.2;                           // of the way: what the trunk's search gives is less
constexpr double kShiftSeconds = 0.06;
constexpr double kSlow = 0.15, kGoing = 0.35;  // m/s of the head

/// The point of the middle line of a standing sole nearest to a place.
Vec3 over_sole(const FitRig& rig, const FitFoot& foot, const Vec3& place) {
  const Pose flat = resting_foot(rig, foot);
  const Vec3 forward = flat.direction({0.0, 0.0, rig.ball_in_foot.z});
  const Vec3 away = place - flat.position;
  const double along =
      (away.x * forward.x + away.z * forward.z) / std::max(1e-9, forward.x * forward.x + forward.z * forward.z);
  return flat.position + math::clamp(along, kBackOfSole, kFrontOfSole) * forward;
}

/// 1 on level ground, 0 on stairs, where a body goes on however slowly.
double on_one_level(const FitFeet& feet) {
  double lowest = feet.feet[0].place.position.y, highest = lowest;
  for (const FitFoot& foot : feet.feet) {
    const double y = (foot.planted() ? foot.place : foot.to).position.y;
    lowest = std::min({lowest, y, foot.place.position.y});
    highest = std::max({highest, y, foot.place.position.y});
  }
  return 1.0 - math::smooth_step((highest - lowest) / kOnOneLevel);
}

}  // namespace

void FitWeight::visit(core::Archive& archive) {
  archive.field("x", x);
  archive.field("z", z);
  archive.field("between", between);
  archive.field("shift", shift);
  archive.field("loaded", loaded);
  archive.field("started", started);
}

double sunk_by(const FitRig& rig, const FitFeet& feet, const Vec3& head) {
  const double ankles = rig.ankle_height + std::min(feet.feet[0].place.position.y, feet.feet[1].place.position.y);
  return math::clamp(1.0 - (head.y - ankles) / (rig.head_height - rig.ankle_height), 0.0, 1.0);
}

double crouched(const FitRig& rig, const FitFeet& feet, const Vec3& head) {
  const double step = std::abs(feet.feet[0].place.position.y - feet.feet[1].place.position.y) / kOnOneLevel;
  return math::smooth_step((sunk_by(rig, feet, head) - kCrouched) / kCrouchRoom) * (1.0 - math::smooth_step(step));
}

Vec3 balance_point(const FitRig& rig, const FitFeet& feet, const Vec3& head, SwingingFoot swinging) {
  Vec3 sum(0.0);
  const double tall = 1.0 - crouched(rig, feet, head);
  for (const FitFoot& foot : feet.feet) {
    Pose flat = resting_foot(rig, foot);
    if (foot.kneels) {  // between knee and toes
      const Vec3 ahead =
          math::rotate(math::from_axis_angle(math::kUp, (foot.planted() ? foot.place : foot.to).yaw), math::kForward);
      sum += 0.5 * (flat.position + kOverShank * rig.kneeling.shank * ahead);
      continue;
    }
    if (!foot.planted() && swinging == SwingingFoot::WhereItWas) flat = foot_at(rig, foot.from, 0.0, 0.0);
    // On tiptoe the balls of the feet carry; heels that a crouch has raised come down when the weight goes back.
    const double heel = foot.planted() ? foot.heel : 0.0;
    const double ahead = kMidSole + tall * kBallAhead * math::smooth_step(heel / kHeelUp);
    sum += 0.5 * (flat.position + flat.direction({0.0, 0.0, ahead * rig.ball_in_foot.z}));
  }
  return sum;
}

void advance_weight(FitWeight& weight, const FitRig& rig, const FitFeet& feet, const Vec3& head,
                    const Vec3& centre_of_mass, double speed, double dt) {
  const Vec3 between = balance_point(rig, feet, head, SwingingFoot::WhereItGoes);
  if (!weight.started) {
    weight.x.set(between.x);
    weight.z.set(between.z);
    weight.between = between;
    weight.started = 1;
  }
  const bool kneels = feet.feet[0].kneels || feet.feet[1].kneels;
  const double slow = kneels ? 0.0 : (1.0 - math::smooth_step((speed - kSlow) / (kGoing - kSlow))) * on_one_level(feet);
  Vec3 wanted = between;
  double loads = 0.0;
  for (std::size_t s = 0; s < 2; ++s) {
    const FitFoot &moves = feet.feet[s], &stays = feet.feet[1 - s];
    const bool steps = !moves.planted() || feet.loading == s + 1;
    if (!steps || !stays.planted() || moves.tracked) continue;
    wanted += kFarther * slow * (over_sole(rig, stays, centre_of_mass) - wanted);
    loads = slow;
    break;
  }
  // A body that goes is carried on with its feet, and one on both feet with their heels; one that steps slowly shifts
  // from where it is.
  const bool stands = feet.feet[0].planted() && feet.feet[1].planted();
  const double carried = stands ? 1.0 : 1.0 - slow;
  weight.x.value += carried * (between.x - weight.between.x);
  weight.z.value += carried * (between.z - weight.between.z);
  weight.between = between;
  weight.loaded += approach(dt, kShiftSeconds) * (loads - weight.loaded);
  weight.x.follow(wanted.x, dt, kShiftSeconds);
  weight.z.follow(wanted.z, dt, kShiftSeconds);
  const Vec3 stood = balance_point(rig, feet, head, SwingingFoot::WhereItWas);
  const Vec3 unshifted = between + slow * (stood - between);
  weight.shift = {weight.x.value - unshifted.x, 0.0, weight.z.value - unshifted.z};
}

}  // namespace fh::human
