// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"
#include "app/commands/mind_report.h"
#include "app/config/settings_from_config.h"
#include "app/stages/photographer.h"
#include "core/hash.h"
#include "core/log.h"
#include "scene/scenario/scenario.h"
#include "session/replay_loop.h"
#include "session/track_measuring.h"
#include "session/verifier.h"
#include "show/belief_overlay.h"

namespace fh::app {
namespace {

void dump_user(const frame::FrameInput& input) {
  const auto& p = input.head.pose.position;
  std::printf("  head (%.4f, %.4f, %.4f)%s", p.x, p.y, p.z, input.head.tracked ? "" : " lost");
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const auto& hand = input.hands[side];
    const auto& h = hand.grip.pose.position;
    std::printf("  %s (%.4f, %.4f, %.4f)%s trigger %.2f squeeze %.2f buttons %x",
                side == frame::kLeft ? "left" : "right", h.x, h.y, h.z, hand.grip.tracked ? "" : " lost", hand.trigger,
                hand.squeeze, hand.buttons);
  }
  for (const auto& command : input.commands) std::printf("  %s", frame::find_command(command.id)->word);
  if (input.commands.text_bytes > 0) std::printf("  \"%s\"", std::string(input.commands.text_view()).c_str());
  if (input.space_change.happened) std::printf("  space changed");
  if (input.change.setting != frame::LiveSetting::None)
    std::printf("  setting %u = %g", static_cast<unsigned>(input.change.setting), input.change.value);
}

void dump_row(const frame::FrameInputs& inputs) {
  std::printf("input  t=%.4f s  ticks %u", static_cast<double>(inputs.display_time_ns) * 1e-9, inputs.ticks);
  for (std::size_t i = 0; i < inputs.users.size(); ++i) {
    if (inputs.users.size() > 1) std::printf("  user %zu", i + 1);
    dump_user(inputs.users[i]);
  }
  std::printf("\n");
}

int dump(session::LogReader& reader) {
  std::printf("header %s\n", session::to_json_text(reader.header()).c_str());
  while (auto row = reader.next()) {
    if (const auto* input = std::get_if<frame::FrameInputs>(&*row)) {
      dump_row(*input);
    } else if (const auto* hashes = std::get_if<session::TickHashes>(&*row)) {
      std::printf("hashes tick %lld", static_cast<long long>(hashes->tick));
      for (std::size_t i = 0; i < hashes->phases.size(); ++i) {
        const auto& names = reader.header().phases;
        std::printf("  %s %s", i < names.size() ? names[i].c_str() : "?",
                    core::hash_string(hashes->phases[i].all).c_str());
      }
      std::printf("\n");
    } else if (const auto* state = std::get_if<session::KeyState>(&*row)) {
      std::printf("state  tick %lld  %zu bytes  %s\n", static_cast<long long>(state->tick), state->bytes.size(),
                  core::hash_string(core::hash_bytes(state->bytes)).c_str());
    } else if (const auto* motion = std::get_if<session::MotionRow>(&*row)) {
      std::printf("motion %zu bytes\n", motion->bytes.size());
    } else if (const auto* end = std::get_if<session::EndRow>(&*row)) {
      std::printf("end    %s\n", end->reason.c_str());
    }
  }
  for (const auto& damage : reader.damage()) std::printf("damage %s\n", session::text_of(damage).c_str());
  return reader.damage().empty() ? kDone : kNo;
}

struct Outcome {
  session::LoopReport report;
  session::Verifier verifier;
  core::Tick ticks_recorded = 0;
  std::vector<session::Damage> damage;
  core::Json measures;  // null: not asked for

