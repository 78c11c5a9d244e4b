// SPDX-License-Identifier: Apache-2.0
#include "human/ik/reach_posture.h"

#include <algorithm>

#include "human/ik/kneel.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kThere = 3e-3;                   // m
constexpr double kFingersForward = 0.03;          // weight: bends no wrist that the place does not ask for
constexpr double kLooking = 0.05;                 // weight: the head gives way to the hand
constexpr double kUprightPelvis = 0.1;            // weight
constexpr double kUprightChest = 0.12;            // weight: a crouch rather than a bend
constexpr double kPalm = 0.10;                    // weight
constexpr double kUprightVessel = 0.5;            // weight
constexpr double kForearm = 0.06;                 // weight
constexpr double kHanging = 0.03;                 // weight
constexpr double kWorthMore = 0.02;               // m nearer: less is not worth a greater effort
constexpr double kInset = 0.02;                   // m inside the soles' edge: nobody reaches on the brink
constexpr double kDeepest = math::radians(40.0);  // with straight legs: below, knees and hips bend too
constexpr double kInVain = math::radians(45.0);   // nobody bends deeper for what they do not reach anyway
constexpr double kLowest = math::radians(75.0);   // with bent knees: below, the body kneels
constexpr double kTouches = 0.01;                 // m that a body may be in the place: skin gives way
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
  if (effort == Effort::Kneel) problem.root = Joint::LeftToes;
  if (effort >= Effort::Pelvis) return;
  problem.root = Joint::Pelvis;
  for (const BodyGroup leg : {BodyGroup::LeftLeg, BodyGroup::RightLeg})
    problem.stiffness[static_cast<std::size_t>(leg)] = kLockedGroup;
  if (effort == Effort::Arm) problem.stiffness[static_cast<std::size_t>(BodyGroup::Spine)] = kLockedGroup;
}

namespace {

/// What is asked of every effort but the contacts; the first goal is the hand's.
struct HandGoals {
  std::array<BodyGoal, kMostGoals> goals;
  std::size_t count = 0;

  void add(const BodyGoal& goal) { goals[count++] = goal; }
};

HandGoals goals_of(const WholeBody& body, const Dimensions& dimensions, const Frames<double>& frames, Side side,
                   const ReachGoal& goal) {
  const Vec3 way =
      math::normalized_or(goal.point - frames.position(on_side(Joint::RightUpperArm, side)), math::kForward);
  HandGoals all;
  all.add(place_goal(goal.site, goal.point));
  all.goals[0].tolerance = kThere;
  all.add(fingers_along(goal.site, goal.fingers.value_or(way)));
  all.add(wish(aim_goal(sight_site(body.skeleton()), goal.point), kLooking));
  all.add(arm_down(side == Side::Right ? Side::Left : Side::Right));
  if (goal.palm) all.add(wish(direction_goal(palm_site(dimensions, side), *goal.palm), kPalm));
  if (goal.forearm) {
    const BodySite forearm{on_side(Joint::RightForearm, side), {math::from_to(math::kForward, -math::kUp), Vec3(0.0)}};
    all.add(wish(direction_goal(forearm, *goal.forearm), kForearm));
  }
  if (goal.upright) {
    const BodySite vessel{goal.site.joint, {math::from_to(math::kForward, *goal.upright), Vec3(0.0)}};
    all.add(wish(direction_goal(vessel, math::kUp), kUprightVessel));
  }
  return all;
}

/// The posture of one effort; `met`: within 3 mm, in balance, out of the place.
ReachPosture try_effort(const WholeBody& body, const Dimensions& dimensions, const Posture& stand, Side side,
                        const ReachGoal& goal, Effort effort, bool& met) {
  Frames<double> frames;
  forward_kinematics(body.skeleton(), stand, frames);
  ReachPosture tried;
  tried.effort = effort;
  PostureProblem problem;
  problem.start = stand;
  SupportPolygon support;
  HandGoals all;
  if (effort == Effort::Kneel) {
    const Kneel kneel = kneel_from(body.skeleton(), dimensions, stand);
    problem.start = tried.kneeling = kneel.start;
    forward_kinematics(body.skeleton(), kneel.start, frames);
    support = kneeling_support(dimensions, frames);
    all = goals_of(body, dimensions, frames, side, goal);
    for (const BodyGoal& contact : kneel.contacts) all.add(contact);
  } else {
    support = support_polygon(build_sole(dimensions, Side::Left), {frames.pose(Joint::LeftFoot)},
                              build_sole(dimensions, Side::Right), {frames.pose(Joint::RightFoot)});
    all = goals_of(body, dimensions, frames, side, goal);
    if (effort == Effort::Pelvis) {
      for (const BodyGoal& contact : contact_goals(Joint::RightFoot, frames.pose(Joint::RightFoot))) all.add(contact);
    }
  }
  if (effort >= Effort::Pelvis) {
    all.add(upright(Joint::Pelvis, kUprightPelvis));
    all.add(upright(Joint::T2, kUprightChest));
  }
  problem.support = &support;
  problem.inset = kInset;
  problem.loads = goal.loads;
  problem.goals = std::span(all.goals).first(all.count);
  keep_to(effort, problem);
  const PostureSolution solution = solve_posture(body, problem);
  tried.posture = solution.posture;
  tried.gap = solution.gaps[0];
  if (goal.depth) tried.deep = goal.depth(solution.posture);
  if (goal.depth && effort == Effort::Kneel) {
    for (const double share : {0.4, 0.7, 1.0})
      tried.deep = std::max(tried.deep, goal.depth(kneeling_down(body.skeleton(), stand, tried.kneeling, share)));
  }
  met = solution.status == PostureStatus::Reached && tried.deep <= kTouches;
  return tried;
}

}  // namespace

ReachPosture reach_posture(const WholeBody& body, const Dimensions& dimensions, const Posture& stand, Side side,
                           const ReachGoal& goal) {
  ReachPosture best;
  bool any = false;  // met, but bent deeply
  for (const Effort effort : {Effort::Arm, Effort::Torso, Effort::Pelvis, Effort::Kneel}) {
    bool met = false;
    const ReachPosture tried = try_effort(body, dimensions, stand, side, goal, effort, met);
    const double stoop = effort == Effort::Arm ? 0.0 : stoop_of(body, tried.posture);
    if (effort == Effort::Kneel && !met) continue;  // nobody kneels down in vain
    const bool worth = !any && tried.gap + tried.deep < best.gap + best.deep - kWorthMore && stoop <= kInVain;
    if (met || effort == Effort::Arm || worth) best = tried;
    any = any || met;
    if (met && stoop <= (effort == Effort::Torso ? kDeepest : effort == Effort::Pelvis ? kLowest : math::kPi)) break;
  }
  return best;
}

}  // namespace fh::human
