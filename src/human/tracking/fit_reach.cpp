// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_reach.h"

#include <cmath>

#include "human/body/reflect.h"
#include "human/body/shoulder.h"
#include "math/trig.h"

namespace fh::human {

using math::Pose;
using math::Vec3;

namespace {

constexpr double kElbowSeconds = 0.03;  // chosen on the held-back people of the training set: jitter
constexpr double kSameSwivel = 1e-3;    // rad
constexpr double kSameHand = 1e-6;      // m, rad

}  // namespace

Vec3 shoulder_towards(const FitRig& rig, Side side, const Vec3& place) {
  const Arm& arm = rig.arms[index_of(side)];
  // The girdle follows the arm: a few rounds settle it.
  Vec3 shoulder = rig.shoulders[index_of(side)];
  for (int round = 0; round < 4; ++round) {
    const Vec3 direction = math::normalized_or(place - shoulder, {0.0, -1.0, 0.0});
    const bool left = side == Side::Left;
    const Vec3 centre =
        arm.clavicle + math::rotate(right_clavicle(left ? reflected(direction) : direction), arm.shoulder);
    shoulder = left ? reflected(centre) : centre;
  }
  return shoulder;
}

ArmSolution straight_arm(const FitRig& rig, Side side, const Vec3& direction) {
  const bool left = side == Side::Left;
  const Vec3 pointing = left ? reflected(direction) : direction;
  ArmSolution arm;
  arm.clavicle = right_clavicle(pointing);
  arm.upper_arm = math::conjugate(arm.clavicle) * right_upper_arm(pointing, 0.0);
  arm.forearm = math::from_axis_angle(math::kRight, rig.arms[index_of(side)].elbow.lower);
  if (left) {
    arm.clavicle = reflected(arm.clavicle);
    arm.upper_arm = reflected(arm.upper_arm);
  }
  return arm;
}

ArmSolution reach_for(const FitRig& rig, Side side, const Pose& chest, const Pose& wanted,
                      const ArmSettings& settings) {
  const Arm& arm = rig.arms[index_of(side)];
  const Vec3 place = math::inverse(chest).point(wanted.position);
  // The girdle moves the shoulder by less than the clavicle is long.
  const double resting = glm::length(place - rig.shoulders[index_of(side)]);
  if (resting + glm::length(arm.shoulder) <= kJustInside * arm.links.farthest) {
    return solve_arm(arm, chest, wanted, settings);
  }
  const Vec3 shoulder = shoulder_towards(rig, side, place);
  const double distance = glm::length(place - shoulder), farthest = kJustInside * arm.links.farthest;
  if (distance <= farthest) return solve_arm(arm, chest, wanted, settings);
  Pose near = wanted;
  near.position = chest.point(shoulder + (farthest / distance) * (place - shoulder));
  ArmSolution solution = solve_arm(arm, chest, near, settings);
  solution.status = LimbStatus::OutOfReach;
  solution.gap = glm::length(hand_pose(arm, chest, solution).position - wanted.position);
  solution.margin = 0.0;
  return solution;
}

void follow_elbow(const FitRig& rig, Side side, const Pose& chest, const Pose& wanted, ArmSettings settings, bool first,
                  double dt, Follower& aside, ArmSolution& arm) {
  const double now = math::wrap_angle(arm.swivel - arm.natural_swivel);
  if (first) aside.set(now);
  aside.follow_angle(now, dt, kElbowSeconds);
  const double swivel = math::wrap_angle(arm.natural_swivel + aside.value);
  if (std::abs(math::wrap_angle(swivel - arm.swivel)) < kSameSwivel) return;
  settings.swivel = swivel;
  const ArmSolution turned = reach_for(rig, side, chest, wanted, settings);
  if (turned.gap <= arm.gap + kSameHand && turned.turn_gap <= arm.turn_gap + kSameHand) arm = turned;
}

}  // namespace fh::human
