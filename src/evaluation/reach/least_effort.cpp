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

/// The manners' goals for a body whose shoulders are where `frames` has them.
void add_manners(const ReachQuestion& q, const Vec3& at, const human::Frames<double>& frames,
                 std::vector<human::BodyGoal>& goals) {
  const Vec3 ahead = ahead_of(q, q.at);
  for (const Manner* manner : q.manners) {
    if (!holds_feet(*manner)) goals.push_back(manner_goal(q.body, *manner, at.y, ahead, frames));
  }
}

/// Eyes go the rest of the way that the head leaves.
void aim_eyes(const ReachQuestion& q, ReachAnswer& answer) {
  human::Frames<double> frames;
  for (std::size_t g = 0; g < q.goals.size(); ++g) {
    if (answer.goals[g].kind != human::GoalKind::Aim) continue;
    human::forward_kinematics(q.body.skeleton, answer.solution.posture, frames);
    human::aim_eyes(q.body.skeleton, frames.pose(Joint::Head), answer.goals[g].target.position,
                    answer.solution.posture);
  }
}

ReachAnswer solve(const ReachQuestion& q, const human::WholeBody& whole, Effort effort, const Vec3& at,
                  std::span<const human::BodyGoal> half_spaces) {
  constexpr int kElbowPasses = 4;  // its half-space follows the shoulder
  ReachAnswer answer;
  answer.effort = effort;
  answer.at = at;
  human::PostureProblem problem;
  const Stance stance = take_stance(q, effort, at, problem);
  human::Frames<double> frames;
  human::forward_kinematics(q.body.skeleton, problem.start, frames);
  std::vector<human::BodyGoal> wanted;
  for (const WantedGoal& goal : q.goals) wanted.push_back(goal_of(q.body, goal, frames));
  const bool elbows = std::any_of(q.manners.begin(), q.manners.end(), [](const Manner* m) { return is_of_elbow(*m); });
  for (int pass = 0; pass < (elbows ? kElbowPasses : 1); ++pass) {
    answer.goals = wanted;
    add_manners(q, at, frames, answer.goals);
    answer.goals.insert(answer.goals.end(), stance.contacts.begin(), stance.contacts.end());
    answer.goals.insert(answer.goals.end(), half_spaces.begin(), half_spaces.end());
    problem.support = &stance.support;
    problem.goals = answer.goals;
    answer.solution = human::solve_posture(whole, problem);
    human::forward_kinematics(q.body.skeleton, answer.solution.posture, frames);
  }
  answer.half_spaces = half_spaces.size();
  aim_eyes(q, answer);
  return answer;
}

/// Nobody who sits rises; feet that are held take no step, and a low pelvis needs the legs.
bool is_allowed(const ReachQuestion& q, Effort effort) {
  if (q.seat > 0.0 && effort > Effort::Torso) return false;
  if (effort < q.least || effort > q.most) return false;
  for (const Manner* manner : q.manners) {
    if (holds_feet(*manner) && effort > Effort::Pelvis) return false;
    if (lowers_pelvis(*manner) && effort < Effort::Pelvis) return false;
  }
  return true;
}

double worst_gap(const ReachAnswer& answer) {
  return *std::max_element(answer.solution.gaps.begin(),
                           answer.solution.gaps.begin() + static_cast<std::ptrdiff_t>(answer.goals.size()));
}

/// Of two that are not free: goals met come first, then how far they are missed and how deep the body is.
bool is_nearer(const ReachAnswer& a, const ReachAnswer& b) {
  const bool a_met = a.solution.status == human::PostureStatus::Reached;
  if (a_met != (b.solution.status == human::PostureStatus::Reached)) return a_met;
  return worst_gap(a) + a.deep < worst_gap(b) + b.deep;
}

/// One attempt: the posture, and where it is in the place, others with what hinders most kept beyond one of its faces,
/// until one is free (JU-09). Depth first.
class Detours {
 public:
  Detours(const ReachQuestion& q, const human::WholeBody& whole, Effort effort, const Vec3& at)
      : q_(q), whole_(whole), effort_(effort), at_(at) {}

