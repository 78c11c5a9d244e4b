#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>

#include "app/build_info.h"
#include "app/commands.h"
#include "app/loop.h"
#include "app/wiring.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/log.h"
#include "scene/scenario.h"
#include "tour/tour_driver.h"

namespace fh::app {
namespace {

struct RunOptions {
  std::string scenario = "workshop";
  std::string tour;
  std::string record;
  double seconds = -1.0;
  bool headless = false;
  bool json = false;
  ConfigOptions config;
};

std::atomic<bool> g_stop{false};

void stop_on_interrupt() {
  const auto ask = [](int) { g_stop = true; };
  std::signal(SIGINT, ask);
  std::signal(SIGTERM, ask);
}

record::LogHeader log_header(const RunOptions& options, const scene::Scenario& scenario, const Config& config) {
  record::LogHeader header;
  header.build = build_id();
  header.scenario = options.scenario;
  header.scenario_hash = scenario.content_hash;
  header.config = config.to_json();
  header.config_hash = config.simulation_hash();
  header.phases = world::phase_names();
  return header;
}

core::Json report_json(const VisitReport& report, const world::World& world, const RunOptions& options) {
  core::Json json;
  json["scenario"] = options.scenario;
  json["ended_by"] = report.ended_by;
  json["frames"] = report.frames;
  json["ticks"] = report.ticks;
  json["simulated_seconds"] = core::seconds_of(report.ticks);
  json["wall_seconds"] = report.seconds;
  json["state_hash"] = core::hash_string(report.state_hash);
  json["user"] = {{"walked_m", world.user().walked},
                  {"lowest_head_m", world.measures().lowest_head},
                  {"highest_head_m", world.measures().highest_head},
                  {"fastest_hand_m_s", world.measures().fastest_hand},
                  {"untracked_ticks", world.measures().ticks_untracked}};
  if (!options.record.empty()) json["recording"] = options.record;
  return json;
}

void print_report(const VisitReport& report, const world::World& world, const RunOptions& options) {
  std::printf("%s: %s after %.1f s (%lld ticks in %.2f s), walked %.1f m, state %s\n", options.scenario.c_str(),
              report.ended_by.c_str(), core::seconds_of(report.ticks), static_cast<long long>(report.ticks),
              report.seconds, world.user().walked, core::hash_string(report.state_hash).c_str());
  if (!options.record.empty()) {
    std::printf("recording: %s\n  replay it: firsthand replay %s --verify\n", options.record.c_str(),
                options.record.c_str());
  }
}

std::filesystem::path default_tour() {
  return core::data_folder() / "assets" / "tours" / "first_look.json";
}

int run(const RunOptions& options) {
  const auto config = options.config.load();
  if (!config) return cannot(config.error());
  apply_log_level(*config);
  const auto file = scene::find_scenario(options.scenario);
  if (!file) return cannot(file.error());
  const auto scenario = scene::load_scenario(*file);
  if (!scenario) return cannot(scenario.error());
  for (const auto& warning : scenario->warnings) core::log_warning("{}", warning);
  const auto tour = tour::load_tour(options.tour.empty() ? default_tour() : std::filesystem::path(options.tour));
  if (!tour) return cannot(tour.error());
  auto world = world::World::create(*scenario, world_settings(*config));
  if (!world) return cannot(world.error());

  std::unique_ptr<Recorder> recorder;
  if (!options.record.empty()) {
    auto writer = record::LogWriter::create(options.record, log_header(options, *scenario, *config));
    if (!writer) return cannot(writer.error());
    recorder = std::make_unique<Recorder>(std::move(*writer));
  }
  tour::TourDriver driver(*tour, scenario->user_start);
  VisitEnds ends;
  ends.recorder = recorder.get();
  ends.wants_stop = [] { return g_stop.load(); };
  if (options.seconds >= 0.0) ends.most_ticks = static_cast<core::Tick>(options.seconds * core::kTicksPerSecond + 0.5);
  stop_on_interrupt();
  const auto report = visit(driver, *world, ends);
  if (!report) return cannot(report.error());
  if (options.json)
    print_json(report_json(*report, *world, options));
  else
    print_report(*report, *world, options);
  return kDone;
}

}  // namespace

CommandBody add_run_command(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  app.add_option("scenario", options->scenario, "Bundled name (workshop, maze, office, empty) or a scenario file")
      ->capture_default_str();
  app.add_option("--tour", options->tour, "Scripted user (JSON); needs neither headset nor display")->type_name("FILE");
  app.add_option("--record", options->record, "Write a recording (.fhlog)")->type_name("FILE");
  app.add_option("--seconds", options->seconds, "Stop after this much simulated time")->check(CLI::Range(0.0, 1e6));
  app.add_flag("--headless", options->headless, "Simulate only: no picture");
  app.add_flag("--json", options->json, "Print the report as JSON");
  options->config.add_to(app);
  return [options] { return run(*options); };
}

}  // namespace fh::app
