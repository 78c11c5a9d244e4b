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

/// What is tried, the least effort first.
struct Attempt {
  Effort effort;
  double step = 0.0;  // m towards the goals
};
// The knees come forward: what is near asks for a step back.
constexpr std::array kAttempts = {
    Attempt{Effort::Arm},         Attempt{Effort::Torso},       Attempt{Effort::Pelvis},
    Attempt{Effort::Step, 0.15},  Attempt{Effort::Step, 0.3},   Attempt{Effort::Step, 0.45},
    Attempt{Effort::Step, 0.6},   Attempt{Effort::Kneel},       Attempt{Effort::Kneel, -0.15},
    Attempt{Effort::Kneel, 0.15}, Attempt{Effort::Kneel, -0.3}, Attempt{Effort::Kneel, 0.3},
};

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

/// What stays on the ground, and what bears: both soles, or toes and knees.
struct Stance {
  human::SupportPolygon support;
  std::vector<human::BodyGoal> contacts;
};

/// Sets the start of a problem, and its root.
Stance take_stance(const ReachQuestion& q, Effort effort, const Vec3& at, human::PostureProblem& problem) {
  Stance stance;
  problem.start = stand_before(q, at);
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
  Vec3 middle(0.0);
  for (const WantedGoal& goal : q.goals) middle += point_of(goal, at) / static_cast<double>(q.goals.size());
  const Vec3 way(middle.x - at.x, 0.0, middle.z - at.z);
  const math::Pose world_from_stand =
      math::standing_at(at, math::yaw_of(math::looking_along(math::normalized_or(way, math::kForward))));
  human::Posture posture = q.seat > 0.0 ? seated_posture(q.body, q.seat) : human::standing_posture(q.body.skeleton);
  posture.world_from_pelvis = world_from_stand * posture.world_from_pelvis;
  return posture;
}

math::Vec3 ahead_of(const ReachQuestion& q, const Vec3& at) {
  const double yaw = math::yaw_of(stand_before(q, at).world_from_pelvis.rotation);
  return math::rotate(math::from_axis_angle(math::kUp, yaw), math::kForward);
}

ReachSearch::ReachSearch(const ReachQuestion& question)
    : question_(&question), whole_(question.body.skeleton, question.body.masses) {}

bool ReachSearch::step() {
  const auto in_vain = [&](const Attempt& attempt) {
    const bool stays = question_->seat > 0.0 && attempt.effort > Effort::Torso;  // somebody who sits does not rise
    return stays || attempt.effort < question_->least || attempt.effort > question_->most;
  };
  while (next_ < kAttempts.size() && in_vain(kAttempts[next_])) ++next_;
  if (next_ >= kAttempts.size()) return true;
  const Attempt& attempt = kAttempts[next_++];
  const Vec3 at = question_->at + attempt.step * ahead_of(*question_, question_->at);
  ReachAnswer answer = solve(*question_, whole_, attempt.effort, at);
  const bool met = answer.reached();
  if (met || !any_ || worst_gap(answer) + answer.deep < worst_gap(best_) + best_.deep) best_ = std::move(answer);
  any_ = true;
  return met || next_ >= kAttempts.size();
}

ReachAnswer least_effort(const ReachQuestion& q) {
  ReachSearch search(q);
  while (!search.step()) continue;
  return search.answer();
}

}  // namespace fh::evaluation
