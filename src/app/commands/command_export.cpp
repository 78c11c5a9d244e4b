// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "app/commands/outputs.h"
#include "app/commands/replay_place.h"
#include "app/config/settings_from_config.h"
#include "core/files.h"
#include "core/log.h"
#include "report/motion/motion_writer.h"
#include "session/record/motion_track.h"
#include "session/replay_loop.h"
#include "session/verifier.h"

namespace fh::app {
namespace {

using Writers = std::vector<std::pair<std::string, std::unique_ptr<report::MotionWriter>>>;  // by file

/// The world that a recording was made in. The place stays where it is: the world points into it.
struct RecordedWorld {
  std::unique_ptr<ReplayPlace> place;
  world::World world;
};

core::Result<RecordedWorld> recorded_world(const session::LogHeader& header, const ExportOptions& options) {
  FH_TRY(config, Config::from_json_text(header.config, "configuration in " + options.log));
  const auto outside = config.boolean("run.allow_outside") ? core::Outside::Allowed : core::Outside::Refused;
  ReplayOptions recording;
  recording.log = options.log;
  recording.scenario = options.scenario;
  FH_TRY(found, replay_place(recording, header, outside));
  auto place = std::make_unique<ReplayPlace>(std::move(found));
  world::WorldSettings settings = world_settings(config);
  if (options.workers >= 0) settings.workers = static_cast<unsigned>(options.workers);
  FH_TRY(world, world::World::create(place->scenario, settings));
  return RecordedWorld{std::move(place), std::move(world)};
}

/// Every so many ticks a moment is written.
core::Tick step_of(const ExportOptions& options) {
  return std::max<core::Tick>(1, static_cast<core::Tick>(std::lround(core::kTicksPerSecond / options.rate)));
}

void write(const frame::Moment& moment, core::Tick step, Writers& writers) {
  for (auto& [file, writer] : writers) {
    if (moment.tick % step == 0 || writer->wants_all()) writer->add(moment);
  }
}

core::Result<core::BodyId> person_for(const std::string& name, const std::vector<std::string>& people) {
  if (people.empty()) return core::fail("--bvh: there is nobody in this recording");
  if (name.empty()) return core::BodyId{1};  // users come first
  const auto found = std::find(people.begin(), people.end(), name);
  if (found == people.end())
    return core::fail("--who {}: there is nobody of that name; there are: {}", name, fmt::join(people, ", "));
  return core::BodyId{static_cast<std::uint32_t>(found - people.begin() + 1)};
}

core::Result<> claim_files(const ExportOptions& options, OutputClaims& claims) {
  for (const std::string& file : {options.csv, options.bvh, options.gltf, options.carried}) {
    if (!file.empty()) FH_TRY_VOID(claims.take(file, options.force));
  }
  return {};
}

core::Result<Writers> make_writers(const ExportOptions& options, const report::Cast& cast) {
  Writers writers;
  if (!options.csv.empty()) writers.emplace_back(options.csv, report::make_csv_writer(options.csv, cast));
  if (!options.bvh.empty()) {
    FH_TRY(who, person_for(options.who, cast.people));
    writers.emplace_back(options.bvh, report::make_bvh_writer(options.bvh, who, core::seconds_of(step_of(options))));
  }
  if (!options.gltf.empty()) writers.emplace_back(options.gltf, report::make_gltf_writer(options.gltf, cast));
  if (!options.carried.empty()) writers.emplace_back(options.carried, report::make_path_writer(options.carried, cast));
  return writers;
}

/// The moments of the motion track; how many there were.
core::Result<std::int64_t> from_track(const std::string& log, core::Tick step, Writers& writers) {
  FH_TRY(reader, session::LogReader::open(log));
  session::MotionDecoder decoder;
  std::int64_t moments = 0;
  while (auto row = reader.next()) {
    const auto* motion = std::get_if<session::MotionRow>(&*row);
    if (!motion) continue;
    decoder.read(motion->bytes, [&](const frame::Moment& moment) {
      ++moments;
      write(moment, step, writers);
    });
  }
  if (moments == 0) return core::fail("{}: holds no motion track", log);
  return moments;
}

/// Simulates the recording again. The tick from which it differs from the recording, if it does: what was written is
/// then of no use.
core::Result<std::optional<core::Tick>> simulate(session::ReplayDriver& driver, world::World& world, core::Tick step,
                                                 Writers& writers) {
  FH_TRY_VOID(session::replay_start(driver, world));
  session::Verifier verifier;
  frame::Moment moment;
  session::LoopHooks hooks;
  hooks.after_tick = [&](world::World& now) {
    verifier.tick_done(now, driver);
    now.observe(moment);
    write(moment, step, writers);
  };
  hooks.wants_stop = [&] { return verifier.mismatch().has_value(); };
  FH_TRY_VOID(session::run_replay(driver, world, hooks));
  if (verifier.mismatch()) return std::optional(verifier.mismatch()->tick);
  return std::optional<core::Tick>();
}

void print_result(const ExportOptions& options, const std::string& source, const Writers& writers) {
  if (!options.json) {
    for (const auto& [file, writer] : writers)
      print_line(fmt::format("written: {} ({} moments, {})", file, writer->samples(), source));
    return;
  }
  core::Json files = core::Json::array();
  for (const auto& [file, writer] : writers) files.push_back({{"file", file}, {"moments", writer->samples()}});
  print_json({{"recording", options.log}, {"source", source}, {"files", files}});
}

}  // namespace

int export_motion(const ExportOptions& options) {
  if (options.csv.empty() && options.bvh.empty() && options.gltf.empty() && options.carried.empty())
    return cannot({"export: into what? Give --csv, --bvh, --gltf or --carried with a file"});
  auto reader = session::LogReader::open(options.log);
  if (!reader) return cannot(reader.error());
  auto recorded = recorded_world(reader->header(), options);
  if (!recorded) return cannot(recorded.error());
  world::World& world = recorded->world;
  report::Cast cast;
  cast.scene = &recorded->place->scenario.scene;
  for (const auto& person : world.people()) cast.people.push_back(person.name);
  OutputClaims claims;
  if (auto mine = claim_files(options, claims); !mine) return cannot(mine.error());
  auto writers = make_writers(options, cast);
  if (!writers) return cannot(writers.error());

  std::string source = "motion_track";
  std::string why = "asked for";
  if (!options.from_track) {
    session::ReplayDriver driver(std::move(*reader));
    const auto differs = simulate(driver, world, step_of(options), *writers);
    if (differs && !*differs) {
      source = "resimulated";
    } else {
      why = differs ? fmt::format("it does not re-simulate from tick {} on", **differs) : differs.error().message;
      writers = make_writers(options, cast);
      if (!writers) return cannot(writers.error());
    }
  }
  if (source == "motion_track") {
    core::log_info("{}: from its motion track: {}", options.log, why);
    if (const auto moments = from_track(options.log, step_of(options), *writers); !moments)
      return cannot(moments.error());
  }
  for (auto& [file, writer] : *writers) {
    if (auto done = writer->end(); !done) return cannot(done.error());
  }
  print_result(options, source, *writers);
  return kDone;
}

}  // namespace fh::app