  ReachAnswer find() {
    std::vector<human::BodyGoal> none;
    search(none, 0);
    return std::move(best_);
  }

 private:
  // The goal of the hand on the part's side.
  std::optional<Vec3> goal_of_arm(const ReachAnswer& answer, Joint joint) const {
    for (const Side side : {Side::Left, Side::Right}) {
      const Joint hand = human::on_side(Joint::RightHand, side);
      bool of_arm = false;
      for (Joint j = hand; j != human::on_side(Joint::RightUpperArm, side); j = human::parent_of(j))
        of_arm |= j == joint;
      for (std::size_t g = 0; of_arm && g < q_.goals.size(); ++g) {
        const human::BodyGoal& goal = answer.goals[g];
        if (goal.site.joint == hand && goal.lower == goal.upper) return goal.target.position;
      }
    }
    return {};
  }

  bool search(const std::vector<human::BodyGoal>& half_spaces, int deep) {
    constexpr int kMostDeep = 8, kMostTried = 24;
    ReachAnswer answer = solve(q_, whole_, effort_, at_, half_spaces);
    ++tried_;
    std::vector<Hindrance> found;
    if (q_.place) found = q_.place->hindrances(answer.solution.posture);
    answer.deep = found.empty() ? 0.0 : found.front().depth;
    const bool gaps_met = answer.solution.status == human::PostureStatus::Reached;
    if (best_.goals.empty() || is_nearer(answer, best_)) best_ = answer;
    if (answer.reached()) {
      best_ = std::move(answer);
      return true;
    }
    if (!gaps_met || deep == kMostDeep || answer.goals.size() + 2 > human::kMostGoals) return false;
    human::Frames<double> frames;
    human::forward_kinematics(q_.body.skeleton, answer.solution.posture, frames);
    for (const FaceChoice& face :
         ranked_faces(found.front(), frames, *q_.place, goal_of_arm(answer, found.front().joint))) {
      if (tried_ >= kMostTried) return false;
      std::vector<human::BodyGoal> more = half_spaces;
      for (const human::BodyGoal& goal : keep_beyond(found.front(), face.plane)) more.push_back(goal);
      if (search(more, deep + 1)) return true;
    }
    return false;
  }

  const ReachQuestion& q_;
  const human::WholeBody& whole_;
  const Effort effort_;
  const Vec3 at_;
  ReachAnswer best_;
  int tried_ = 0;
};

/// It steps upright before it does anything else (JB-61): the place has to leave room for that.
bool has_room_to_step(const ReachQuestion& q, double step) {
  constexpr double kEvery = 0.1;  // m
  if (!q.place || step == 0.0) return true;
  const int samples = static_cast<int>(std::abs(step) / kEvery) + 1;
  const Vec3 ahead = ahead_of(q, q.at);
  for (int i = 1; i <= samples; ++i) {
    if (!q.place->hindrances(stand(q, q.at + step * i / samples * ahead, ahead)).empty()) return false;
  }
  return true;
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
  if (q.goals.empty()) return math::kForward;
  Vec3 middle(0.0);
  for (const WantedGoal& goal : q.goals) middle += point_of(goal, at) / static_cast<double>(q.goals.size());
  return math::normalized_or(Vec3(middle.x - at.x, 0.0, middle.z - at.z), math::kForward);
}

ReachAnswer least_effort(const ReachQuestion& q, std::span<const ReachAttempt> attempts) {
  static constexpr std::array kStepped{ReachAttempt{Effort::Step}};
  const human::WholeBody whole(q.body.skeleton, q.body.masses);
  ReachAnswer best;
  for (const ReachAttempt& attempt : q.stepped ? std::span<const ReachAttempt>(kStepped) : attempts) {
    if (!is_allowed(q, attempt.effort) || !has_room_to_step(q, attempt.step)) continue;
    ReachAnswer answer = Detours(q, whole, attempt.effort, q.at + attempt.step * ahead_of(q, q.at)).find();
    const bool met = answer.reached();
    if (met || best.goals.empty() || is_nearer(answer, best)) best = std::move(answer);
    if (met) break;
  }
  return best;
}

}  // namespace fh::evaluation
