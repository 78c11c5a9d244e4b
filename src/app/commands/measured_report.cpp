// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <algorithm>
#include <atomic>

#include "app/commands/measured_report.h"
#include "app/commands/replay_place.h"
#include "app/commands/visit_tours.h"
#include "app/config/build_info.h"
#include "app/config/settings_from_config.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/log.h"
#include "core/progress.h"
#include "evaluation/checks.h"
#include "evaluation/motion_samples.h"
#include "evaluation/sight/cameras.h"
#include "report/plots.h"
#include "report/replay_scene.h"
#include "session/outside_analyser.h"
#include "session/replay_loop.h"
#include "session/track_measuring.h"
#include "session/verifier.h"

namespace fh::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReplayBytes = 8'000'000;  // of all visits of a page: 11 MB as text, 15 MB with all else

std::atomic<bool> g_give_up{false};  // asked by a signal

/// The first request ends the measuring and keeps what there is; a second one ends the program.
void give_up_on_interrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) { g_give_up = true; };
  action.sa_flags = SA_RESETHAND;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

/// What EvaluationReport::partial says. `of_s`: negative when it is not known.
core::Json interrupted(const std::string& body, core::Tick measured, double of_s) {
  return {{"why", "interrupted"},
          {"body", body},
          {"measured_s", core::seconds_of(measured)},
          {"of_s", of_s < 0.0 ? core::Json() : core::Json(of_s)},
          {"bodies_left", core::Json::array()}};
}

/// One visit, and what EvaluationReport::partial says when it was broken off.
struct Measured {
  report::MeasuredVisit visit;
  core::Json partial;
};

bool is_recording(const std::string& subject) {
  return fs::path(subject).extension() == ".fhlog";
}

void name_users(const world::World& world, core::Json& measures) {
  for (std::size_t i = 0; i < world.users().size() && i < measures["users"].size(); ++i) {
    const human::Body& body = world.people()[world.users()[i].id.value - 1].body;
    measures["users"][i]["name"] = world.users()[i].name;
    measures["users"][i]["stature_m"] = body.dimensions[human::Dimension::Stature];
  }
}

core::Json subject_json(const scene::Scenario& scenario) {
  return {{"scenario", scenario.name},
          {"scenario_hash", core::hash_string(scenario.content_hash)},
          {"seed", scenario.seed},
          {"program", build_id()}};
}

core::Json visit_facts(std::int64_t ticks, std::uint64_t state_hash) {
  return {{"ticks", ticks}, {"seconds", core::seconds_of(ticks)}, {"state_hash", core::hash_string(state_hash)}};
}

/// What is shown of a visit: again, and in pictures.
void add_views(const EvaluateOptions& options, const world::World& world, std::span<const frame::Moment> motion,
               std::size_t most, report::MeasuredVisit& visit) {
  const evaluation::Surroundings surroundings = session::surroundings_of(world);
  std::vector<evaluation::Camera> cameras;  // read before anything was measured
  for (const std::string& text : options.cameras) cameras.push_back(*evaluation::read_camera(text));
  if (!cameras.empty()) visit.measures["camera_views"] = evaluation::camera_views(surroundings, motion, cameras);
  visit.replay = report::replay_scene(surroundings, motion, most);
  visit.pictures = report::visit_pictures(surroundings, motion, visit.measures);
  visit.plan = report::standing_boxes(*surroundings.scene);
}

/// From the observers of a visit that came to its end, or was broken off.
report::MeasuredVisit visit_of(const EvaluateOptions& options, const std::string& body, const char* source,
                               const world::World& world, const evaluation::Observers& observers,
                               const session::LoopReport& report, std::size_t most) {
  report::MeasuredVisit visit{body, source, observers.report(), observers.tables(), {}, {}, {}};
  visit.measures.update(visit_facts(report.ticks, report.state_hash));
  name_users(world, visit.measures);
  if (const auto* motion = dynamic_cast<const evaluation::MotionSamples*>(observers.find("motion_samples")))
    add_views(options, world, motion->moments(), most, visit);
  return visit;
}

/// The user's own analyser beside ours; nothing where none was asked for.
class OwnAnalyser {
 public:
  static core::Result<OwnAnalyser> start(const std::string& command, const world::World& world) {
    OwnAnalyser own;
    if (command.empty()) return own;
    own.surroundings_ = std::make_unique<evaluation::Surroundings>(session::surroundings_of(world));
    FH_TRY(analyser, session::OutsideAnalyser::start(command, *own.surroundings_));
    own.analyser_ = std::move(analyser);
    return own;
  }
  void tick_done(const world::World& world) {
    if (!analyser_) return;
    world.observe(moment_);
    analyser_->tick_done(moment_);
  }
  core::Result<> add_answer(core::Json& measures) {
    if (!analyser_) return {};
    FH_TRY(answer, analyser_->answer());
    measures["outside"] = std::move(answer);
    return {};
  }

