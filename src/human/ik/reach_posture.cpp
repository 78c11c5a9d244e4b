// SPDX-License-Identifier: Apache-2.0
#include "human/ik/reach_posture.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kThere = 3e-3;                   // m
constexpr double kFingersForward = 0.03;          // weight: bends no wrist that the place does not ask for
constexpr double kLooking = 0.05;                 // weight: the head gives way to the hand
constexpr double kUprightPelvis = 0.1;            // weight
constexpr double kUprightChest = 0.12;            // weight: a crouch rather than a bend
constexpr double kPalm = 0.06;                    // weight
constexpr double kUprightVessel = 0.5;            // weight
constexpr double kHanging = 0.03;                 // weight
constexpr double kWorthMore = 0.02;               // m nearer: less is not worth a greater effort
constexpr double kInset = 0.02;                   // m inside the soles' edge: nobody reaches on the brink
constexpr double kDeepest = math::radians(40.0);  // with straight legs: below, knees and hips bend too
constexpr double kInVain = math::radians(45.0);   // nobody bends deeper for what they do not reach anyway
constexpr double kAnyGap = 4.0;                   // rad: a wish, met by whatever comes of it

BodyGoal wish(BodyGoal goal, double weight) {
  goal.weight = weight;
  goal.tolerance = kAnyGap;
  return goal;
}

/// Pelvis and chest upright: low things are met by bending the knees too.
BodyGoal upright(Joint joint, double weight) {
  const BodySite site{joint, {math::from_to(math::kForward, math::kUp), Vec3(0.0)}};
  return wish(direction_goal(site, math::kUp), weight);
}

/// The other arm hangs.
BodyGoal arm_down(Side side) {
  const BodySite arm{on_side(Joint::RightUpperArm, side), {math::from_to(math::kForward, -math::kUp), Vec3(0.0)}};
  return wish(direction_goal(arm, -math::kUp), kHanging);
}

/// Radians by which the chest is off upright.
double stoop_of(const WholeBody& body, const Posture& posture) {
  Frames<double> frames;
  forward_kinematics(body.skeleton(), posture, frames);
  return math::acos(math::clamp(frames.pose(Joint::T2).direction(math::kUp).y, -1.0, 1.0));
}

BodyGoal fingers_along(const BodySite& hand, const Vec3& way) {
  const BodySite fingers{hand.joint, {math::from_to(math::kForward, -math::kUp), hand.joint_from_site.position}};
  return wish(direction_goal(fingers, way), kFingersForward);
}

}  // namespace

void keep_to(Effort effort, PostureProblem& problem) {
  if (effort >= Effort::Pelvis) return;
  problem.root = Joint::Pelvis;
  for (const BodyGroup leg : {BodyGroup::LeftLeg, BodyGroup::RightLeg})
    problem.stiffness[static_cast<std::size_t>(leg)] = kLockedGroup;
  if (effort == Effort::Arm) problem.stiffness[static_cast<std::size_t>(BodyGroup::Spine)] = kLockedGroup;
}

ReachPosture reach_posture(const WholeBody& body, const Dimensions& dimensions, const Posture& stand, Side side,
                           const ReachGoal& goal) {
  Frames<double> frames;
  forward_kinematics(body.skeleton(), stand, frames);
  const SupportPolygon support = support_polygon(build_sole(dimensions, Side::Left), {frames.pose(Joint::LeftFoot)},
                                                 build_sole(dimensions, Side::Right), {frames.pose(Joint::RightFoot)});
  const Vec3 way =
      math::normalized_or(goal.point - frames.position(on_side(Joint::RightUpperArm, side)), math::kForward);
  const auto foot = contact_goals(Joint::RightFoot, frames.pose(Joint::RightFoot));
  const Side other = side == Side::Right ? Side::Left : Side::Right;
  std::array<BodyGoal, 10> goals;
  std::size_t count = 0;
  const auto add = [&](const BodyGoal& one) { goals[count++] = one; };
  add(place_goal(goal.site, goal.point));
  goals[0].tolerance = kThere;
  add(fingers_along(goal.site, goal.fingers.value_or(way)));
  add(wish(aim_goal(sight_site(body.skeleton()), goal.point), kLooking));
  add(arm_down(other));
  if (goal.palm) add(wish(direction_goal(palm_site(dimensions, side), *goal.palm), kPalm));
  if (goal.upright) {
    const BodySite vessel{goal.site.joint, {math::from_to(math::kForward, *goal.upright), Vec3(0.0)}};
    add(wish(direction_goal(vessel, math::kUp), kUprightVessel));
  }
  const std::size_t of_arms = count;
  add(upright(Joint::Pelvis, kUprightPelvis));
  add(upright(Joint::T2, kUprightChest));
  add(foot[0]);
  add(foot[1]);
  ReachPosture best;
  for (const Effort effort : {Effort::Arm, Effort::Torso, Effort::Pelvis}) {
    PostureProblem problem;
    problem.start = stand;
    problem.support = &support;
    problem.inset = kInset;
    problem.loads = goal.loads;
    problem.goals = std::span(goals).first(effort == Effort::Pelvis ? count : of_arms);
    keep_to(effort, problem);
    const PostureSolution solution = solve_posture(body, problem);
    const bool met = solution.status == PostureStatus::Reached;
    const double stoop = effort == Effort::Arm ? 0.0 : stoop_of(body, solution.posture);
    const bool worth = solution.gaps[0] < best.gap - kWorthMore && stoop <= kInVain;
    if (met || effort == Effort::Arm || worth) best = {solution.posture, effort, solution.gaps[0]};
    if (met && (effort != Effort::Torso || stoop <= kDeepest)) break;
  }
  return best;
}

}  // namespace fh::human
