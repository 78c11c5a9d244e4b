#include <atomic>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <memory>

#include "app/build_info.h"
#include "app/commands.h"
#include "app/loop.h"
#include "app/photographer.h"
#include "app/wiring.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/log.h"
#include "scene/scenario.h"
#include "tour/tour_driver.h"

namespace fh::app {
namespace {

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
  header.config = config.to_json().dump();
  header.config_hash = config.simulation_hash();
  header.phases = world::phase_names();
  return header;
}

core::Json report_json(const VisitReport& report, const world::World& world, const RunOptions& options,
                       const std::vector<std::filesystem::path>& pictures) {
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
  json["pictures"] = core::Json::array();
  for (const auto& picture : pictures) json["pictures"].push_back(picture.string());
  return json;
}

void print_report(const VisitReport& report, const world::World& world, const RunOptions& options,
                  const std::vector<std::filesystem::path>& pictures) {
  std::printf("%s: %s after %.1f s (%lld ticks in %.2f s), walked %.1f m, state %s\n", options.scenario.c_str(),
              report.ended_by.c_str(), core::seconds_of(report.ticks), static_cast<long long>(report.ticks),
              report.seconds, world.user().walked, core::hash_string(report.state_hash).c_str());
  for (const auto& picture : pictures) std::printf("picture: %s\n", picture.c_str());
  if (!options.record.empty()) {
    std::printf("recording: %s\n  replay it: firsthand replay %s --verify\n", options.record.c_str(),
                options.record.c_str());
  }
}

std::filesystem::path default_tour() {
  return core::data_folder() / "assets" / "tours" / "first_look.json";
}

/// "visits/workshop-20260131-154500"
std::string dated_folder(const std::string& scenario) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char date[32];
  std::strftime(date, sizeof(date), "%Y%m%d-%H%M%S", &parts);
  return fmt::format("visits/{}-{}", std::filesystem::path(scenario).stem().string(), date);
}

/// The visit without any option: recorded and photographed into a folder of its own.
RunOptions with_defaults(RunOptions options) {
  const bool plain = options.tour.empty() && options.record.empty() && options.shots.empty() && !options.headless;
  if (!plain) return options;
  const std::string folder = options.out.empty() ? dated_folder(options.scenario) : options.out;
  options.record = folder + "/visit.fhlog";
  options.shots = folder;
  options.offscreen = true;
  if (options.at.empty()) options.at = {"1s", "4s", "8s", "11s"};
  return options;
}

core::Result<std::unique_ptr<Photographer>> make_photographer(const RunOptions& options, const scene::Scene& scene) {
  if (options.shots.empty() || options.headless) return std::unique_ptr<Photographer>();
  PhotoOptions photo;
  photo.folder = options.shots;
  photo.camera = camera_kind(options.view);
  if (auto read = read_size(options.size, photo); !read) return tl::make_unexpected(read.error());
  if (auto read = read_times(options.at, photo); !read) return tl::make_unexpected(read.error());
  return Photographer::create(scene, photo);
}

}  // namespace

int run(const RunOptions& asked) {
  const RunOptions options = with_defaults(asked);
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
  auto photographer = make_photographer(options, scenario->scene);
  if (!photographer) return cannot(photographer.error());
  tour::TourDriver driver(*tour, scenario->user_start);
  VisitEnds ends;
  ends.recorder = recorder.get();
  if (*photographer) {
    ends.draw = [&](world::World& w, frame::FrameDriver&) { return (*photographer)->look(w); };
  }
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

}  // namespace fh::app