 private:
  std::unique_ptr<evaluation::Surroundings> surroundings_;
  std::unique_ptr<session::OutsideAnalyser> analyser_;
  frame::Moment moment_;  // reused
};

/// The recorded motion itself; `why` it was used is logged.
core::Result<Measured> from_motion_track(const EvaluateOptions& options, const world::World& world,
                                         const std::string& why) {
  core::log_info("{}: from its motion track: {}", options.subject, why);
  FH_TRY(reader, session::LogReader::open(options.subject));
  core::Progress progress(options.subject, options.progress);
  const auto goes_on = [&](double share) {
    progress.at(share);
    return !g_give_up.load();
  };
  FH_TRY(measured, session::measure_track(reader, session::surroundings_of(world), evaluation::Depth::Full, goes_on));
  Measured result{{"own", "motion_track", std::move(measured.report), std::move(measured.tables), {}, {}, {}}, {}};
  result.visit.measures.update({{"ticks", measured.moments}, {"seconds", core::seconds_of(measured.moments)}});
  name_users(world, result.visit.measures);
  add_views(options, world, measured.motion, kReplayBytes, result.visit);
  if (g_give_up) result.partial = interrupted("own", measured.moments, -1.0);
  return result;
}

core::Result<Measured> simulated_again(const EvaluateOptions& options, session::ReplayDriver& driver,
                                       world::World& world) {
  FH_TRY_VOID(session::replay_start(driver, world));
  session::Verifier verifier;
  session::Measuring measuring(world, evaluation::Depth::Full);
  core::Progress progress(options.subject, options.progress);
  session::LoopHooks hooks;
  hooks.measuring = &measuring;
  FH_TRY(own, OwnAnalyser::start(options.with, world));
  hooks.after_tick = [&](world::World& now) {
    own.tick_done(now);
    verifier.tick_done(now, driver);
    progress.at(driver.reader().share_read());
  };
  hooks.wants_stop = [&] { return g_give_up.load() || verifier.mismatch().has_value(); };
  FH_TRY(report, session::run_replay(driver, world, hooks));
  if (verifier.mismatch() && !options.with.empty())
    return core::fail("{}: does not re-simulate from tick {} on, which --with needs", options.subject,
                      verifier.mismatch()->tick);
  if (verifier.mismatch() && !g_give_up)
    return from_motion_track(options, world,
                             fmt::format("it does not re-simulate from tick {} on", verifier.mismatch()->tick));
  Measured result{visit_of(options, "own", "resimulated", world, measuring.observers(), report, kReplayBytes), {}};
  FH_TRY_VOID(own.add_answer(result.visit.measures));
  if (g_give_up) result.partial = interrupted("own", report.ticks, core::seconds_of(driver.reader().ticks_recorded()));
  return result;
}

/// `bodies`: that reach; none: a small woman, a middle and a tall man.
core::Result<> judge(const scene::Scenario& scenario, std::vector<std::string> bodies,
                     report::EvaluationReport& report) {
  for (const report::MeasuredVisit& visit : report.visits) {
    const bool whole = report.partial.is_null() || report.partial["body"] != visit.body;
    for (core::Json& row : evaluation::judge_checks(scenario.checks, visit.measures, visit.body, whole))
      report.checks.push_back(std::move(row));
  }
  std::erase(bodies, "own");
  if (bodies.empty()) bodies = {"f05", "m50", "m95"};
  if (!report.partial.is_null()) {
    for (core::Json& row : evaluation::unjudged_bodies(scenario.checks, bodies))
      report.checks.push_back(std::move(row));
    return {};
  }
  FH_TRY(maps, evaluation::sight_maps(scenario.checks, scenario.scene, bodies));
  report.maps = std::move(maps);
  FH_TRY(fields, evaluation::reach_fields(scenario.checks, scenario.scene, bodies));
  report.reach = std::move(fields);
  FH_TRY(zones, evaluation::judge_zones(scenario.checks, scenario.scene, bodies));
  for (core::Json& row : zones) report.checks.push_back(std::move(row));
  FH_TRY(rows, evaluation::judge_reach(scenario.checks, scenario.scene, bodies));
  for (core::Json& row : rows) report.checks.push_back(std::move(row));
  return {};
}

