// SPDX-License-Identifier: Apache-2.0
#include "human/ik/whole_body.h"

#include <algorithm>
#include <cmath>

#include "core/rng.h"
#include "human/body/shoulder.h"
#include "human/ik/posture_rows.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

constexpr int kMostRounds = 60;
constexpr double kFirstDamping = 1e-2, kMostDamping = 1e8;  // m² per rad²
constexpr double kSmallFall = 5e-5, kSoftFall = 1e-2;       // share of the cost: the search ends
constexpr double kSoftFirmness = 3.0;
constexpr double kSlow = 0.02, kSlowRounds = 10.0;  // a search that falls by no more goes on at most so many times that
constexpr double kSamePlace = 0.02, kSameSoft = 0.1;  // rad between searches that end in the same minimum
// tuned: NLopt's best of five starts (docs/measurements/human-model.md)
constexpr std::size_t kNearStarts = 2;
constexpr double kNearStart = 0.25;  // rad
constexpr std::uint64_t kSeed = 5;

// -Z out of the palm, -Y to the fingertips: a right palm looks to the body's left in the zero posture.
Quat palm_axes(Side side) {
  const double out = side == Side::Right ? -1.0 : 1.0;
  return math::from_axis_angle(math::kUp, -out * 0.5 * math::kPi);
}

// The arm in closed form for a goal on its hand, written into the posture. False: no goal asks for the hand's place.
bool guess_arm(const WholeBody& body, const PostureProblem& problem, Side side, Posture& posture) {
  const Joint hand = on_side(Joint::RightHand, side);
  const BodyGoal *place = nullptr, *turn = nullptr;
  for (const BodyGoal& goal : problem.goals) {
    if (goal.site.joint != hand) continue;
    if (goal.kind == GoalKind::Place && goal.lower == goal.upper) place = &goal;
    if (goal.kind == GoalKind::Orientation) turn = &goal;
  }
  if (!place) return false;
  Frames<double> frames;
  forward_kinematics(body.skeleton(), posture, frames);
  const Vec3 wanted = place->target.point(place->lower),
             shoulder = frames.position(on_side(Joint::RightUpperArm, side));
  Quat rotation;
  if (turn) {
    rotation = turn->target.rotation * math::conjugate(turn->site.joint_from_site.rotation);
  } else {  // as the hand is turned now, carried along with the way from the shoulder
    const Vec3 now = math::normalized_or(frames.position(hand) - shoulder, -math::kUp);
    rotation = math::from_to(now, math::normalized_or(wanted - shoulder, now)) * frames.rotation(hand);
  }
  const Vec3 wrist = wanted - math::rotate(rotation, place->site.joint_from_site.position);
  set_arm(posture, side, solve_arm(body.arm(side), frames.pose(Joint::T2), {rotation, wrist}));
  return true;
}

Unknowns best_start(const WholeBody& body, const PostureProblem& problem, const PostureRows& rows) {
  Unknowns best = rows.start();
  double cost = rows.cost(best);
  Posture posture;
  rows.pose(best, posture);
  for (const Side side : {Side::Left, Side::Right}) {
    if (problem.stiffness[static_cast<std::size_t>(side == Side::Left ? BodyGroup::LeftArm : BodyGroup::RightArm)] >=
        kLockedGroup)
      continue;
    Posture guess = posture;
    if (!guess_arm(body, problem, side, guess)) continue;
    const Unknowns x = rows.unknowns_of(guess);
    if (const double at = rows.cost(x); at < cost) cost = at, best = x, posture = guess;
  }
  return best;
}

// One start of a search and how far it has come.
struct Attempt {
  Unknowns x;
  double cost = 0.0;
};

bool same_place(const PostureRows& rows, const Unknowns& a, const Unknowns& b, double radians) {
  for (std::size_t u = 0; u < rows.count(); ++u) {
    if (std::abs(a[u] - b[u]) > radians) return false;
  }
  return true;
}

// A damped Gauss-Newton search within bounds (Levenberg-Marquardt, Nielsen's rule for the damping).
class BoundedSearch {
 public:
  BoundedSearch(const PostureRows& rows, Unknowns& x) : rows_(rows), x_(x) { rows.linearise(x, *model_); }
  BoundedSearch(const BoundedSearch&) = delete;
  BoundedSearch& operator=(const BoundedSearch&) = delete;

  double cost() const { return model_->cost; }

  /// Until a round would lower the cost by no more than this share of it. `found`: a minimum; the search also ends
  /// where it comes down to that one, or to nothing better.
  int run(double small_fall, const Attempt* found) {
    small_fall_ = small_fall;
    int round = 0;
    bool ended = false;
    while (!ended && round < kMostRounds && damping_ < kMostDamping) {
      ++round;
      ended = take_round() || (found && leads_to(*found));
    }
    return round;
  }

