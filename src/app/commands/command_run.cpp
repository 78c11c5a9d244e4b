// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/measured_report.h"
#include "app/commands/outputs.h"
#include "app/commands/visit_report.h"
#include "app/commands/visit_tours.h"
#include "app/config/build_info.h"
#include "app/config/profiles.h"
#include "app/config/settings_from_config.h"
#include "app/stages/body_uploads.h"
#include "app/stages/choose_driver.h"
#include "app/stages/headset_stage.h"
#include "app/stages/recording_switch.h"
#include "app/stages/sound_stage.h"
#include "app/stages/tools_report.h"
#include "app/stages/voice_stage.h"
#include "app/stages/window_stage.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/log.h"
#include "core/progress.h"
#include "core/text.h"
#include "scene/scenario/scenario.h"
#include "session/loop.h"
#include "session/snapshot_numbers.h"
#include "show/belief_overlay.h"

namespace fh::app {
namespace {

std::atomic<bool> g_stop{false};

void stop_on_interrupt() {
  const auto ask = [](int) { g_stop = true; };
  std::signal(SIGINT, ask);
  std::signal(SIGTERM, ask);
}

session::LogHeader log_header(const RunOptions& options, const scene::Scenario& scenario, const Config& config,
                              const VisitTours& tours) {
  session::LogHeader header;
  header.build = build_id();
  header.scenario = options.scenario;
  header.scenario_hash = scenario.content_hash;
  header.config = core::to_text(config.to_json());
  header.config_hash = config.simulation_hash();
  header.phases = world::phase_names();
  header.scenario_text = scenario.text;
  for (const auto& model : scenario.files) header.files.push_back({model.name, model.hash});
  std::error_code unknown;
  if (!scenario.files.empty()) header.files_folder = std::filesystem::absolute(scenario.folder, unknown).string();
  constexpr std::uint64_t kMostCarried = 1u << 20;  // what a tour did is in the inputs; its text is for readers
  for (const auto& file : tours.files) {
    auto text = core::read_text(file, kMostCarried);
    header.tours.push_back({file.filename().string(), text ? std::move(*text) : std::string()});
  }
  for (auto& part : build_parts()) header.versions.push_back({std::move(part.name), std::move(part.version)});
  return header;
}

/// What is worth a picture.
std::vector<std::string> default_shots(const std::string& scenario) {
  if (scenario != "workshop") return {"1s", "4s", "8s", "11s"};
  return {"5.5s",     "5.6s:third",  "12s:third", "18.5s:third", "20s:top",    "25.5s",
          "26s:mira", "37.3s:third", "45s:top",   "57.5s:third", "57.6s:jonas"};
}

/// The folder, made; with a number behind its name when another visit of the same second has it.
std::string own_folder(const std::string& name) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(name).parent_path(), error);
  std::string folder = name;
  for (int i = 2; !std::filesystem::create_directory(folder, error) && !error; ++i)
    folder = fmt::format("{}-{}", name, i);
  return folder;  // what cannot be made is told when the first file is written
}

/// The visit without any option: recorded and photographed into a folder of its own.
RunOptions with_defaults(RunOptions options) {
  const bool plain = options.tours.empty() && options.record.empty() && options.shots.empty() && !options.headless;
  if (!plain) return options;
  const std::string folder = options.out.empty() ? own_folder(dated_path(options.scenario)) : options.out;
  options.record = folder + "/visit.fhlog";
  options.shots = folder;
  if (options.sound.empty()) options.sound = folder + "/visit.wav";
  if (options.report.empty()) options.report = folder + "/report";
  options.offscreen = true;
  if (!options.at.empty()) return options;
  for (const std::string& shot : default_shots(options.scenario)) {
    const auto seconds = read_seconds(shot.substr(0, shot.find(':')));
    if (options.seconds < 0.0 || *seconds <= options.seconds) options.at.push_back(shot);
  }
  return options;
}

/// A picture of a time that the visit does not have is refused before the visit.
core::Result<> check_times(const RunOptions& options, const VisitTours& tours) {
  PhotoOptions photo;
  FH_TRY_VOID(read_shots(options.at, photo));
  for (const Shot& shot : photo.shots) {
    if (shot.at > tours.seconds)
      return core::fail("--at {:g}s: the visit ends at {:g} s; --seconds {:g} makes it longer", shot.at, tours.seconds,
                        shot.at);
  }
  return {};
}

