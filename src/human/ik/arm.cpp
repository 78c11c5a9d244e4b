// SPDX-License-Identifier: Apache-2.0
#include "human/ik/arm.h"

#include <algorithm>

#include "human/body/reflect.h"
#include "human/ik/arm_rotations.h"
#include "human/ik/arm_self_avoidance.h"
#include "human/ik/arm_swivel.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

constexpr double kGirdleGain = 0.03;    // m: more the shoulder cannot come nearer
constexpr double kClearEnough = 0.003;  // m: no way elsewhere could cost less
constexpr double kSameSwivel = 0.998;   // cosine of the angle between two
constexpr int kClearRounds = 3;

ClearSearch among_obstacles(const ArmQuestion& q, const ArmAtClavicle& a) {
  return {*q.settings.keep_off, q.arm.links, a.circle, q.arm.clavicle + math::rotate(a.clavicle, q.arm.shoulder)};
}

// Takes the preferred swivel if that costs less. The girdle follows the swivel and moves the clearance with it: again
// from there.
void turn_if_clearer(ArmQuestion& clear, const ClearAim& aim, ArmCandidate& best, double& least) {
  for (int round = 0; round < kClearRounds; ++round) {
    const ArmCandidate turned = settle(clear, best);
    // Where no girdle belongs to the arm as it is, none need belong to it turned.
    if (!turned.allowed || (best.settled && !turned.settled) || !turned.in_range(clear.arm.links)) return;
    const ClearSearch search = among_obstacles(clear, turned);
    const double cost = search.cost(aim, turned.swivel);
    if (cost < least) least = cost, best = turned;
    if (!clear.settings.girdle || search.is_met(aim, turned.swivel)) return;
    clear.preferred = search.best(aim, turned.bounds, turned.swivel, false);
    if (clear.preferred.cos == turned.swivel.cos && clear.preferred.sin == turned.swivel.sin) return;
  }
}

// Allowed intervals of the swivel that only their own girdle has: narrow ones, far from where the arm is.
void turn_elsewhere(ArmQuestion& clear, const ClearAim& aim, const ArmAtClavicle& start, ArmCandidate& best,
                    double& least) {
  const double from = angle_of(aim.from);
  Swivel last = aim.from;
  for (const double away : {0.8, -0.8, 1.6, -1.6, 2.4, -2.4, math::kPi}) {
    ArmAtClavicle there = start;
    clear.preferred = swivel_of(from + away);
    if (!may_settle(clear, there, clear.preferred)) continue;
    const Swivel found = clear.preferred;
    if (found.cos * last.cos + found.sin * last.sin > kSameSwivel) continue;
    last = found;
    if (among_obstacles(clear, there).cost(aim, found) < least) turn_if_clearer(clear, aim, best, least);
    if (least < kClearEnough) return;
  }
}

// Keeps elbow and forearm out of the trunk.
void keep_off(const ArmQuestion& q, ArmCandidate& a) {
  const ArmCandidate start = a;
  const ClearSearch search = among_obstacles(q, start);
  ClearAim aim;
  if (!search.needed(start.swivel, aim)) return;
  ArmQuestion clear = q;
  clear.ease = false;
  clear.preferred = search.best(aim, start.bounds, start.swivel, true);
  double least = search.cost(aim, start.swivel);
  turn_if_clearer(clear, aim, a, least);
  if (least < kClearEnough || !q.settings.girdle) return;
  // What the limits forbid at this girdle they may allow at another's.
  clear.preferred = search.clearest(start.swivel);
  turn_if_clearer(clear, aim, a, least);
  if (least > kClearEnough) turn_elsewhere(clear, aim, start, a, least);
}

ArmSolution solve_right(const ArmQuestion& q, const ArmAtClavicle& resting) {
  ArmSolution result;
  ArmCandidate a = settle(q, resting);
  bool met = a.allowed && a.in_range(q.arm.links);
  // Present keeps the elbow where it is rather than gaining the last millimetres by raising it.
  const bool near = a.distance < q.arm.links.farthest + (q.settings.mode == LimbMode::Measure ? kGirdleGain : 0.0);
  if (near && (!met || !a.settled)) met = solved_elsewhere(q, resting, a) || met;
  if (met) {
    if (q.settings.keep_off && !q.settings.swivel) keep_off(q, a);
    set_exactly(q, a, result);
    result.gap = std::abs(a.distance - limb_distance(q.arm.links, a.distance, q.settings.mode));
  } else {
    result.status = set_nearest(q, a, result);
    if (result.status != LimbStatus::Reached) result.margin = 0.0;
  }
  result.swivel = angle_of(a.swivel);
  return result;
}

}  // namespace

