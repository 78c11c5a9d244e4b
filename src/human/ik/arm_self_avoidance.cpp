// SPDX-License-Identifier: Apache-2.0
#include "human/ik/arm_self_avoidance.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kSpare = 0.016;  // m from which on an arm begins to give way; half of it is what it ends with
constexpr double kLeastCircle = 0.008, kFullCircle = 0.025;  // m: on a smaller circle the swivel moves nothing
constexpr double kReluctance = 0.003;                        // m in an obstacle that half a turn away is worth
constexpr double kClearEase = 0.05;                         // rad: as kEase, off limits that an obstacle pushes against
constexpr double kStep = math::kTau / 24, kFinest = 2e-4;   // rad
constexpr double kNothingNear = 10.0, kOutOfReach = 100.0;  // m

Swivel turned_by(const Swivel& s, const Swivel& by) {
  return {s.cos * by.cos - s.sin * by.sin, s.sin * by.cos + s.cos * by.sin};
}

/// What half a turn costs, as far as `s` has turned.
double reluctance(const Swivel& from, const Swivel& s) {
  return 0.5 * kReluctance * (1.0 - (s.cos * from.cos + s.sin * from.sin));
}

/// The best of what is offered.
template <class Cost, class Allowed>
struct Choice {
  const Cost& cost;
  const Allowed& allowed;
  Swivel best{};
  double least = kNothingNear;

  bool offer(const Swivel& s) {
    const double here = cost(s);
    if (here >= least || !allowed(s)) return false;
    least = here;
    best = s;
    return true;
  }
  /// By halving steps; a step to one side that helps makes the other side's needless.
  void refine() {
    for (double size = 0.5 * kStep; size > kFinest; size *= 0.5) {
      const Swivel by = swivel_of(size), middle = best;
      if (!offer(turned_by(middle, by))) offer(turned_by(middle, {by.cos, -by.sin}));
    }
  }
};

}  // namespace

ClearSearch::ClearSearch(const ArmObstacles& obstacles, const TwoLink& links, const HingeCircle& circle,
                         const Vec3& shoulder)
    : circle_(circle) {
  const Vec3 centre = shoulder + links.upper * circle.upper_along * circle.axis;
  const Vec3 to_wrist = links.lower * circle.lower_along * circle.axis;
  const double radius = links.upper * circle.upper_out;
  for (const double share : kArmProbes) {
    const double out = (1.0 - share) * radius;
    if (out <= kLeastCircle) break;
    probes_[probe_count_++] = {centre + share * to_wrist, out,
                               math::smooth_step((out - kLeastCircle) / (kFullCircle - kLeastCircle))};
  }
  if (probe_count_ == 0) return;
  const auto set = [](Columns::Vec& v, std::size_t k, const Vec3& value) {
    v.x[k] = value.x;
    v.y[k] = value.y;
    v.z[k] = value.z;
  };
  // Only what the places' circles come near to: they lie in a ball about the middle of the forearm's axis.
  const Vec3 middle = centre + 0.5 * to_wrist;
  const double ball = math::sqrt(radius * radius + 0.25 * glm::dot(to_wrist, to_wrist)) + kSpare;
  for (std::size_t k = 0; k < obstacles.size(); ++k) {
    const RoundedPlate& plate = obstacles[k];
    const bool near = plate.distance(middle) < ball;
    any_ = any_ || near;
    set(plates_.centre, k, near ? plate.centre : Vec3(kOutOfReach));
    set(plates_.right, k, plate.right);
    set(plates_.up, k, plate.up);
    plates_.half_right[k] = plate.half_right;
    plates_.half_up[k] = plate.half_up;
    plates_.radius[k] = plate.radius;
  }
}

