// SPDX-License-Identifier: Apache-2.0
#include "evaluation/reach/least_effort.h"

#include <algorithm>

#include "human/body/gaze.h"
#include "human/body/named_postures.h"

namespace fh::evaluation {
namespace {

using human::Effort;
using human::Joint;
using human::Side;
using math::Vec3;

constexpr std::array<double, 4> kSteps{0.15, 0.3, 0.45, 0.6};  // m towards the goals

/// The object's box, or that side of it which the goal names. Object frame.
math::Aabb box_of(const WantedGoal& goal) {
  math::Aabb box = goal.target.object->bounds;
  const auto face =
      static_cast<int>(std::find(kReachFaces.begin(), kReachFaces.end(), goal.face) - kReachFaces.begin());
  if (face == static_cast<int>(kReachFaces.size())) return box;
  const int axis = face / 2;  // the faces come in pairs, the far one first
  (face % 2 == 0 ? box.low : box.high)[axis] = (face % 2 == 0 ? box.high : box.low)[axis];
  return box;
}

/// The site, or the point of the object's box nearest to `from`.
Vec3 point_of(const WantedGoal& goal, const Vec3& from) {
  const math::Pose& object = goal.target.object->world_from_object;
  if (goal.target.site) return object.point(goal.target.site->object_from_site.position);
  const Vec3 local = math::inverse(object).point(from);
  const math::Aabb box = box_of(goal);
  return object.point({math::clamp(local.x, box.low.x, box.high.x), math::clamp(local.y, box.low.y, box.high.y),
                       math::clamp(local.z, box.low.z, box.high.z)});
}

human::BodyGoal goal_of(const human::Body& body, const WantedGoal& goal, const human::Frames<double>& frames) {
  if (goal.part == "gaze")
    return human::aim_goal(human::sight_site(body.skeleton), point_of(goal, frames.position(Joint::Head)));
  const Side side = goal.part.starts_with("right") ? Side::Right : Side::Left;
  const bool tips = goal.part.ends_with("fingertips");
  const human::BodySite site =
      tips ? human::fingertip_site(body.dimensions, side) : human::palm_site(body.dimensions, side);
  if (!goal.face.empty()) {
    const math::Aabb box = box_of(goal);
    return human::region_goal(site, goal.target.object->world_from_object * math::Pose{math::kIdentity, box.centre()},
                              0.5 * box.size());
  }
  return human::place_goal(site, point_of(goal, frames.position(human::on_side(Joint::RightUpperArm, side))));
}

ReachAnswer solve(const ReachQuestion& q, const human::WholeBody& whole, Effort effort, const Vec3& at) {
  ReachAnswer answer;
  answer.effort = effort;
  answer.at = at;
  human::PostureProblem problem;
  problem.start = stand_before(q, at);
  human::Frames<double> frames;
  human::forward_kinematics(q.body.skeleton, problem.start, frames);
  for (const WantedGoal& goal : q.goals) answer.goals.push_back(goal_of(q.body, goal, frames));
  human::keep_to(effort, problem);
  if (effort >= Effort::Pelvis) {
    for (const auto& goal : human::contact_goals(Joint::RightFoot, frames.pose(Joint::RightFoot)))
      answer.goals.push_back(goal);
  }
  const human::SupportPolygon support =
      human::support_polygon(human::build_sole(q.body.dimensions, Side::Left), {frames.pose(Joint::LeftFoot)},
                             human::build_sole(q.body.dimensions, Side::Right), {frames.pose(Joint::RightFoot)});
  problem.support = &support;
  problem.goals = answer.goals;
  answer.solution = human::solve_posture(whole, problem);
  for (std::size_t g = 0; g < q.goals.size(); ++g) {
    if (answer.goals[g].kind != human::GoalKind::Aim) continue;
    human::forward_kinematics(q.body.skeleton, answer.solution.posture, frames);
    human::aim_eyes(q.body.skeleton, frames.pose(Joint::Head), answer.goals[g].target.position,
                    answer.solution.posture);
  }
  return answer;
}

double worst_gap(const ReachAnswer& answer) {
  return *std::max_element(answer.solution.gaps.begin(),
                           answer.solution.gaps.begin() + static_cast<std::ptrdiff_t>(answer.goals.size()));
}

}  // namespace

scene::ReachEffort class_of(const ReachAnswer& answer) {
  if (!answer.reached()) return scene::ReachEffort::KneelOrNo;
  if (answer.effort == Effort::Arm) return scene::ReachEffort::Arm;
  return answer.effort == Effort::Step ? scene::ReachEffort::Step : scene::ReachEffort::Lean;
}

human::Posture stand_before(const ReachQuestion& q, const Vec3& at) {
  Vec3 middle(0.0);
  for (const WantedGoal& goal : q.goals) middle += point_of(goal, at) / static_cast<double>(q.goals.size());
  const Vec3 way(middle.x - at.x, 0.0, middle.z - at.z);
  const math::Pose world_from_stand =
      math::standing_at(at, math::yaw_of(math::looking_along(math::normalized_or(way, math::kForward))));
  human::Posture posture = human::standing_posture(q.body.skeleton);
  posture.world_from_pelvis = world_from_stand * posture.world_from_pelvis;
  return posture;
}

math::Vec3 ahead_of(const ReachQuestion& q, const Vec3& at) {
  const double yaw = math::yaw_of(stand_before(q, at).world_from_pelvis.rotation);
  return math::rotate(math::from_axis_angle(math::kUp, yaw), math::kForward);
}

ReachAnswer least_effort(const ReachQuestion& q) {
  const human::WholeBody whole(q.body.skeleton, q.body.masses);
  ReachAnswer best;
  bool any = false;
  const auto reached = [&](Effort effort, const Vec3& at) {
    ReachAnswer answer = solve(q, whole, effort, at);
    const bool met = answer.reached();
    if (met || !any || worst_gap(answer) < worst_gap(best)) best = std::move(answer);
    any = true;
    return met;
  };
  for (const Effort effort : {Effort::Arm, Effort::Torso, Effort::Pelvis}) {
    if (effort >= q.least && reached(effort, q.at)) return best;
  }
  const Vec3 ahead = ahead_of(q, q.at);
  for (const double step : kSteps) {
    if (reached(Effort::Step, q.at + step * ahead)) break;
  }
  return best;
}

}  // namespace fh::evaluation
