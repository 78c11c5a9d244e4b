// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_reach.h"

#include <cmath>

#include "human/body/named_postures.h"
#include "human/body/reflect.h"
#include "human/body/shoulder.h"
#include "human/ik/finger_closing.h"
#include "human/tracking/tracked_fit.h"
#include "math/trig.h"

namespace fh::human {

using math::Pose;
using math::Vec3;

namespace {

constexpr double kElbowSeconds = 0.03;  // chosen on the held-back people of the training set: jitter
constexpr double kSameSwivel = 1e-3;    // rad
constexpr double kSameHand = 1e-6;      // m, rad
// Tuned: hands in docs/measurements/body-tracking.md; asserted by test_tracked_fit.
constexpr double kStraightArm = 0.02;  // m of an elbow beside the line shoulder - wrist: it has no swivel
constexpr double kShort = 1e-3;        // m: smaller gaps need no help
constexpr std::uint8_t kAdviceTicks = 17;

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

namespace {

/// Turns the elbow of an arm in `result` about the line from shoulder to wrist to where a tracker sees it: the hand
/// stays, the swivel is chosen.
void turn_elbow(const FitRig& rig, Side side, const Vec3& seen, const Pose& chest, const Pose& wanted,
                ArmSettings settings, ArmSolution& arm, FitResult& result) {
  const Skeleton& skeleton = rig.body->skeleton;
  const auto elbow_of = [&](const ArmSolution& solution) {
    set_arm(result.posture, side, solution);
    forward_kinematics(skeleton, result.posture, result.frames);
    return result.frames.position(on_side(Joint::RightForearm, side));
  };
  Vec3 elbow = elbow_of(arm);
  // The girdle moves the shoulder with the elbow: a second round takes up what is left.
  for (int round = 0; round < 2; ++round) {
    const Vec3 shoulder = result.frames.position(on_side(Joint::RightUpperArm, side));
    const Vec3 axis =
        math::normalized_or(result.frames.position(on_side(Joint::RightHand, side)) - shoulder, {0.0, -1.0, 0.0});
    const auto across = [&](const Vec3& at) { return (at - shoulder) - glm::dot(at - shoulder, axis) * axis; };
    const Vec3 now = across(elbow), there = across(seen);
    if (glm::length(now) < kStraightArm || glm::length(there) < kStraightArm) return;
    const double turn = math::atan2(glm::dot(axis, glm::cross(now, there)), glm::dot(now, there));
    // Swivels of the left arm are mirrored; the nearer of the two answers is the right one.
    const ArmSolution before = arm;
    for (const double by : {turn, -turn}) {
      settings.swivel = math::wrap_angle(before.swivel + by);
      const ArmSolution turned = reach_for(rig, side, chest, wanted, settings);
      const Vec3 at = elbow_of(turned);
      if (glm::length(at - seen) >= glm::length(elbow - seen)) continue;
      arm = turned;
      elbow = at;
    }
    elbow = elbow_of(arm);
  }
}

/// What would help a hand that the arm alone does not bring there. The search takes one attempt in a tick, and begins
/// again some times a second; the last answer stays meanwhile.
void advise(const FitRig& rig, const FitState& state, const TrackedInput& input, Side side, const ArmSolution& arm,
            const Pose& wanted, const FitResult& result, FitAdvice& advice) {
  if (arm.gap < kShort) {
    advice = {arm.status == LimbStatus::Reached ? GapRemedy::NotNeeded : GapRemedy::Neither, 0, 0};
    return;
  }
  if (advice.ticks_left > 0) {
    --advice.ticks_left;
    return;
  }
  RemedyQuestion q;
  q.side = side;
  q.wanted = wanted;
  for (std::size_t s = 0; s < 2; ++s) {
    const FitFoot& foot = state.feet.feet[s];
    q.feet[s] = foot.planted() ? foot.place : foot.to;
  }
  q.pelvis = result.posture.world_from_pelvis.position;
  q.yaw = state.heading.yaw.value;
  q.posture = result.posture;
  q.loads = loads_of(input);
  Remedy remedy;
  if (try_remedy(rig, q, advice.attempt, remedy)) {
    advice = {remedy.way, kAdviceTicks, 0};
  } else {
    ++advice.attempt;
  }
}

}  // namespace

std::array<HeldLoad, 2> loads_of(const TrackedInput& input) {
  std::array<HeldLoad, 2> loads;
  for (const Side side : kSides) {
    const TrackedHand& hand = input.hands[index_of(side)];
    loads[index_of(side)] = {on_side(Joint::RightHand, side), hand.held_centre, hand.held_mass};
  }
  return loads;
}

void reach_hands(const FitRig& rig, const TrackedInput& input, const FitSettings& settings, double dt, FitState& state,
                 FitResult& result) {
  const Pose chest = result.frames.pose(Joint::T2);
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    const HandPath& hand = state.hands.hands[s].path;
    const ArmObstacles own = arm_obstacles(rig.solids, result.frames, side);
    const ArmSettings how{.mode = settings.mode, .keep_off = &own};
    ArmSolution arm = reach_for(rig, side, chest, hand.world_from_wrist, how);
    if (const Tracker& elbow = input.elbows[s]; elbow.valid && finite(elbow.pose)) {
      turn_elbow(rig, side, elbow.pose.position, chest, hand.world_from_wrist, how, arm, result);
    } else if (rig.prior) {
      follow_elbow(rig, side, chest, hand.world_from_wrist, how, !state.started, dt, state.hands.hands[s].aside, arm);
    }
    set_arm(result.posture, side, arm);
    advise(rig, state, input, side, arm, hand.world_from_wrist, result, state.advice[s]);
    result.hands[s] = {arm.status,           hand.tracking, arm.gap, arm.turn_gap, arm.margin, state.advice[s].remedy,
                       hand.world_from_wrist};
    curl_fingers(result.posture, side, state.hands.hands[s].curls);
    if (input.hands[s].grip_share > 0.0)
      blend_fingers(result.posture, side, input.hands[s].grip, input.hands[s].grip_share);
  }
}

}  // namespace fh::human