  /// Equal and whole.
  bool is_verified() const {
    return !verifier.mismatch() && damage.empty() && verifier.ticks_compared() == ticks_recorded && ticks_recorded > 0;
  }
};

core::Json damage_json(const std::vector<session::Damage>& damage) {
  core::Json rows = core::Json::array();
  for (const auto& row : damage) {
    rows.push_back({{"kind", row.is_cut ? "cut" : "damage"},
                    {"from_tick", row.from},
                    {"to_tick", row.to ? core::Json(*row.to) : core::Json()},
                    {"byte", row.byte},
                    {"reason", row.reason}});
  }
  return rows;
}

void print_verdict(const Outcome& outcome) {
  const auto compared = static_cast<long long>(outcome.verifier.ticks_compared());
  const auto recorded = static_cast<long long>(outcome.ticks_recorded);
  if (const auto& mismatch = outcome.verifier.mismatch()) {
    std::printf("DIFFERS at tick %lld, phase %s, field %s\n", static_cast<long long>(mismatch->tick),
                mismatch->phase.c_str(), mismatch->field.c_str());
    if (!mismatch->detail.empty()) std::printf("  %s\n", mismatch->detail.c_str());
    return;
  }
  if (outcome.is_verified())
    std::printf("verified: all %lld recorded ticks are identical\n", compared);
  else if (compared == recorded)
    std::printf(
        "NOT VERIFIED as a whole: all %lld ticks that are there are identical, but the recording is not whole\n",
        compared);
  else
    std::printf(
        "NOT VERIFIED as a whole: %lld of %lld recorded ticks are identical, the others could not be compared\n",
        compared, recorded);
  if (const std::size_t fields = outcome.verifier.fields_not_comparable(); fields > 0)
    std::printf("  not compared: %zu fields that only the recording or only this program has\n", fields);
}

void print_outcome(const Outcome& outcome, const ReplayOptions& options) {
  const auto& mismatch = outcome.verifier.mismatch();
  if (options.json) {
    core::Json json;
    json["recording"] = options.log;
    json["ticks"] = outcome.report.ticks;
    json["state_hash"] = core::hash_string(outcome.report.state_hash);
    json["wall_seconds"] = outcome.report.seconds;
    json["damage"] = damage_json(outcome.damage);
    json["ticks_recorded"] = outcome.ticks_recorded;
    json["ticks_compared"] = outcome.verifier.ticks_compared();
    json["fields_not_comparable"] = outcome.verifier.fields_not_comparable();
    json["verified"] = options.verify && outcome.is_verified();
    if (mismatch) {
      json["mismatch"] = {{"tick", mismatch->tick},
                          {"phase", mismatch->phase},
                          {"field", mismatch->field},
                          {"detail", mismatch->detail}};
    }
    if (!outcome.measures.is_null()) json["measures"] = outcome.measures;
    return print_json(json);
  }
  std::printf("%s: %lld ticks simulated in %.2f s, state %s\n", options.log.c_str(),
              static_cast<long long>(outcome.report.ticks), outcome.report.seconds,
              core::hash_string(outcome.report.state_hash).c_str());
  for (const auto& damage : outcome.damage) print_line(fmt::format("{}: {}", options.log, session::text_of(damage)));
  if (!outcome.measures.is_null()) print_line("measures: " + outcome.measures.dump(2));
  if (options.verify) print_verdict(outcome);
}

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
  return kDone;
}

/// Simulates the recording again; verifies or measures as asked. Where it no longer re-simulates, the measures are
/// those of its motion track.
int simulate_again(const ReplayOptions& options, session::ReplayDriver& driver, world::World& world) {
  Outcome outcome;
  session::LoopHooks hooks;
  session::Measuring measuring(world);
  if (options.measure) hooks.measuring = &measuring;
  if (options.verify || options.measure) {
    hooks.after_tick = [&](world::World& w) { outcome.verifier.tick_done(w, driver); };
    hooks.wants_stop = [&] { return outcome.verifier.mismatch().has_value(); };
  }
  const auto report = session::run_replay(driver, world, hooks);
  if (!report) return cannot(report.error());
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
  print_outcome(outcome, options);
  if (!options.verify) return outcome.damage.empty() ? kDone : kNo;
  if (outcome.ticks_recorded == 0) return cannot({options.log + ": holds no tick to verify"});
  return outcome.is_verified() ? kDone : kNo;
}

}  // namespace

int replay(const ReplayOptions& options) {
  auto reader = session::LogReader::open(options.log);
  if (!reader) return cannot(reader.error());
  if (options.dump) return dump(*reader);
  if (!options.at.empty() && options.agent.empty()) return cannot({"--at: say whose mind, with --agent NAME"});
  const auto at = read_seconds(options.at);
  if (!options.at.empty() && !at) return cannot({"--at " + options.at + ": must be a time in seconds such as 12s"});
  const session::LogHeader header = reader->header();
  auto config = Config::from_json_text(header.config, "configuration in " + options.log);
  if (!config) return cannot(config.error());
  apply_log_level(*config);
  const auto file = scene::find_scenario(options.scenario.empty() ? header.scenario : options.scenario);
  if (!file) return cannot(file.error().within("the recording's scenario (give another with --scenario)"));
  const auto scenario = scene::load_scenario(*file);
  if (!scenario) return cannot(scenario.error());
  if (scenario->content_hash != header.scenario_hash) {
    core::log_warning("{} has changed since the recording was made: the replay may differ", file->string());
  }
  world::WorldSettings settings = world_settings(*config);
  if (options.workers >= 0) settings.workers = static_cast<unsigned>(options.workers);
  auto world = world::World::create(*scenario, settings);
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
  return simulate_again(options, driver, *world);
}

}  // namespace fh::app
