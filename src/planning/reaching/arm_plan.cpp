// SPDX-License-Identifier: Apache-2.0
#include "planning/reaching/arm_plan.h"

#include "math/lanes.h"

namespace fh::planning {
namespace {

using math::lanes::F8;

constexpr double kCoarse = 32.0;  // samples per radian
constexpr double kSpread = 0.8;   // of an axis' range, to either side of the configuration that is sampled about

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

ArmState ArmSpace::sample_near(core::Rng& rng, const ArmState& about) const {
  ArmState state;
  for (std::size_t i = 0; i < 8; ++i) {
    const auto off = static_cast<float>(kSpread * rng.uniform(-1.0, 1.0));
    state.q[i] = std::clamp(about.q[i] + off * (upper_[i] - lower_[i]), lower_[i], upper_[i]);
  }
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
  return solids_->is_free_between(from, to, samples(distance(from, to), kCoarse));
}

bool ArmPlanner::is_sure(const std::vector<ArmState>& path) const {
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (!space_->is_surely_free(path[i - 1], path[i])) return false;
  }
  return true;
}

ArmPlan ArmPlanner::plan(const ArmState& start, const ArmState& goal, const ArmPlanSettings& settings) {
  ArmPlan plan;
  core::Rng rng(settings.seed);
  plan.status = rrt_.plan(start, goal, settings.rrt, rng, plan.path);
  plan.growths = rrt_.growths();
  if (plan.status == PlanStatus::Found && !is_sure(plan.path)) {
    RrtSettings fine = settings.rrt;
    fine.growths = settings.sure_growths;
    plan.status = sure_rrt_.plan(start, goal, fine, rng, plan.path);
    plan.growths += sure_rrt_.growths();
    if (plan.status == PlanStatus::Found && !is_sure(plan.path)) plan.status = PlanStatus::NotFound;
  }
  if (plan.status != PlanStatus::Found) {
    plan.path.clear();
  } else if (settings.shorten > 0) {
    std::vector<ArmState> shorter = plan.path;
    shorten_path(sure_, settings.shorten, rng, shorter);
    if (is_sure(shorter)) plan.path = std::move(shorter);  // parts of an edge may graze what the whole does not
  }
  return plan;
}

}  // namespace fh::planning
