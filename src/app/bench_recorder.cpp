#include "app/bench_recorder.h"

#include <filesystem>

#include "core/files.h"
#include "scene/scenario.h"
#include "session/recorder.h"
#include "tour/tour_driver.h"

namespace fh::app {
namespace {

struct Run {
  core::Timing timing;
  std::uint64_t hash = 0;
};

/// Ticks through the tour; each sample is `kBatch` ticks so that the clock's grain does not matter.
Run run_ticks(const scene::Scenario& scenario, const tour::Tour& tour, session::Recorder* recorder, int samples) {
  constexpr int kBatch = 90;
  auto world = world::World::create(scenario, {});
  Run run;
  if (!world) return run;
  tour::TourDriver driver(tour, scenario.user_start);
  frame::FrameInput input;
  run.timing = core::time_work(samples, 1, [&] {
    for (int i = 0; i < kBatch; ++i) {
      if (auto outcome = driver.begin(input); !outcome || *outcome == frame::FrameOutcome::End) return;
      if (recorder) recorder->frame_begins(input);
      world->tick(input);
      if (!recorder) continue;
      recorder->tick_done(*world);
      if (auto done = recorder->frame_ends(); !done) return;
    }
  });
  run.timing.median_us /= kBatch;
  run.timing.p95_us /= kBatch;
  run.hash = world->state_hash();
  return run;
}

}  // namespace

std::vector<core::BenchRow> bench_recorder(const core::BenchSettings& settings) {
  const auto file = scene::find_scenario("workshop");
  if (!file) return {};
  const auto scenario = scene::load_scenario(*file);
  auto tour = tour::load_tour(core::data_folder() / "assets" / "tours" / "first_look.json");
  if (!scenario || !tour) return {};
  tour->duration = 1e6;
  const int samples = settings.quick ? 3 : 120;
  const auto path = std::filesystem::temp_directory_path() / "firsthand-bench.fhlog";
  record::LogHeader header;
  header.scenario = "workshop";
  header.config = "{}";
  auto writer = record::LogWriter::create(path, header);
  if (!writer) return {};
  session::Recorder recorder(std::move(*writer));
  const Run plain = run_ticks(*scenario, *tour, nullptr, samples);
  const Run recorded = run_ticks(*scenario, *tour, &recorder, samples);
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(path, ignored);
  std::filesystem::remove(path, ignored);
  core::BenchRow row{"record",
                     "one tick with recording",
                     recorded.timing.median_us,
                     recorded.timing.p95_us,
                     recorded.timing.n,
                     recorded.hash,
                     "unrecorded tick",
                     plain.timing.median_us,
                     ""};
  row.note = fmt::format("recording adds {:.2f} us per tick, {:.0f} bytes per tick; results {}",
                         recorded.timing.median_us - plain.timing.median_us,
                         static_cast<double>(bytes) / (90.0 * (samples + 1)),
                         recorded.hash == plain.hash ? "equal" : "DIFFER");
  return {row};
}

}  // namespace fh::app
