// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_recorder.h"

#include <filesystem>
#include <numeric>

#include "core/files.h"
#include "scene/scenario/scenario.h"
#include "session/recorder.h"
#include "session/tour/tour_driver.h"

namespace fh::bench {
namespace {

struct Run {
  std::vector<double> tick_us, recorder_us;  // per tick; the recorder's includes the key states
  std::uint64_t hash = 0;
};

/// Ticks through the tour. The recorder's calls are timed by themselves: the difference of two runs would show the
/// machine's moods.
Run run_ticks(const scene::Scenario& scenario, const session::Tour& tour, session::Recorder* recorder, int ticks) {
  auto world = world::World::create(scenario, {});
  Run run;
  if (!world) return run;
  session::TourDriver driver(tour, scenario.users[0].start);
  frame::FrameInputs input;
  for (int i = 0; i < ticks; ++i) {
    if (auto outcome = driver.begin(input); !outcome || *outcome == frame::FrameOutcome::End) break;
    const core::Stopwatch before;
    if (recorder) recorder->frame_begins(input);
    const double begun = before.seconds();
    const core::Stopwatch tick;
    world->tick(input.users);
    run.tick_us.push_back(tick.seconds() * 1e6);
    if (!recorder) continue;
    const core::Stopwatch after;
    recorder->tick_done(*world);
    if (auto done = recorder->frame_ends(*world); !done) break;
    run.recorder_us.push_back((begun + after.seconds()) * 1e6);
  }
  run.hash = world->state_hash();
  return run;
}

}  // namespace

std::vector<core::BenchRow> bench_recorder(const core::BenchSettings& settings) {
  const auto file = scene::find_scenario("workshop");
  if (!file) return {};
  const auto scenario = scene::load_scenario(*file);
  auto tour = session::load_tour(core::data_folder() / "assets" / "tours" / "first_look.json");
  if (!scenario || !tour) return {};
  tour->duration = 1e6;
  const int ticks = settings.quick ? 300 : 6000;
  const auto path = std::filesystem::temp_directory_path() / fmt::format("firsthand-bench-{}.fhlog", ::getpid());
  session::LogHeader header;
  header.scenario = "workshop";
  header.config = "{}";
  auto writer = session::LogWriter::create(path, header);
  if (!writer) return {};
  session::Recorder recorder(std::move(*writer));
  const Run plain = run_ticks(*scenario, *tour, nullptr, ticks);
  const Run recorded = run_ticks(*scenario, *tour, &recorder, ticks);
  if (plain.tick_us.empty() || recorded.recorder_us.empty()) return {};
  if (auto closed = recorder.close("finished"); !closed) return {};
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(path, ignored);
  std::filesystem::remove(path, ignored);
  const auto& us = recorded.recorder_us;
  core::BenchRow row = core::bench_row("record", "recording one tick", core::timing_of(us), recorded.hash);
  row.rival = "the tick itself";
  row.rival_median_us = core::timing_of(recorded.tick_us).median_us;
  const double n = static_cast<double>(us.size());
  row.note =
      fmt::format("mean {:.1f} us, most {:.0f} us; the motion thread {:.1f} us; {:.0f} bytes per tick; results {}",
                  std::accumulate(us.begin(), us.end(), 0.0) / n, *std::max_element(us.begin(), us.end()),
                  recorder.motion_thread_seconds() * 1e6 / n, static_cast<double>(bytes) / n,
                  recorded.hash == plain.hash ? "equal" : "DIFFER");
  return {row};
}

}  // namespace fh::bench
