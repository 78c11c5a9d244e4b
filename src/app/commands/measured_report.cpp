// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <csignal>

#include "app/commands/measured_report.h"
#include "app/commands/replay_place.h"
#include "app/commands/visit_tours.h"
#include "app/config/build_info.h"
#include "app/config/settings_from_config.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/log.h"
#include "evaluation/checks.h"
#include "evaluation/motion_samples.h"
#include "report/replay_scene.h"
#include "session/replay_loop.h"
#include "session/track_measuring.h"
#include "session/verifier.h"

namespace fh::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReplayBytes = 9'000'000;  // of all visits of a page: 12 MB as text, 15 MB with the scripts

std::atomic<bool> g_give_up{false};  // asked by a signal

void give_up_on_interrupt() {
  const auto ask = [](int) { g_give_up = true; };
  std::signal(SIGINT, ask);
  std::signal(SIGTERM, ask);
}

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

std::vector<std::byte> replay_of(const world::World& world, const evaluation::Observers& observers, std::size_t most) {
  const auto* motion = dynamic_cast<const evaluation::MotionSamples*>(observers.find("motion_samples"));
  if (!motion) return {};
  return report::replay_scene(session::surroundings_of(world), motion->moments(), most);
}

/// The recorded motion itself; `why` it was used is logged.
core::Result<report::MeasuredVisit> from_motion_track(const std::string& log, const world::World& world,
                                                      const std::string& why) {
  core::log_info("{}: from its motion track: {}", log, why);
  FH_TRY(reader, session::LogReader::open(log));
  FH_TRY(measured, session::measure_track(reader, session::surroundings_of(world), evaluation::Depth::Full));
  report::MeasuredVisit visit{"own", "motion_track", std::move(measured.report), std::move(measured.tables), {}};
  visit.replay = report::replay_scene(session::surroundings_of(world), measured.motion, kReplayBytes);
  visit.measures.update({{"ticks", measured.moments}, {"seconds", core::seconds_of(measured.moments)}});
  name_users(world, visit.measures);
  return visit;
}

core::Result<report::MeasuredVisit> simulated_again(const std::string& log, session::ReplayDriver& driver,
                                                    world::World& world) {
  FH_TRY_VOID(session::replay_start(driver, world));
  session::Verifier verifier;
  session::Measuring measuring(world, evaluation::Depth::Full);
  session::LoopHooks hooks;
  hooks.measuring = &measuring;
  hooks.after_tick = [&](world::World& now) { verifier.tick_done(now, driver); };
  hooks.wants_stop = [&] { return g_give_up.load() || verifier.mismatch().has_value(); };
  FH_TRY(report, session::run_replay(driver, world, hooks));
  if (g_give_up) return core::fail("interrupted; nothing was written");
  if (verifier.mismatch())
    return from_motion_track(log, world,
                             fmt::format("it does not re-simulate from tick {} on", verifier.mismatch()->tick));
  report::MeasuredVisit visit{"own", "resimulated", measuring.observers().report(), measuring.observers().tables(), {}};
  visit.measures.update(visit_facts(report.ticks, report.state_hash));
  name_users(world, visit.measures);
  visit.replay = replay_of(world, measuring.observers(), kReplayBytes);
  return visit;
}

/// `bodies`: that reach; none: a small woman, a middle and a tall man.
core::Result<> judge(const scene::Scenario& scenario, std::vector<std::string> bodies,
                     report::EvaluationReport& report) {
  for (const report::MeasuredVisit& visit : report.visits) {
    for (core::Json& row : evaluation::judge_checks(scenario.checks, visit.measures, visit.body))
      report.checks.push_back(std::move(row));
  }
  std::erase(bodies, "own");
  if (bodies.empty()) bodies = {"f05", "m50", "m95"};
  FH_TRY(rows, evaluation::judge_reach(scenario.checks, scenario.scene, bodies));
  for (core::Json& row : rows) report.checks.push_back(std::move(row));
  return {};
}

core::Result<report::EvaluationReport> evaluate_recording(const EvaluateOptions& options) {
  if (!options.bodies.empty() || !options.tours.empty() || options.seed >= 0)
    return core::fail("{}: is a recording: --bodies, --tour and --seed are for scenarios, which are visited anew",
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
  report::EvaluationReport report;
  report.subject = subject_json(place.scenario);
  if (options.from_track) {
    FH_TRY(visit, from_motion_track(options.subject, world, "asked for"));
    report.visits.push_back(std::move(visit));
  } else {
    session::ReplayDriver driver(std::move(reader));
    FH_TRY(visit, simulated_again(options.subject, driver, world));
    report.visits.push_back(std::move(visit));
  }
  FH_TRY_VOID(judge(place.scenario, {}, report));
  return report;
}

core::Result<report::MeasuredVisit> visit_in(const std::string& body, const EvaluateOptions& options,
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
  session::LoopHooks hooks;
  hooks.measuring = &measuring;
  hooks.wants_stop = [] { return g_give_up.load(); };
  FH_TRY(report, session::run_loop(tours.driver, world, hooks));
  if (g_give_up) return core::fail("interrupted; nothing was written");
  report::MeasuredVisit visit{body, "live", measuring.observers().report(), measuring.observers().tables(), {}};
  visit.measures.update(visit_facts(report.ticks, report.state_hash));
  name_users(world, visit.measures);
  visit.replay =
      replay_of(world, measuring.observers(), kReplayBytes / std::max<std::size_t>(1, options.bodies.size()));
  return visit;
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
  for (const std::string& body : bodies) {
    FH_TRY(visit, visit_in(body, options, scenario));
    report.visits.push_back(std::move(visit));
  }
  FH_TRY_VOID(judge(scenario, options.bodies, report));
  return report;
}

}  // namespace

core::Result<report::EvaluationReport> measured_report(const EvaluateOptions& options) {
  give_up_on_interrupt();
  return is_recording(options.subject) ? evaluate_recording(options) : evaluate_scenario(options);
}

}  // namespace fh::app