core::Result<std::unique_ptr<Photographer>> make_photographer(const RunOptions& options, const VisitTours& tours,
                                                              const world::World& world) {
  if (options.shots.empty() || options.headless) return std::unique_ptr<Photographer>();
  PhotoOptions photo;
  photo.folder = options.shots;
  // Nobody's eyes: from above.
  photo.view = tours.files.empty() && options.view == PhotoOptions().view ? "top" : options.view;
  photo.inset = options.inset;
  FH_TRY_VOID(read_size(options.size, photo));
  FH_TRY_VOID(read_shots(options.at, photo));
  return Photographer::create(world, photo);
}

/// A choice other than "auto" is obeyed, or the command fails.
Who who_drives(const RunOptions& options) {
  const bool scripted = !options.tours.empty() || options.headless || options.offscreen || !options.shots.empty();
  if (options.with == "tour" || (options.with == "auto" && scripted)) return Who::Tour;
  if (options.with == "headset") return Who::Headset;
  if (options.with == "window") return Who::Window;
  const StartupChoice choice = choose_driver();
  core::log_info("{}", choice.why);
  return choice.who;
}

/// A window has no room to walk in: its user moves by stick, whatever the headset's user prefers.
core::Result<Config> config_for(Who who, const RunOptions& options) {
  auto config = options.config.load();
  if (config && who == Who::Window) {
    for (const char* setting : {"user.move=smooth", "user.vignette=0"}) {
      FH_TRY_VOID(config->set(setting));
    }
  }
  return config;
}

/// The bystanders' window; a visit goes on without one. Off stays off, window and all.
std::unique_ptr<Mirror> open_mirror(const Config& config) {
  if (mirror_kind(config) == MirrorKind::Off || !desktop::has_display()) return nullptr;
  auto mirror = Mirror::create(config);
  if (!mirror) core::log_warning("no mirror: {}", mirror.error().message);
  return mirror ? std::move(*mirror) : nullptr;
}

core::Result<session::LoopReport> visit_in_headset(HeadsetStage& stage, const scene::Scenario& scenario,
                                                   RecordingSwitch& recording, world::World& world,
                                                   session::LoopHooks ends, Pictures& pictures) {
  FH_TRY_VOID(stage.load(scenario.scene, skins_of(world)));
  if (OperatorDesk* desk = stage.desk()) {
    desk->facts.scenario = scenario.name;
    desk->recording = &recording;
  }
  stage.live = ends.live;
  ends.draw = [&](world::World& now, frame::FrameDriver&) { return stage.draw(now); };
  auto report = session::run_loop(stage, world, ends);
  pictures.taken = stage.taken();
  return report;
}

core::Result<session::LoopReport> visit_in_window(const RunOptions& options, const scene::Scenario& scenario,
                                                  const Config& config, RecordingSwitch& recording, world::World& world,
                                                  session::LoopHooks ends, Pictures& pictures) {
  FH_TRY(stage, WindowStage::create(world, config));
  stage->facts().scenario = scenario.name;
  stage->desk().recording = &recording;
  if (!options.inset.empty()) stage->show_inset(*show::agent_named(world, options.inset));
  stage->live = ends.live;
  stage->snapshot_folder = snapshot_folder(options);
  ends.draw = [&](world::World& now, frame::FrameDriver&) { return stage->draw(now); };
  auto report = session::run_loop(stage->driver(), world, ends);
  pictures.taken = stage->taken();
  return report;
}

core::Result<session::LoopReport> visit_by_tour(const RunOptions& options, VisitTours& tours, world::World& world,
                                                session::LoopHooks ends, Pictures& pictures) {
  FH_TRY(photographer, make_photographer(options, tours, world));
  if (photographer) {
    photographer->live = ends.live;
    ends.draw = [&](world::World& now, frame::FrameDriver&) { return photographer->look(now); };
  }
  say_who(tours, world.scenario());
  core::Progress progress(world.scenario().name, options.progress);
  ends.after_tick = [&progress, &tours, also = std::move(ends.after_tick)](world::World& now) {
    also(now);
    progress.at(core::seconds_of(now.now()) / tours.seconds);
  };
  auto report = session::run_loop(tours.driver, world, ends);
  if (photographer) {
    pictures.taken = photographer->taken();
    pictures.not_taken = photographer->not_taken();
  }
  return report;
}

/// The calibration of the visit under the name that was asked for; nothing happens without a name.
core::Result<> keep_calibration(const RunOptions& options, const world::World& world) {
  if (options.save_profile.empty()) return {};
  if (world.users().empty() || world.users().front().body.calibrations() == 0)
    return core::fail(
        "--save-profile {}: nobody calibrated during the visit (K in a window, X or the operator's panel)",
        options.save_profile);
  OutputClaims claims;
  FH_TRY_VOID(claims.take(profile_file(options.save_profile), options.force));
  FH_TRY(saved, save_profile(options.save_profile, world.users().front().body.calibration()));
  core::log_info("profile saved as {}", saved.string());
  return {};
}

