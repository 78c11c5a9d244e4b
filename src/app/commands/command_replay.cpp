// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"
#include "app/commands/mind_report.h"
#include "app/commands/replay_dump.h"
#include "app/commands/replay_place.h"
#include "app/commands/replay_report.h"
#include "app/config/settings_from_config.h"
#include "app/stages/photographer.h"
#include "app/stages/sound_stage.h"
#include "core/hash.h"
#include "core/log.h"
#include "core/progress.h"
#include "scene/scenario/scenario.h"
#include "session/replay_loop.h"
#include "session/track_measuring.h"
#include "session/verifier.h"
#include "show/belief_overlay.h"

namespace fh::app {
namespace {

core::Tick tick_of(double seconds) {
  return static_cast<core::Tick>(seconds * core::kTicksPerSecond + 0.5);
}

/// The agent's mind at one moment of the recording; `wanted`: negative for its end.
int show_mind(session::ReplayDriver& driver, world::World& world, std::size_t agent, core::Tick wanted, bool as_json) {
  const core::Tick first = world.now();
  if (wanted >= 0 && wanted < first)
    return cannot({fmt::format("--at: the recording starts at {:.2f} s", core::seconds_of(first))});
  core::Json mind;
  const auto take = [&](const world::World& now) { mind = mind_json(now, agent); };
  session::LoopHooks ends;
  // A frame may hold several ticks: the moment is caught within it.
  ends.after_tick = [&](world::World& now) {
    if (now.now() == wanted) take(now);
  };
  ends.wants_stop = [&] { return !mind.is_null(); };
  if (wanted == first) take(world);
  if (const auto report = session::run_replay(driver, world, ends); !report) return cannot(report.error());
  if (wanted < 0) take(world);
  if (mind.is_null())
    return cannot({fmt::format("--at: the recording ends at {:.2f} s", core::seconds_of(world.now()))});
  if (as_json)
    print_json(mind);
  else
    std::printf("%s", mind_text(mind).c_str());
  return kDone;
}

/// The measures of the motion track; `why`: it was used instead of simulating.
core::Result<core::Json> track_measures(const ReplayOptions& options, const world::World& world,
                                        const std::string& why) {
  auto reader = session::LogReader::open(options.log);
  if (!reader) return tl::make_unexpected(reader.error());
  auto measured = session::measure_track(*reader, session::surroundings_of(world));
  if (!measured) return tl::make_unexpected(measured.error());
  core::Json json = {{"source", "motion_track"}, {"why", why}, {"ticks", measured->moments}};
  json["rows_skipped"] = measured->rows_skipped;
  json["damage"] = core::Json::array();
  for (const auto& damage : reader->damage()) json["damage"].push_back(damage_json(damage));
  json.update(measured->report);
  return json;
}

/// Measures without simulating, and says so.
int measure_from_track(const ReplayOptions& options, const world::World& world, const std::string& why) {
  auto measures = track_measures(options, world, why);
  if (!measures) return cannot(measures.error().within(why));
  if (options.json)
    print_json({{"recording", options.log}, {"measures", *measures}});
  else
    print_json(*measures);
  return (*measures)["damage"].empty() ? kDone : kNo;
}

/// Simulates the recording again; verifies or measures as asked. Where it no longer re-simulates, the measures are
/// those of its motion track.
int simulate_again(const ReplayOptions& options, const Config& config, const core::Json& origin,
                   session::ReplayDriver& driver, world::World& world) {
  ReplayOutcome outcome;
  outcome.origin = origin;
  session::LoopHooks hooks;
  session::Measuring measuring(world);
  if (options.measure) hooks.measuring = &measuring;
  std::unique_ptr<SoundStage> sound;
  if (!options.sound.empty()) {
    auto file = SoundStage::to_file(config, options.sound, options.force);
    if (!file) return cannot(file.error().within("--sound"));
    sound = std::move(*file);
  }
  const bool compares = options.verify || options.measure || sound;
  std::optional<core::Progress> progress(std::in_place, options.log, options.progress);
  hooks.after_tick = [&](world::World& w) {
    progress->at(driver.reader().share_read());
    if (compares) outcome.verifier.tick_done(w, driver);
    if (sound) sound->tick_done(w);
  };
  hooks.wants_stop = [&] { return outcome.verifier.mismatch().has_value(); };
  const auto report = session::run_replay(driver, world, hooks);
  progress.reset();
  if (!report) return cannot(report.error());
  if (sound) {
    if (auto closed = sound->close(); !closed) return cannot(closed.error());
  }
  outcome.report = *report;
  outcome.damage = driver.reader().damage();
  outcome.ticks_recorded = driver.reader().ticks_recorded();
  const auto& mismatch = outcome.verifier.mismatch();
  if (options.measure && mismatch) {
    auto measures = track_measures(options, world, fmt::format("does not re-simulate from tick {} on", mismatch->tick));
    if (!measures) return cannot(measures.error());
    outcome.measures = std::move(*measures);
  } else if (options.measure) {
    outcome.measures = {{"source", "resimulated"}, {"ticks", measuring.observers().moments()}};
    outcome.measures.update(measuring.observers().report());
  }
  if (options.json)
    print_json(replay_json(options.log, outcome, options.verify));
  else
    print_replay(options.log, outcome, options.verify);
  if (!options.verify) return outcome.damage.empty() ? kDone : kNo;
  if (outcome.ticks_recorded == 0) return cannot({options.log + ": holds no tick to verify"});
  return outcome.is_verified() ? kDone : kNo;
}

}  // namespace

int replay(const ReplayOptions& options) {
  auto reader = session::LogReader::open(options.log);
  if (!reader) return cannot(reader.error());
  if (options.dump) return dump_recording(*reader, options.json);
  if (!options.at.empty() && options.agent.empty()) return cannot({"--at: say whose mind, with --agent NAME"});
  const auto at = read_seconds(options.at);
  if (!options.at.empty() && !at) return cannot({"--at " + options.at + ": must be a time in seconds such as 12s"});
  const session::LogHeader header = reader->header();
  auto config = Config::from_json_text(header.config, "configuration in " + options.log);
  if (!config) return cannot(config.error());
  apply_log_level(*config);
  const auto outside = config->boolean("run.allow_outside") ? core::Outside::Allowed : core::Outside::Refused;
  const auto place = replay_place(options, header, outside);
  if (!place) return cannot(place.error());
  world::WorldSettings settings = world_settings(*config);
  if (options.workers >= 0) settings.workers = static_cast<unsigned>(options.workers);
  auto world = world::World::create(place->scenario, settings);
  if (!world) return cannot(world.error());

  session::ReplayDriver driver(std::move(*reader));
  if (options.from_track) return measure_from_track(options, *world, "asked for");
  if (auto begun = session::replay_start(driver, *world); !begun) {
    return options.measure ? measure_from_track(options, *world, begun.error().message) : cannot(begun.error());
  }
  if (!options.agent.empty()) {
    const auto agent = show::agent_named(*world, options.agent);
    if (!agent) return cannot(agent.error().within("--agent"));
    return show_mind(driver, *world, *agent, at ? tick_of(*at) : -1, options.json);
  }
  return simulate_again(options, *config, place->origin, driver, *world);
}

}  // namespace fh::app