 private:
  bool leads_to(const Attempt& found) const {
    if (fall_ <= kSlow * model_->cost && model_->cost - kSlowRounds * fall_ > found.cost) return true;
    return same_place(rows_, x_, found.x, kSamePlace);
  }

  void set_box(const Unknowns& from) {
    for (std::size_t u = 0; u < rows_.count(); ++u) {
      box_.lower[u] = rows_.lower()[u] - from[u];
      box_.upper[u] = rows_.upper()[u] - from[u];
    }
  }
  void add_step(const Unknowns& from, Unknowns& to) const {
    for (std::size_t u = 0; u < rows_.count(); ++u)
      to[u] = math::clamp(from[u] + step_[u], rows_.lower()[u], rows_.upper()[u]);
  }

  // Goals and contacts are stiff against the posture's preference: a straight step leaves the curved way that they
  // leave open. A second step undoes what the first did not foresee of the residuals, and nothing else.
  void correct(double foreseen) {
    for (int pass = 0; pass < 3 && model_->cost - next_model_->cost < 0.7 * foreseen; ++pass) {
      Unknowns gradient;
      for (std::size_t u = 0; u < rows_.count(); ++u) step_[u] = next_[u] - x_[u];
      unforeseen_gradient(*model_, step_, *next_model_, gradient);
      set_box(next_);
      if (!bounded_step(*next_model_, gradient, damping_, box_, step_, held_)) return;
      add_step(next_, after_);
      rows_.linearise(after_, *after_model_);
      if (after_model_->cost >= next_model_->cost) return;
      next_ = after_;
      std::swap(next_model_, after_model_);
    }
  }

  // True: the search has ended.
  bool take_round() {
    set_box(x_);
    const double foreseen = bounded_step(*model_, damping_, box_, step_, held_);
    add_step(x_, next_);
    if (foreseen > 0.0 && foreseen <= small_fall_ * model_->cost && damping_ <= 1e-3) return true;
    double gain = -1.0;
    if (foreseen > 0.0) {
      rows_.linearise(next_, *next_model_);
      correct(foreseen);
      gain = (model_->cost - next_model_->cost) / foreseen;
    }
    if (!(gain > 1e-3)) {
      damping_ = std::max(damping_, 1e-8) * growth_;
      growth_ *= 2.0;
      return false;
    }
    x_ = next_;
    fall_ = model_->cost - next_model_->cost;
    std::swap(model_, next_model_);
    damping_ *= gain > 0.75 ? 0.1 : gain > 0.4 ? 0.4 : gain > 0.2 ? 1.0 : 2.0;
    growth_ = 2.0;
    return false;
  }

  const PostureRows& rows_;
  Unknowns& x_;
  Unknowns step_, next_, after_;
  std::array<QuadraticModel, 3> models_;  // 50 kB each: they change places, not contents
  QuadraticModel *model_ = &models_[0], *next_model_ = &models_[1], *after_model_ = &models_[2];
  StepBox box_;
  HeldSet held_{};
  double damping_ = kFirstDamping, growth_ = 2.0, small_fall_ = 0.0;
  double fall_ = std::numeric_limits<double>::infinity();  // of the last round that lowered the cost
};

int advance(PostureRows& rows, double firmness, double small_fall, Attempt& attempt, const Attempt* found = nullptr) {
  rows.set_firmness(firmness);
  BoundedSearch search(rows, attempt.x);
  const int rounds = search.run(small_fall, found);
  attempt.cost = search.cost();
  return rounds;
}

// Round the start, evenly on either side of it.
Unknowns near_start(const PostureRows& rows, core::Rng& rng) {
  Unknowns x = rows.start();
  for (std::size_t u = 0; u < rows.count(); ++u)
    x[u] = math::clamp(x[u] + rng.uniform(-kNearStart, kNearStart), rows.lower()[u], rows.upper()[u]);
  return x;
}

