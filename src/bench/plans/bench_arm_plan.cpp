// SPDX-License-Identifier: Apache-2.0
#include "bench/plans/bench_arm_plan.h"

#include <fmt/format.h>

#include "bench/plans/desk_shelf.h"
#include "bench/rivals/rival_ompl.h"
#include "core/hash.h"

namespace fh::bench {
namespace {

using planning::ArmPlan;
using planning::ArmState;

struct Desk {
  planning::ArmModel model = desk_shelf_arm();
  std::vector<planning::ArmBox> boxes = desk_shelf_boxes();
  planning::ArmSolids solids{model, boxes};
  planning::ArmSpace space{model, solids};
  planning::ArmPlanner planner{space};
  std::unique_ptr<OmplRival> rival = OmplRival::open(model, boxes);
};

struct Outcome {
  std::vector<double> us;
  std::size_t failed = 0, invalid = 0, growths = 0;
  double length = 0.0;  // rad, of all paths together
  std::uint64_t hash = 0;
};

void run(Desk& desk, const ArmQuery& query, std::uint64_t seed, Outcome& outcome) {
  planning::ArmPlanSettings settings;
  settings.seed = seed;
  settings.shorten = 0;
  const core::Stopwatch watch;
  const ArmPlan plan = desk.planner.plan(query.from, query.to, settings);
  outcome.us.push_back(watch.seconds() * 1e6);
  outcome.growths += static_cast<std::size_t>(plan.growths);
  if (plan.status != planning::PlanStatus::Found) {
    ++outcome.failed;
    return;
  }
  if (!planning::is_valid_path(desk.space, plan.path, query.from, query.to, 1.0 / 512.0)) ++outcome.invalid;
  for (std::size_t i = 1; i < plan.path.size(); ++i)
    outcome.length += desk.space.distance(plan.path[i - 1], plan.path[i]);
  outcome.hash = outcome.hash * 1099511628211ull + core::hash_bytes(std::as_bytes(std::span(plan.path)));
}

core::BenchRow row_of(const char* name, Outcome outcome, std::vector<double> rival) {
  const auto n = static_cast<double>(outcome.us.size());
  std::string note = fmt::format("{} failed, {} invalid at 1/512 rad, {:.0f} growths, path {:.2f} rad", outcome.failed,
                                 outcome.invalid, static_cast<double>(outcome.growths) / n, outcome.length / n);
  core::BenchRow row = core::bench_row("arm_plan", name, core::timing_of(std::move(outcome.us)), outcome.hash, note);
  if (rival.empty()) return row;
  row.rival = "OMPL RRTConnect, FCL";
  row.rival_median_us = core::timing_of(std::move(rival)).median_us;
  return row;
}

core::BenchRow named_query(Desk& desk, const char* name, const ArmQuery& query, const core::BenchSettings& settings) {
  Outcome outcome;
  std::vector<double> rival;
  for (int i = 0; i < (settings.quick ? 8 : 400); ++i) run(desk, query, static_cast<std::uint64_t>(i + 1), outcome);
  for (int i = 0; desk.rival && i < (settings.quick ? 1 : 15); ++i)
    rival.push_back(desk.rival->plan(query.from, query.to));
  return row_of(name, std::move(outcome), std::move(rival));
}

}  // namespace

std::vector<core::BenchRow> bench_arm_plan(const core::BenchSettings& settings) {
  Desk desk;
  Outcome outcome;
  std::vector<double> rival;
  const std::vector<ArmQuery> queries = random_queries(desk.model, desk.boxes, 100);
  for (int round = 0; round < (settings.quick ? 1 : 20); ++round) {
    for (const ArmQuery& query : queries) run(desk, query, static_cast<std::uint64_t>(round + 1), outcome);
  }
  for (const ArmQuery& query : queries) {
    if (desk.rival) rival.push_back(desk.rival->plan(query.from, query.to));
  }
  std::vector<core::BenchRow> rows;
  rows.push_back(row_of("R100", std::move(outcome), std::move(rival)));
  const ArmState rest = arm_state(kRest);
  rows.push_back(named_query(desk, "Q1", {rest, arm_state(kHigh)}, settings));
  rows.push_back(named_query(desk, "Q4", {rest, arm_state(kLow)}, settings));
  return rows;
}

}  // namespace fh::bench
