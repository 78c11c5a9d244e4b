// SPDX-License-Identifier: Apache-2.0
#include "evaluation/reach/least_effort.h"

#include <algorithm>

#include "evaluation/reach/seat.h"
#include "human/body/gaze.h"
#include "human/body/named_postures.h"
#include "human/ik/kneel.h"

namespace fh::evaluation {
namespace {

using human::Effort;
using human::Joint;
using human::Side;
using math::Vec3;

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

human::Posture stand(const ReachQuestion& q, const Vec3& at, const Vec3& ahead) {
  const math::Pose world_from_stand = math::standing_at(at, math::yaw_of(math::looking_along(ahead)));
  human::Posture posture = q.seat > 0.0 ? seated_posture(q.body, q.seat) : human::standing_posture(q.body.skeleton);
  posture.world_from_pelvis = world_from_stand * posture.world_from_pelvis;
  return posture;
}

/// What stays on the ground, and what bears: both soles, or toes and knees.
struct Stance {
  human::SupportPolygon support;
  std::vector<human::BodyGoal> contacts;
};

/// Sets the start of a problem, and its root.
Stance take_stance(const ReachQuestion& q, Effort effort, const Vec3& at, human::PostureProblem& problem) {
  Stance stance;
  // Whoever steps past a goal does not turn round to it.
  const Vec3 ahead = ahead_of(q, q.at);
  problem.start = stand(q, at, effort >= Effort::Step ? ahead : q.facing.value_or(ahead));
  human::keep_to(effort, problem);
  human::Frames<double> frames;
  if (effort == Effort::Kneel) {
    const human::Kneel kneel = human::kneel_from(q.body.skeleton, q.body.dimensions, problem.start);
    problem.start = kneel.start;
    human::forward_kinematics(q.body.skeleton, problem.start, frames);
    stance.support = human::kneeling_support(q.body.dimensions, frames);
    stance.contacts.assign(kneel.contacts.begin(), kneel.contacts.end());
    return stance;
  }
  human::forward_kinematics(q.body.skeleton, problem.start, frames);
  if (q.seat > 0.0) {
    stance.support = seated_support(q.body, problem.start);
    return stance;
  }
  stance.support =
      human::support_polygon(human::build_sole(q.body.dimensions, Side::Left), {frames.pose(Joint::LeftFoot)},
                             human::build_sole(q.body.dimensions, Side::Right), {frames.pose(Joint::RightFoot)});
  if (effort < Effort::Pelvis) return stance;
  const auto foot = human::contact_goals(Joint::RightFoot, frames.pose(Joint::RightFoot));
  stance.contacts.assign(foot.begin(), foot.end());
  return stance;
}

ReachAnswer solve(const ReachQuestion& q, const human::WholeBody& whole, Effort effort, const Vec3& at) {
  ReachAnswer answer;
  answer.effort = effort;
  answer.at = at;
  human::PostureProblem problem;
  const Stance stance = take_stance(q, effort, at, problem);
  human::Frames<double> frames;
  human::forward_kinematics(q.body.skeleton, problem.start, frames);
  for (const WantedGoal& goal : q.goals) answer.goals.push_back(goal_of(q.body, goal, frames));
  answer.goals.insert(answer.goals.end(), stance.contacts.begin(), stance.contacts.end());
  problem.support = &stance.support;
  problem.goals = answer.goals;
  answer.solution = human::solve_posture(whole, problem);
  if (q.depth) answer.deep = q.depth(answer.solution.posture);
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
  if (!answer.reached()) return scene::ReachEffort::No;
  if (answer.effort == Effort::Kneel) return scene::ReachEffort::Kneel;
  if (answer.effort == Effort::Arm) return scene::ReachEffort::Arm;
  return answer.effort == Effort::Step ? scene::ReachEffort::Step : scene::ReachEffort::Lean;
}

human::Posture stand_before(const ReachQuestion& q, const Vec3& at) {
  return stand(q, at, q.facing.value_or(ahead_of(q, at)));
}

math::Vec3 ahead_of(const ReachQuestion& q, const Vec3& at) {
  Vec3 middle(0.0);
  for (const WantedGoal& goal : q.goals) middle += point_of(goal, at) / static_cast<double>(q.goals.size());
  return math::normalized_or(Vec3(middle.x - at.x, 0.0, middle.z - at.z), math::kForward);
}

ReachAnswer least_effort(const ReachQuestion& q, std::span<const ReachAttempt> attempts) {
  const human::WholeBody whole(q.body.skeleton, q.body.masses);
  ReachAnswer best;
  bool any = false;
  for (const ReachAttempt& attempt : attempts) {
    const bool stays = q.seat > 0.0 && attempt.effort > Effort::Torso;  // somebody who sits does not rise
    if (stays || attempt.effort < q.least || attempt.effort > q.most) continue;
    ReachAnswer answer = solve(q, whole, attempt.effort, q.at + attempt.step * ahead_of(q, q.at));
    const bool met = answer.reached();
    if (met || !any || worst_gap(answer) + answer.deep < worst_gap(best) + best.deep) best = std::move(answer);
    any = true;
    if (met) break;
  }
  return best;
}

}  // namespace fh::evaluation