// The cost has more than one minimum (an elbow up or down, a trunk turned left or right): searched from the closed form
// of the arms, from the posture as it is, and from some near it. With soft contacts first: along firm ones a body that
// is far from its goals moves in small steps only. What comes down to the same soft minimum is not searched on.
int search_all(const WholeBody& body, const PostureProblem& problem, PostureRows& rows, Attempt& best) {
  std::array<Attempt, 2 + kNearStarts> soft;
  core::Rng rng(kSeed);
  int rounds = 0;
  for (std::size_t i = 0; i < soft.size(); ++i) {
    Attempt& begun = soft[i];
    begun.x = i == 0 ? best_start(body, problem, rows) : i == 1 ? rows.start() : near_start(rows, rng);
    rounds += advance(rows, kSoftFirmness, kSoftFall, begun);
    const auto is_known = [&](const Attempt& other) { return same_place(rows, begun.x, other.x, kSameSoft); };
    if (std::any_of(soft.begin(), soft.begin() + static_cast<std::ptrdiff_t>(i), is_known)) continue;
    Attempt firm = begun;
    rounds += advance(rows, kFirmness, kSmallFall, firm, i == 0 ? nullptr : &best);
    if (i == 0 || firm.cost < best.cost) best = firm;
  }
  return rounds;
}

}  // namespace

BodySite palm_site(const Dimensions& dimensions, Side side) {
  // A little less than halfway to the knuckles, on the skin.
  const double along = 0.55 * dimensions[Dimension::PalmLength], thick = 0.014;
  const double out = side == Side::Right ? -1.0 : 1.0;
  return {on_side(Joint::RightHand, side), {palm_axes(side), {out * thick, -along, 0.0}}};
}

BodySite fingertip_site(const Dimensions& dimensions, Side side) {
  return {on_side(Joint::RightHand, side), {palm_axes(side), {0.0, -dimensions[Dimension::HandLength], 0.0}}};
}

BodySite sight_site(const Skeleton& skeleton) {
  const Vec3 middle = 0.5 * (skeleton.offsets[index_of(Joint::LeftEye)] + skeleton.offsets[index_of(Joint::RightEye)]);
  return {Joint::Head, {math::kIdentity, middle}};
}

BodyGoal place_goal(const BodySite& site, const Vec3& point) {
  BodyGoal goal;
  goal.site = site;
  goal.target.position = point;
  return goal;
}

BodyGoal region_goal(const BodySite& site, const Pose& world_from_box, const Vec3& half) {
  BodyGoal goal;
  goal.site = site;
  goal.target = world_from_box;
  goal.lower = -half;
  goal.upper = half;
  return goal;
}

BodyGoal orientation_goal(const BodySite& site, const Quat& rotation) {
  BodyGoal goal;
  goal.kind = GoalKind::Orientation;
  goal.site = site;
  goal.target.rotation = rotation;
  goal.tolerance = math::radians(1.0);
  return goal;
}

BodyGoal direction_goal(const BodySite& site, const Vec3& direction) {
  BodyGoal goal = orientation_goal(site, math::from_to(math::kForward, math::normalized_or(direction, math::kForward)));
  goal.kind = GoalKind::Direction;
  return goal;
}

BodyGoal aim_goal(const BodySite& site, const Vec3& point) {
  BodyGoal goal = orientation_goal(site, math::kIdentity);
  goal.kind = GoalKind::Aim;
  goal.target.position = point;
  return goal;
}

std::array<BodyGoal, 2> contact_goals(Joint joint, const Pose& world_from_joint) {
  std::array<BodyGoal, 2> goals{place_goal({joint, {}}, world_from_joint.position),
                                orientation_goal({joint, {}}, world_from_joint.rotation)};
  for (BodyGoal& goal : goals) goal.firm = true;
  return goals;
}

PostureSolution solve_posture(const WholeBody& body, const PostureProblem& problem) {
  PostureRows rows(body, problem);
  PostureSolution solution;
  Attempt best;
  solution.rounds = search_all(body, problem, rows, best);
  solution.cost = best.cost;
  rows.pose(best.x, solution.posture);
  // What the firm rows of the shoulders left: micrometres at the hand, measured below like everything else.
  for (const Side side : {Side::Left, Side::Right}) clamp_shoulder(solution.posture, side);
  rows.put_on_root(solution.posture);
  Frames<double> frames;
  forward_kinematics(body.skeleton(), solution.posture, frames);
  bool met = true;
  for (std::size_t g = 0; g < problem.goals.size(); ++g) {
    solution.gaps[g] = rows.gap(problem.goals[g], frames);
    met = met && solution.gaps[g] <= problem.goals[g].tolerance;
  }
  if (problem.support) {
    solution.balance_margin = balance_of(*problem.support, centre_of_mass(body.masses(), frames, problem.loads)).margin;
    met = met && solution.balance_margin >= 0.0;
  }
  solution.limit_margin = rows.limit_margin(best.x, solution.posture, solution.tightest);
  solution.status = met ? PostureStatus::Reached : PostureStatus::NotReached;
  return solution;
}

}  // namespace fh::human
