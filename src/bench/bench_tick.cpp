// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_tick.h"

#include "core/files.h"
#include "scene/scenario/scenario.h"
#include "session/tour/tour_driver.h"
#include "world/world.h"

namespace fh::bench {
namespace {

/// Single ticks of the workshop's default visit, one sample each: the median is of all ticks, looking or not.
core::BenchRow measure(const scene::Scenario& scenario, const session::Tour& tour, const char* name, unsigned workers,
                       int ticks) {
  core::BenchRow row;
  row.name = "tick";
  row.case_name = name;
  auto world = world::World::create(scenario, {.workers = workers});
  if (!world) return row;
  session::TourDriver driver(tour, scenario.users[0].start);
  frame::FrameInputs input;
  const auto timing = core::time_work(ticks, 1, [&] {
    if (auto outcome = driver.begin(input); outcome && *outcome != frame::FrameOutcome::End) world->tick(input.users);
  });
  row.median_us = timing.median_us;
  row.p95_us = timing.p95_us;
  row.n = ticks;
  row.hash = world->state_hash();
  return row;
}

}  // namespace

std::vector<core::BenchRow> bench_tick(const core::BenchSettings& settings) {
  const auto file = scene::find_scenario("workshop");
  if (!file) return {};
  auto scenario = scene::load_scenario(*file);
  auto tour = session::load_tour(core::data_folder() / "assets" / "tours" / "workday.json");
  if (!scenario || !tour) return {};
  const int ticks = settings.quick ? 180 : 5400;
  std::vector<core::BenchRow> rows;
  rows.push_back(measure(*scenario, *tour, "workshop, 4 agents and user, 1 worker", 1, ticks));
  rows.push_back(measure(*scenario, *tour, "workshop, 4 agents and user, 2 workers", 2, ticks));
  scenario->agents.clear();
  rows.push_back(measure(*scenario, *tour, "workshop, user alone, 1 worker", 1, ticks));
  return rows;
}

}  // namespace fh::bench