/// Wrong options are told before any device is asked. The scenario's file.
core::Result<std::filesystem::path> checked_scenario(const RunOptions& asked) {
  FH_TRY(early, asked.config.load());
  if (!asked.save_profile.empty() && !human::is_profile_name(asked.save_profile))
    return core::fail("--save-profile: \"{}\" is no name of a profile", asked.save_profile);
  apply_log_level(early);
  FH_TRY(file, scene::find_scenario(asked.scenario));
  if (asked.headless && (asked.offscreen || !asked.shots.empty() || !asked.at.empty()))
    return core::fail("--headless draws no pictures: leave it out, or leave out --offscreen, --shots and --at");
  if (asked.with == "headset") FH_TRY_VOID(headset_ready());
  return file;
}

using SoundStages = std::vector<std::unique_ptr<SoundStage>>;

/// Loudspeakers for those who are there, a file for those who ask. `asked`: by an option, not by default.
core::Result<SoundStages> open_sound(Who who, const RunOptions& options, const Config& config, bool asked) {
  SoundStages stages;
  if (who != Who::Tour) {
    if (auto live = SoundStage::live(config)) stages.push_back(std::move(live));
  }
  if (options.sound.empty()) return stages;
  auto file = SoundStage::to_file(config, options.sound, options.force);
  if (!file && asked) return core::fail_within("--sound", file.error());
  if (!file)
    core::log_info("{}", file.error().message);
  else
    stages.push_back(std::move(*file));
  return stages;
}

core::Result<> close_sound(const SoundStages& sound, VoiceStage& voice) {
  voice.close();
  for (const auto& stage : sound) FH_TRY_VOID(stage->close());
  return {};
}

session::LoopHooks loop_hooks(const RunOptions& options, session::Recorder& recorder, session::Measuring& measuring,
                              session::LiveNumbers& live, session::SnapshotNumbers& numbers, const SoundStages& sound,
                              VoiceStage* voice) {
  session::LoopHooks ends;
  ends.after_tick = [&sound, &numbers, voice](const world::World& now) {
    numbers.tick_done(now);
    for (const auto& stage : sound) stage->tick_done(now);
    if (voice) voice->tick_done(now);
  };
  ends.recorder = &recorder;
  ends.measuring = &measuring;
  ends.live = &live;
  ends.wants_stop = [] { return g_stop.load(); };
  if (options.seconds >= 0.0) ends.most_ticks = core::ticks_of(options.seconds);
  if (!options.until.empty()) ends.is_done = [](const world::World& now) { return now.all_done(); };
  return ends;
}

/// Measures the recording, unless the visit was broken off. The checks of the scenario do not change the exit code of a
/// visit: `firsthand evaluate` does that.
core::Result<> write_visit_report(const RunOptions& options, const session::LoopReport& report) {
  if (options.report.empty() || !report.recording_error.empty() || g_stop) return {};
  EvaluateOptions what;
  what.subject = options.record;
  what.progress = options.progress;
  FH_TRY(measured, measured_report(what));
  return report::write_report(measured, options.report, options.force);
}

/// Prints what came of the visit; the exit code.
int finish(const RunOptions& options, const session::LoopReport& report, const world::World& world,
           const session::Measuring& measuring, const session::LiveNumbers& live, const VisitTours& tours,
           Pictures& pictures) {
  auto saved = write_saved_places(world, folder_of(options), options.force);
  if (saved) pictures.saved = *saved;
  core::Json measured = measuring.observers().report();
  if (core::Json told = live.json(world); !told.is_null()) measured["live"] = std::move(told);
  if (options.json)
    print_json(visit_json(report, world, measured, options, tours, pictures));
  else
    print_visit(report, world, measured, options, pictures);
  if (!saved) return cannot(saved.error());
  if (auto kept = keep_calibration(options, world); !kept) return cannot(kept.error());
  if (!report.recording_error.empty()) return kCannot;
  const bool ended = options.until.empty() || world.all_done();
  return ended && world.errands_given_up() == 0 && pictures.not_taken.empty() ? kDone : kNo;
}

evaluation::LiveChoice live_choice(const Config& config) {
  return {config.boolean("user.show_clearance"), config.boolean("user.show_reach"), config.boolean("user.show_posture"),
          config.boolean("user.show_visibility")};
}