double ClearSearch::off(const Probe& probe, const Swivel& s) const {
  const Vec3 at = probe.base + probe.out * circle_.out(s);
  const Columns& p = plates_;
  Columns::Row away;
  for (std::size_t k = 0; k < away.size(); ++k) {  // RoundedPlate::distance
    const double x = at.x - p.centre.x[k], y = at.y - p.centre.y[k], z = at.z - p.centre.z[k];
    double along = x * p.right.x[k] + y * p.right.y[k] + z * p.right.z[k];
    double over = x * p.up.x[k] + y * p.up.y[k] + z * p.up.z[k];
    along = along < -p.half_right[k] ? -p.half_right[k] : along > p.half_right[k] ? p.half_right[k] : along;
    over = over < -p.half_up[k] ? -p.half_up[k] : over > p.half_up[k] ? p.half_up[k] : over;
    const double off_x = x - along * p.right.x[k] - over * p.up.x[k],
                 off_y = y - along * p.right.y[k] - over * p.up.y[k],
                 off_z = z - along * p.right.z[k] - over * p.up.z[k];
    away[k] = math::sqrt(off_x * off_x + off_y * off_y + off_z * off_z) - p.radius[k];
  }
  double least = kNothingNear;
  for (const double a : away) least = a < least ? a : least;
  return least;
}

bool ClearSearch::needed(const Swivel& at, ClearAim& aim) const {
  if (!any_) return false;
  double lacks = 0.0;
  for (std::size_t i = 0; i < probe_count_; ++i) {
    lacks = std::max(lacks, probes_[i].asked * (kSpare - off(probes_[i], at)));
  }
  if (lacks <= 0.0) return false;
  // Little is asked of an arm that only comes near, so that it gives way gently: on a round obstacle the way to a
  // clearance greater by x is of the order of the root of x.
  lacks = std::min(lacks, kSpare);
  aim = {at, kSpare - lacks + lacks * lacks / (2.0 * kSpare)};
  return true;
}

double ClearSearch::lack(const ClearAim& aim, const Swivel& s) const {
  double lacks = 0.0;
  for (std::size_t i = 0; i < probe_count_; ++i) {
    lacks = std::max(lacks, probes_[i].asked * (aim.wanted - off(probes_[i], s)));
  }
  return lacks;
}

double ClearSearch::cost(const ClearAim& aim, const Swivel& s) const {
  return lack(aim, s) + reluctance(aim.from, s);
}

bool ClearSearch::allowed(const ArmBounds& bounds, const Swivel& s) const {
  std::array<double, 8> values;
  bounds.values(s, values);
  for (const double value : values) {
    if (value < -kBoundSlack) return false;
  }
  return in_reach_cone(circle_, s);
}

Swivel ClearSearch::best(const ClearAim& aim, const ArmBounds& bounds, const Swivel& at, bool whole) const {
  const auto price = [&](const Swivel& s) { return cost(aim, s); };
  const auto within = [&](const Swivel& s) { return allowed(bounds, s); };
  Choice<decltype(price), decltype(within)> choice{price, within, at, price(at)};
  if (whole) {
    // Outwards, until going farther costs more than the best so far.
    const Swivel step = swivel_of(kStep);
    Swivel left = at, right = at;
    for (double angle = kStep; angle < math::kPi + 0.5 * kStep; angle += kStep) {
      left = turned_by(left, step);
      right = turned_by(right, {step.cos, -step.sin});
      if (reluctance(aim.from, left) >= choice.least) break;
      choice.offer(left);
      choice.offer(right);
    }
    // Allowed intervals may be narrower than its steps; they end where a bound does.
    for (std::size_t i = 0; i < 8; ++i) {
      for (const double sense : {1.0, -1.0}) {
        Swivel end;
        if (arc_begin(bounds[i], sense, end) && reluctance(aim.from, end) < choice.least) choice.offer(end);
      }
    }
  }
  choice.refine();
  if (choice.best.cos == at.cos && choice.best.sin == at.sin) return at;
  SwivelRoom room = room_between(bounds, choice.best);
  narrow_by_reach_cone(circle_, choice.best, room);
  return eased(choice.best, room, kClearEase);
}

Swivel ClearSearch::clearest(const Swivel& at) const {
  const auto price = [this](const Swivel& s) {
    double least = kNothingNear;
    for (std::size_t i = 0; i < probe_count_; ++i) least = std::min(least, off(probes_[i], s));
    return -least;
  };
  const auto any = [](const Swivel&) { return true; };
  Choice<decltype(price), decltype(any)> choice{price, any, at, price(at)};
  const Swivel step = swivel_of(kStep);
  Swivel around = at;
  for (int k = 1; k < 24; ++k) choice.offer(around = turned_by(around, step));
  return choice.best;
}

}  // namespace fh::human