core::Result<report::EvaluationReport> evaluate_recording(const EvaluateOptions& options) {
  if (!options.bodies.empty() || !options.tours.empty() || options.seed >= 0 || !options.config.file.empty() ||
      !options.config.settings.empty())
    return core::fail(
        "{}: is a recording: --bodies, --tour, --seed, --config and --set are for scenarios, which are visited anew",
        options.subject);
  FH_TRY(reader, session::LogReader::open(options.subject));
  const session::LogHeader header = reader.header();
  FH_TRY(config, Config::from_json_text(header.config, "configuration in " + options.subject));
  const auto outside = config.boolean("run.allow_outside") ? core::Outside::Allowed : core::Outside::Refused;
  ReplayOptions recording;
  recording.log = options.subject;
  FH_TRY(place, replay_place(recording, header, outside));
  world::WorldSettings settings = world_settings(config);
  if (options.workers >= 0) settings.workers = static_cast<unsigned>(options.workers);
  FH_TRY(world, world::World::create(place.scenario, settings));
  session::ReplayDriver driver(std::move(reader));
  FH_TRY(measured,
         options.from_track ? from_motion_track(options, world, "asked for") : simulated_again(options, driver, world));
  report::EvaluationReport report;
  report.subject = subject_json(place.scenario);
  report.partial = std::move(measured.partial);
  report.visits.push_back(std::move(measured.visit));
  FH_TRY_VOID(judge(place.scenario, {}, report));
  return report;
}

core::Result<Measured> visit_in(const std::string& body, const EvaluateOptions& options,
                                const scene::Scenario& scenario) {
  ConfigOptions chosen = options.config;
  if (body != "own") chosen.wear = body;
  FH_TRY(config, chosen.load());
  world::WorldSettings settings = world_settings(config);
  if (options.workers >= 0) settings.workers = static_cast<unsigned>(options.workers);
  FH_TRY(world, world::World::create(scenario, settings));
  RunOptions run;
  run.scenario = options.subject;
  run.tours = options.tours;
  const auto outside = config.boolean("run.allow_outside") ? core::Outside::Allowed : core::Outside::Refused;
  FH_TRY(tours, visit_tours(run, scenario, world, outside));
  say_who(tours, scenario);
  session::Measuring measuring(world, evaluation::Depth::Full);
  core::Progress progress(fmt::format("{}, body {}", scenario.name, body), options.progress);
  session::LoopHooks hooks;
  hooks.measuring = &measuring;
  FH_TRY(own, OwnAnalyser::start(options.with, world));
  hooks.after_tick = [&](world::World& now) {
    own.tick_done(now);
    progress.at(core::seconds_of(now.now()) / tours.seconds);
  };
  hooks.wants_stop = [] { return g_give_up.load(); };
  FH_TRY(report, session::run_loop(tours.driver, world, hooks));
  const std::size_t visits = std::max<std::size_t>(1, options.bodies.size());
  Measured result{visit_of(options, body, "live", world, measuring.observers(), report, kReplayBytes / visits), {}};
  FH_TRY_VOID(own.add_answer(result.visit.measures));
  if (g_give_up) result.partial = interrupted(body, report.ticks, tours.seconds);
  return result;
}

core::Result<report::EvaluationReport> evaluate_scenario(const EvaluateOptions& options) {
  FH_TRY(file, scene::find_scenario(options.subject));
  FH_TRY(config, options.config.load());
  const auto outside = config.boolean("run.allow_outside") ? core::Outside::Allowed : core::Outside::Refused;
  FH_TRY(scenario, scene::load_scenario(file, outside));
  for (const auto& warning : scenario.warnings) core::log_warning("{}", warning);
  if (options.seed >= 0) scenario.seed = static_cast<std::uint64_t>(options.seed);
  report::EvaluationReport report;
  report.subject = subject_json(scenario);
  std::vector<std::string> bodies = options.bodies;
  if (bodies.empty()) bodies.push_back("own");
  for (std::size_t i = 0; i < bodies.size() && report.partial.is_null(); ++i) {
    FH_TRY(measured, visit_in(bodies[i], options, scenario));
    report.visits.push_back(std::move(measured.visit));
    report.partial = std::move(measured.partial);
    for (std::size_t k = i + 1; !report.partial.is_null() && k < bodies.size(); ++k)
      report.partial["bodies_left"].push_back(bodies[k]);
  }
  FH_TRY_VOID(judge(scenario, options.bodies, report));
  return report;
}

}  // namespace

core::Result<report::EvaluationReport> measured_report(const EvaluateOptions& options) {
  for (const std::string& text : options.cameras) FH_TRY_VOID(evaluation::read_camera(text));
  give_up_on_interrupt();
  auto report = is_recording(options.subject) ? evaluate_recording(options) : evaluate_scenario(options);
  if (report && !report->partial.is_null() && report->visits.back().measures["ticks"] == 0)
    return core::fail("interrupted before anything was measured; nothing was written");
  return report;
}

}  // namespace fh::app