Arm build_arm(const Skeleton& skeleton, Side side) {
  const auto at = [&](Joint joint) {
    const Vec3 offset = skeleton.offsets[index_of(on_side(joint, side))];
    return side == Side::Right ? offset : reflected(offset);
  };
  const auto limit = [&](Joint joint, std::size_t k) {
    return skeleton.limits[info(on_side(joint, side)).first_dof + k];
  };
  Arm arm;
  arm.side = side;
  arm.clavicle = at(Joint::RightClavicle);
  arm.shoulder = at(Joint::RightUpperArm);
  arm.elbow = limit(Joint::RightForearm, 0);
  arm.twist = limit(Joint::RightForearmTwist, 0);
  arm.flexion = limit(Joint::RightHand, 0);
  arm.deviation = limit(Joint::RightHand, 1);
  arm.links = two_link(skeleton.upper_arm_length(), skeleton.forearm_length(), arm.elbow);
  arm.wrist = {limit_arc(arm.twist), limit_arc(arm.flexion), limit_arc(arm.deviation)};
  arm.bend = limit_arc(arm.elbow);
  arm.turn = limit_arc(kShoulderTurn);
  return arm;
}

ArmSolution solve_arm(const Arm& arm, const Pose& frame_from_thorax, const Pose& frame_from_hand,
                      const ArmSettings& settings) {
  const bool left = arm.side == Side::Left;
  Pose wanted = math::inverse(frame_from_thorax) * frame_from_hand;
  if (left) wanted = {reflected(wanted.rotation), reflected(wanted.position)};
  ArmQuestion q{arm, settings,        wanted.position, wanted.rotation, math::to_matrix(wanted.rotation),
                {},  !settings.swivel};
  // The natural elbow is that of the resting shoulder: it must not depend on the girdle that depends on it.
  ArmAtClavicle resting;
  hang_at(q, math::kIdentity, resting);
  const double share = std::min(resting.distance / (arm.links.upper + arm.links.lower), 1.0);
  const Swivel natural = natural_swivel(resting.circle.axis, resting.circle.pole, share);
  q.preferred = settings.swivel ? swivel_of(*settings.swivel) : natural;
  ArmSolution result = solve_right(q, resting);
  result.natural_swivel = angle_of(natural);
  if (left) {
    for (Quat* rotation : {&result.clavicle, &result.upper_arm, &result.forearm, &result.forearm_twist, &result.hand}) {
      *rotation = reflected(*rotation);
    }
  }
  if (result.status == LimbStatus::Reached) return result;
  const Pose reached = hand_pose(arm, frame_from_thorax, result);
  result.gap = glm::length(reached.position - frame_from_hand.position);
  result.turn_gap = math::angle_between(reached.rotation, frame_from_hand.rotation);
  return result;
}

void set_arm(Posture& posture, Side side, const ArmSolution& solution) {
  posture[on_side(Joint::RightClavicle, side)] = solution.clavicle;
  posture[on_side(Joint::RightUpperArm, side)] = solution.upper_arm;
  posture[on_side(Joint::RightForearm, side)] = solution.forearm;
  posture[on_side(Joint::RightForearmTwist, side)] = solution.forearm_twist;
  posture[on_side(Joint::RightHand, side)] = solution.hand;
}

Pose hand_pose(const Arm& arm, const Pose& frame_from_thorax, const ArmSolution& solution) {
  const auto sided = [&arm](const Vec3& v) { return arm.side == Side::Left ? reflected(v) : v; };
  const Pose thorax_from_clavicle{solution.clavicle, sided(arm.clavicle)};
  const Pose clavicle_from_upper{solution.upper_arm, sided(arm.shoulder)};
  const Pose upper_from_forearm{solution.forearm, {0.0, -arm.links.upper, 0.0}};
  const Pose forearm_from_hand{solution.forearm_twist * solution.hand, {0.0, -arm.links.lower, 0.0}};
  return frame_from_thorax * thorax_from_clavicle * clavicle_from_upper * upper_from_forearm * forearm_from_hand;
}

}  // namespace fh::human
