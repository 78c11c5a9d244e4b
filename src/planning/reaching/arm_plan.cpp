// SPDX-License-Identifier: Apache-2.0
#include "planning/reaching/arm_plan.h"

#include "math/lanes.h"

namespace fh::planning {
namespace {

using math::lanes::F8;

constexpr double kCoarse = 32.0, kFine = 512.0;  // samples per radian
constexpr float kRounding = 1e-5f;               // m

int samples(double length, double per_radian) {
  return std::max(1, static_cast<int>(length * per_radian) + 1);
}

}  // namespace

void ArmSpace::Nodes::clear() {
  states_.clear();
  groups_.clear();
}

void ArmSpace::Nodes::add(const ArmState& state) {
  const std::size_t lane = states_.size() % 8;
  if (lane == 0) {
    for (auto& number : groups_.emplace_back().q) std::fill(std::begin(number), std::end(number), 1e9f);
  }
  for (std::size_t i = 0; i < 8; ++i) groups_.back().q[i][lane] = state.q[i];
  states_.push_back(state);
}

std::size_t ArmSpace::Nodes::nearest(const ArmState& to) const {
  F8 wanted[8];
  for (std::size_t i = 0; i < 8; ++i) wanted[i] = F8::all(to.q[i]);
  F8 least = F8::all(1e30f), group = F8::all(0.0f);
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    F8 sum = F8::all(0.0f);
    for (std::size_t i = 0; i < 8; ++i) {
      const F8 off = F8::load(groups_[k].q[i]) - wanted[i];
      sum = sum + off * off;
    }
    const F8 nearer = sum < least;
    least = select(nearer, sum, least);
    group = select(nearer, F8::all(static_cast<float>(k)), group);  // exact up to 2^24 groups
  }
  alignas(32) float off[8], at[8];
  least.store(off);
  group.store(at);
  std::size_t best = 0;
  for (std::size_t lane = 1; lane < 8; ++lane) {
    if (off[lane] < off[best]) best = lane;
  }
  return 8 * static_cast<std::size_t>(at[best]) + best;
}

ArmSpace::ArmSpace(const ArmModel& model, const ArmSolids& solids, std::function<bool(const ArmState&)> allowed)
    : solids_(&solids), allowed_(std::move(allowed)) {
  for (std::size_t i = 0; i < kArmAxes; ++i) {
    lower_[i] = static_cast<float>(model.axes[i].lower);
    upper_[i] = static_cast<float>(model.axes[i].upper);
  }
  upper_[7] = static_cast<float>(model.base_length);
}

double ArmSpace::distance(const ArmState& a, const ArmState& b) const {
  float sum = 0.0f;
  for (std::size_t i = 0; i < 8; ++i) sum += (a.q[i] - b.q[i]) * (a.q[i] - b.q[i]);
  return static_cast<double>(math::sqrt(sum));
}

ArmState ArmSpace::toward(const ArmState& from, const ArmState& to, double share) const {
  const auto t = static_cast<float>(share);
  ArmState state;
  for (std::size_t i = 0; i < 8; ++i) state.q[i] = share >= 1.0 ? to.q[i] : from.q[i] + t * (to.q[i] - from.q[i]);
  return state;
}

ArmState ArmSpace::sample(core::Rng& rng) const {
  ArmState state;
  for (std::size_t i = 0; i < 8; ++i) state.q[i] = static_cast<float>(rng.uniform(lower_[i], upper_[i]));
  return state;
}

bool ArmSpace::is_free(const ArmState& state) const {
  constexpr float kSlack = 1e-4f;  // rad
  for (std::size_t i = 0; i < 8; ++i) {
    if (state.q[i] < lower_[i] - kSlack || state.q[i] > upper_[i] + kSlack) return false;
  }
  return (!allowed_ || allowed_(state)) && solids_->at(state) != ArmTouch::Touches;
}

bool ArmSpace::is_free(const ArmState& from, const ArmState& to) const {
  if (allowed_ && !allowed_(to)) return false;
  return solids_->along(from, to, samples(distance(from, to), kCoarse), 0.0f) != ArmTouch::Touches;
}

bool ArmSpace::is_surely_free(const ArmState& from, const ArmState& to) const {
  const double length = distance(from, to);
  const int coarse = samples(length, kCoarse);
  // Nothing moves farther than this from the nearest sample.
  const float margin = 0.5f * solids_->displacement(from, to) / static_cast<float>(coarse) + kRounding;
  const ArmTouch found = solids_->along(from, to, coarse, margin);
  if (found != ArmTouch::Near) return found == ArmTouch::Free;
  return solids_->along(from, to, samples(length, kFine), 0.0f) != ArmTouch::Touches;
}

template <class Space>
PlanStatus ArmPlanner::try_once(const Space& space, RrtConnect<Space>& rrt, const ArmPlanSettings& settings,
                                core::Rng& rng, const ArmState& start, const ArmState& goal, ArmPlan& plan) {
  const PlanStatus status = rrt.plan(start, goal, settings.rrt, rng, plan.path);
  plan.growths += rrt.growths();
  if (status == PlanStatus::Found && settings.shorten > 0) shorten_path(space, settings.shorten, rng, plan.path);
  return status;
}

ArmPlan ArmPlanner::plan(const ArmState& start, const ArmState& goal, const ArmPlanSettings& settings) {
  ArmPlan plan;
  core::Rng rng(settings.seed);
  const auto is_sure = [&] {
    for (std::size_t i = 1; i < plan.path.size(); ++i) {
      if (!space_->is_surely_free(plan.path[i - 1], plan.path[i])) return false;
    }
    return true;
  };
  plan.status = try_once(*space_, rrt_, settings, rng, start, goal, plan);
  if (plan.status == PlanStatus::Found && is_sure()) return plan;
  if (plan.status == PlanStatus::Found && settings.sure_growths > 0) {
    ArmPlanSettings fine = settings;
    fine.rrt.growths = settings.sure_growths;
    plan.status = try_once(sure_, sure_rrt_, fine, rng, start, goal, plan);
    if (plan.status == PlanStatus::Found && is_sure()) return plan;
  }
  if (plan.status == PlanStatus::Found) plan.status = PlanStatus::NotFound;
  plan.path.clear();
  return plan;
}

}  // namespace fh::planning