/// What can only be asked of a world: who is there to be waited for and looked through, and who plays the users.
core::Result<VisitTours> wishes(Who who, const RunOptions& options, const world::World& world, core::Outside outside) {
  if (!options.until.empty() && !world.can_be_done()) {
    return core::fail(
        "--until done: nobody in {} can be done: it needs an agent with errands, in a queue or in pursuit of "
        "somebody; use --seconds",
        world.scenario().name);
  }
  if (!options.inset.empty()) {
    if (auto agent = show::agent_named(world, options.inset); !agent)
      return core::fail_within("--inset", agent.error());
  }
  if (who != Who::Tour) return VisitTours{};
  FH_TRY(tours, visit_tours(options, world.scenario(), world, outside));
  FH_TRY_VOID(check_times(options, tours));
  return tours;
}

/// None where nobody wears one.
core::Result<std::unique_ptr<HeadsetStage>> open_headset(Who who, const Config& config,
                                                         const std::filesystem::path& file, const RunOptions& options) {
  if (who != Who::Headset) return std::unique_ptr<HeadsetStage>();
  FH_TRY(stage,
         HeadsetStage::open(config, fmt::format("loading {} ...", file.stem().string()), {}, open_mirror(config)));
  stage->snapshot_folder = snapshot_folder(options);
  return stage;
}

int run_once(const RunOptions& asked) {
  const auto file = checked_scenario(asked);
  if (!file) return cannot(file.error());
  const Who who = who_drives(asked);
  const RunOptions options = who == Who::Tour ? with_defaults(asked) : asked;
  if (options.shots.empty() && (!options.at.empty() || options.offscreen))
    return cannot({"pictures of the visit need a folder: give --shots DIR"});
  OutputClaims claims;
  if (auto may = check_outputs(options, *file, claims); !may) return cannot(may.error());
  const auto config = config_for(who, options);
  if (!config) return cannot(config.error());
  const auto headset = open_headset(who, *config, *file, options);
  if (!headset) return cannot(headset.error());
  const auto outside = config->boolean("run.allow_outside") ? core::Outside::Allowed : core::Outside::Refused;
  core::Result<scene::Scenario> scenario;
  core::Result<world::World> world = core::fail("not loaded");
  const auto load = [&]() -> core::Result<> {
    scenario = is_model(*file) ? open_model(*file, options.model) : scene::load_scenario(*file, outside);
    if (!scenario) return tl::make_unexpected(scenario.error());
    for (const auto& warning : scenario->warnings) core::log_warning("{}", warning);
    if (scenario->users.empty() && who != Who::Tour)
      return core::fail("{}: has no user to be; run it with --headless or --offscreen", asked.scenario);
    world = world::World::create(*scenario, world_settings(*config));
    return world ? core::Result<>{} : tl::make_unexpected(world.error());
  };
  if (auto loaded = *headset ? (*headset)->while_loading(load) : load(); !loaded) return cannot(loaded.error());

  auto tours = wishes(who, options, *world, outside);
  if (!tours) return cannot(tours.error());
  session::Recorder recorder;
  const session::LogHeader header = log_header(options, *scenario, *config, *tours);
  RecordingSwitch recording(recorder, header, options.scenario);
  if (!options.record.empty()) {
    if (auto mine = claims.take(options.record, options.force); !mine) return cannot(mine.error().within("--record"));
    auto writer = session::LogWriter::create(options.record, header);
    if (!writer) return cannot(writer.error());
    recorder.start(std::move(*writer), *world);
  }
  session::Measuring measuring(*world);
  const auto sound = open_sound(who, options, *config, !asked.sound.empty());
  if (!sound) return cannot(sound.error());
  VoiceStage voice(folder_of(options), options.force);
  session::SnapshotNumbers numbers;
  session::LiveNumbers live(live_choice(*config));
  const auto ends =
      loop_hooks(options, recorder, measuring, live, numbers, *sound, who == Who::Tour ? nullptr : &voice);
  stop_on_interrupt();
  Pictures pictures;
  const auto report = who == Who::Headset ? visit_in_headset(**headset, *scenario, recording, *world, ends, pictures)
                      : who == Who::Window
                          ? visit_in_window(options, *scenario, *config, recording, *world, ends, pictures)
                          : visit_by_tour(options, *tours, *world, ends, pictures);
  if (!report) return cannot(report.error());
  if (auto closed = close_sound(*sound, voice); !closed) return cannot(closed.error());
  const auto measured = write_visit_report(options, *report);
  pictures.numbers = numbers.rows();
  const int code = finish(options, *report, *world, measuring, live, *tours, pictures);
  return measured ? code : cannot(measured.error());
}

}  // namespace

int run(const RunOptions& asked) {
  return asked.bodies.empty() ? run_once(asked) : run_in_bodies(asked);
}

}  // namespace fh::app
