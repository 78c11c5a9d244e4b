// SPDX-License-Identifier: Apache-2.0
#include "app/options.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/commands.h"
#include "app/config/build_info.h"
#include "scene/place/gltf.h"

namespace fh::app {
namespace {

void add_config(CLI::App& app, ConfigOptions& options) {
  app.add_option("--config", options.file, "Configuration file (JSON); see docs/configuration.md")->type_name("FILE");
  app.add_option("--set", options.settings, "Set one configuration key, e.g. --set user.snap_turn_deg=30")
      ->type_name("KEY=VALUE")
      ->take_all();
}

/// A finite number in a range: CLI11's own check lets NaN pass and prints six digits behind the point.
CLI::Validator number_in(double minimum, double maximum) {
  return CLI::Validator(
      [=](std::string& text) {
        double value = 0.0;
        if (!CLI::detail::lexical_cast(text, value)) return fmt::format("\"{}\" is not a number", text);
        return value >= minimum && value <= maximum
                   ? std::string()
                   : fmt::format("{} is not between {} and {}", text, minimum, maximum);
      },
      fmt::format("{} to {}", minimum, maximum));
}

void add_progress(CLI::App& app, bool& progress) {
  app.add_flag("--progress", progress, "Say how far it is and how long it will take, also where no terminal listens");
}

void add_force(CLI::App& app, bool& force) {
  app.add_flag("--force", force, "Replace files that exist");
}

void declare(CLI::App& app, RunOptions& o) {
  app.add_option(
         "scenario", o.scenario,
         "Bundled name (workshop, unknown_building, maze, office, empty), a scenario file, or a model: GLB, GLTF, "
         "OBJ, STL, PLY, FBX, DAE, IFC")
      ->capture_default_str();
  app.add_option("--with", o.with, "What drives the visit: auto takes the headset, else a window, else a tour")
      ->check(CLI::IsMember({"auto", "headset", "window", "tour"}))
      ->capture_default_str();
  app.add_option("--tour", o.tours, "Scripted user (JSON), once for each user; needs neither headset nor display")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--record", o.record, "Write a recording (.fhlog)")->type_name("FILE");
  app.add_option("--out", o.out, "Folder for what the default visit writes (default: visits/NAME-DATE)")
      ->type_name("DIR");
  app.add_option("--until", o.until, "End when every agent is done")->check(CLI::IsMember({"done"}));
  app.add_option("--seconds", o.seconds, "Stop after this much simulated time")->check(number_in(0.0, 1e6));
  app.add_option("--people", o.model.people, "So many people walk about in a model")->check(CLI::Range(0, 64));
  app.add_option("--unit", o.model.unit, "Unit of a model's lengths (default: guessed)")
      ->check(CLI::IsMember(scene::unit_names()));
  app.add_option("--up", o.model.up, "Which way is up in a model (default: guessed)")->check(CLI::IsMember({"y", "z"}));
  app.add_flag("--headless", o.headless, "Simulate only: no picture");
  app.add_flag("--offscreen", o.offscreen, "Draw into files: no window, no headset");
  app.add_option("--size", o.size, "Size of pictures")->type_name("WxH")->capture_default_str();
  app.add_option("--shots", o.shots, "Folder for pictures (with --at, or one a second)")->type_name("DIR");
  app.add_option("--at", o.at, "Times of pictures, e.g. 1s,4s,8s; with a view of its own: 4s:top")
      ->delimiter(',')
      ->type_name("TIMES");
  app.add_option("--view", o.view,
                 "Whose picture: eye, stereo, third, top, front, plan, north, east, south, west, or the name of a user "
                 "or agent")
      ->capture_default_str();
  app.add_option("--inset", o.inset, "Show also what this agent sees, in a corner, and its beliefs as ghosts")
      ->type_name("AGENT");
  app.add_option("--sound", o.sound, "Write what the user would have heard (.wav)")->type_name("FILE");
  app.add_option("--report", o.report, "Measure the recording afterwards and write the report, as evaluate does")
      ->type_name("DIR");
  app.add_option("--profile", o.config.profile, "Whose body: a saved profile, by name or file")->type_name("NAME|FILE");
  app.add_option("--wear", o.config.wear, "Wear another body: f05, m50, m95 … by sex and percentile of stature")
      ->type_name("SEX:PERCENTILE");
  app.add_option("--bodies", o.bodies, "The same visit in several bodies, e.g. f05,m50,m95; pictures side by side")
      ->delimiter(',')
      ->type_name("BODIES");
  app.add_option("--save-profile", o.save_profile, "Keep the calibration made during the visit under this name")
      ->type_name("NAME");
  add_force(app, o.force);
  app.add_flag("--allow-outside", o.config.allow_outside, "The scenario may name files outside its folder");
  app.add_flag("--json", o.json, "Print the report as JSON");
  add_progress(app, o.progress);
  add_config(app, o.config);
}

void declare(CLI::App& app, ReplayOptions& o) {
  app.add_option("log", o.log, "Recording (.fhlog)")->required();
  app.add_flag("--verify", o.verify, "Compare every recorded hash; exit 1 and name the place when one differs");
  auto* measure = app.add_flag("--measure", o.measure, "Print the measures of the visit, as run --json does");
  app.add_flag("--from-track", o.from_track, "Measure the recorded motion instead of simulating again")->needs(measure);
  app.add_option("--sound", o.sound, "Write what the user would have heard (.wav)")->type_name("FILE");
  add_force(app, o.force);
  app.add_flag("--dump", o.dump, "Print the rows as text");
  app.add_option("--agent", o.agent, "Print what this agent perceived and believed, and why it acted")
      ->type_name("NAME");
  app.add_option("--at", o.at, "When, in seconds of the visit, e.g. 12s (default: at the end)")->type_name("TIME");
  app.add_flag("--json", o.json, "Print the result as JSON");
  add_progress(app, o.progress);
  app.add_option("--scenario", o.scenario, "Use this scenario instead of the recorded one");
  app.add_option("--workers", o.workers, "Worker threads (results do not depend on it)")->check(CLI::Range(0, 64));
}

void declare(CLI::App& app, ExportOptions& o) {
  app.add_option("log", o.log, "Recording (.fhlog)")->required();
  app.add_option("--gltf", o.gltf, "Place, things and everybody's skeleton as an animation (.glb), for Blender")
      ->type_name("FILE");
  app.add_option("--carried", o.carried, "Ways of carried things, as a table (.csv) or as lines in the place (.glb)")
      ->type_name("FILE");
  app.add_option("--csv", o.csv, "A table of joints and things over time")->type_name("FILE");
  app.add_option("--bvh", o.bvh, "One person's motion")->type_name("FILE");
  app.add_option("--who", o.who, "Whose motion --bvh is (default: the first user, else the first agent)")
      ->type_name("NAME");
  app.add_option("--rate", o.rate, "Moments per second, rounded to a divisor of 90")
      ->check(number_in(0.1, 90.0))
      ->capture_default_str();
  app.add_flag("--from-track", o.from_track, "Take the recorded motion instead of simulating again");
  app.add_option("--scenario", o.scenario, "Use this scenario instead of the recorded one");
  app.add_option("--workers", o.workers, "Worker threads (results do not depend on it)")->check(CLI::Range(0, 64));
  add_force(app, o.force);
  app.add_flag("--json", o.json, "Print what was written as JSON");
}

void declare(CLI::App& app, EvaluateOptions& o) {
  app.add_option("subject", o.subject, "Recording (.fhlog), bundled scenario or scenario file")->required();
  app.add_option("--tour", o.tours, "Scripted user of a scenario (JSON), once for each user")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--bodies", o.bodies, "Visit a scenario once in each of these bodies, e.g. f05,m50,m95")
      ->delimiter(',')
      ->type_name("BODIES");
  app.add_option("--seed", o.seed, "Seed of a scenario instead of its own")->check(CLI::Range(0, 1 << 30));
  app.add_option("--out", o.out, "Folder of the report (default: NAME-report)")->type_name("DIR");
  auto* track = app.add_flag("--from-track", o.from_track, "Measure the recorded motion instead of simulating again");
  app.add_option("--camera", o.cameras, "A camera, NAME=X,Y,Z:X,Y,Z[:DEGREES] (at, looks at): what it has of everybody")
      ->type_name("CAMERA");
  app.add_option("--with", o.with,
                 "A program of your own: reads the moments as lines of JSON and answers with JSON, kept in the report")
      ->type_name("PROGRAM")
      ->excludes(track);
  app.add_option("--workers", o.workers, "Worker threads (results do not depend on it)")->check(CLI::Range(0, 64));
  add_force(app, o.force);
  app.add_flag("--json", o.json, "Print report.json as well");
  add_progress(app, o.progress);
  add_config(app, o.config);
}

void declare(CLI::App& app, DiffOptions& o) {
  app.add_option("a", o.a, "Before: folder of a report, recording (.fhlog), bundled scenario or scenario file")
      ->required();
  app.add_option("b", o.b, "After: likewise")->required();
  app.add_option("--out", o.out, "Write the comparison as a page (.html)")->type_name("FILE");
  app.add_option("--workers", o.workers, "Worker threads (results do not depend on it)")->check(CLI::Range(0, 64));
  add_force(app, o.force);
  app.add_flag("--json", o.json, "Print the comparison as JSON");
  add_progress(app, o.progress);
  add_config(app, o.config);
}

void declare(CLI::App& app, ValidateOptions& o) {
  app.add_option("files", o.files, "Scenario, tour or configuration files, or bundled scenario names");
  app.add_flag("--allow-outside", o.allow_outside, "Scenarios may name files outside their folder");
  app.add_flag("--json", o.json, "Print problems and warnings as JSON");
  app.add_flag("--schema", o.schema, "Print the JSON Schema of scenario files, for editors");
}

void declare(CLI::App& app, TellOptions& o) {
  app.add_option("scenario", o.scenario, "Bundled scenario or scenario file");
  app.add_option("who", o.who, "Name of the agent that is told");
  app.add_option("sentence", o.sentence, "What it is told; see docs/instructions.md");
  app.add_flag("--words", o.words, "List the verbs, relations and manners that can be used");
  app.add_flag("--allow-outside", o.allow_outside, "The scenario may name files outside its folder");
  app.add_flag("--json", o.json, "Print the steps as JSON");
}

void declare(CLI::App& app, DoctorOptions& o) {
  app.add_flag("--json", o.json, "Print the findings as JSON");
}

void declare(CLI::App& app, BenchOptions& o) {
  app.add_option("names", o.names, "Benchmarks to run (default: all)");
  app.add_flag("--list", o.list, "List the benchmarks");
  app.add_flag("--json", o.json, "Print an array of rows");
  app.add_flag("--quick", o.quick, "Few samples: only to see that it works");
}

void declare(CLI::App& app, ImportOptions& o) {
  app.add_option("file", o.file, "Model: OBJ, STL, FBX, DAE, PLY or IFC")->required();
  app.add_option("--out", o.output, "Result (default: the same name with .glb)")->type_name("FILE");
  app.add_option("--unit", o.unit, "Unit of lengths in the file: m, cm, mm, in, ft")->capture_default_str();
  app.add_flag("--z-up", o.z_up, "The file's up is +Z (most CAD)");
  add_force(app, o.force);
  app.add_flag("--json", o.json, "Print the summary as JSON");
}

void declare(CLI::App& app, ImportWorkerOptions& o) {
  declare(app, static_cast<ImportOptions&>(o));
  app.group("");  // not listed: "import" starts it
}

void declare(CLI::App& app, FitOptions& o) {
  app.add_option("clips", o.clips, "Motion-capture files (.bvh)")->required();
  app.add_flag("--noise", o.noise, "Also with tracking noise: 1 mm and 0.5 deg, 4 mm slow");
  app.add_flag("--loss", o.loss, "Also with lost hands: 5 % of single frames, and gaps of half a second");
  app.add_flag("--baseline", o.baseline,
               "Also without balance, with a stiff trunk under the head, and with fixed elbows");
  app.add_flag("--calibrated", o.calibrated, "Also with the body of a calibration pose instead of the clip's bones");
  app.add_flag("--learnt", o.learnt, "Also with a body that follows the learnt prior (assets/human/body_prior.bin)");
  app.add_option("--unit", o.unit, "Metres per unit of the files; guessed when not given")->check(number_in(1e-6, 1e6));
  app.add_option("--export", o.exports, "Write the clips as training data into this folder instead of measuring them")
      ->type_name("DIR");
  app.add_option(
         "--prior", o.prior,
         "Measure this body prior alone instead (JSON), or with --learnt follow this one; tools/body_prior trains them")
      ->type_name("FILE");
  app.add_option("--picture", o.picture, "Draw each clip at six moments, the truth beside what was rebuilt (PNG)")
      ->type_name("FILE");
  add_force(app, o.force);
  app.add_flag("--json", o.json, "Print JSON");
}

void declare(CLI::App& app, BodyOptions& o) {
  app.add_option("--sex", o.sex, "f or m")->check(CLI::IsMember({"f", "m"}))->capture_default_str();
  app.add_option("--stature-percentile", o.stature_percentile, "Percentile of body height, 0.1 to 99.9")
      ->check(number_in(0.1, 99.9));
  app.add_option("--measure", o.measures, "A known measurement, e.g. stature=1.55 (m) or weight=62 (kg)")
      ->type_name("NAME=VALUE")
      ->take_all();
  app.add_option("--population", o.population, "Population file (default: the bundled survey)")->type_name("FILE");
  app.add_option("--looks", o.appearance_seed, "Seed of skin tone, hair and clothes")->capture_default_str();
  app.add_option("--picture", o.picture, "Write a sheet: front, side, T-pose, reach, crouch (PNG)")->type_name("FILE");
  app.add_option("--close-ups", o.close_ups, "Write close-ups: face, hand, strongly bent joints (PNG)")
      ->type_name("FILE");
  app.add_option("--walk", o.walk, "Write a sheet of walking, jogging and stairs (PNG)")->type_name("FILE");
  app.add_option("--save-profile", o.save_profile, "Keep sex and measures as a profile for firsthand run --profile")
      ->type_name("NAME");
  add_force(app, o.force);
  app.add_flag("--json", o.json, "Print dimensions, joints, masses and centre of mass as JSON");
}

void declare(CLI::App& app, PoseOptions& o) {
  app.add_option("scenario", o.scenario, "Bundled name or scenario file")->required();
  app.add_option("--body", o.body, "Whose body: f05, m50, m95 … by sex and percentile of stature")
      ->type_name("SEX:PERCENTILE")
      ->capture_default_str();
  app.add_option("--at", o.at, "Where it stands, m, e.g. --at=-1,0,2.5")->type_name("X,Y,Z")->required();
  app.add_option("--goal", o.goals,
                 "What must be where, e.g. right_hand=bench.panel.start; right_hand, left_hand, right_fingertips, "
                 "left_fingertips or gaze, and an object, one of its sites, or any point of a face: shelf@front; or "
                 "how it holds itself: feet=hold, feet=X,Y,Z, pelvis=low, torso=up, right_elbow=out, up or down")
      ->type_name("PART=OBJECT[.SITE|@FACE]|WORD")
      ->take_all()
      ->required();
  app.add_option("--picture", o.picture, "Draw the posture among the things about it (PNG)")->type_name("FILE");
  add_force(app, o.force);
  app.add_flag("--json", o.json, "Print posture, status, gaps and margins as JSON");
}

struct Command {
  CLI::App* app;
  std::function<int()> body;
};

template <class Options>
Command add_command(CLI::App& app, const char* name, const char* help, int (*body)(const Options&)) {
  auto options = std::make_shared<Options>();
  CLI::App* sub = app.add_subcommand(name, help);
  declare(*sub, *options);
  return {sub, [options, body] { return body(*options); }};
}

/// One sentence for a wrong command line, with the nearest known word where there is one.
std::string explain(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  std::string message = error.what();
  std::vector<std::string> known;
  const CLI::App* chosen = &app;
  for (const auto& word : words) {
    for (const auto* sub : app.get_subcommands({})) {
      if (chosen == &app && sub->get_name() == word) chosen = sub;
    }
  }
  if (chosen == &app) {
    for (const auto* sub : app.get_subcommands({})) known.push_back(sub->get_name());
    if (!words.empty() && words[0].rfind('-', 0) != 0) message = fmt::format("unknown command \"{}\"", words[0]);
  }
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const auto* option : chosen->get_options()) {
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const auto& word : words) {
    const std::string name = word.substr(0, word.find('='));
    const bool is_known = std::find(known.begin(), known.end(), name) != known.end();
    if (is_known || (name.rfind("--", 0) != 0 && chosen != &app)) continue;
    const std::string nearest = core::nearest_word(name, known);
    if (!nearest.empty() && nearest != name) message += fmt::format("; did you mean \"{}\"?", nearest);
    break;
  }
  return fmt::format("{} (see firsthand {}--help)", message, chosen == &app ? "" : chosen->get_name() + " ");
}

/// An option that was given without a text, as by a variable of a script that is not set: it would count as not given,
/// and nothing would be recorded. "" when there is none.
std::string empty_option(const CLI::App& command) {
  for (const auto* option : command.get_options()) {
    const auto& given = option->results();
    if (!option->get_lnames().empty() && std::find(given.begin(), given.end(), "") != given.end())
      return "--" + option->get_lnames().front();
  }
  return "";
}

}  // namespace

CommandLine read_command_line(int argc, char** argv) {
  CLI::App app("Walk through a workspace with your own body, beside people who must see you.", "firsthand");
  app.set_version_flag("--version", "firsthand " + build_id());
  app.require_subcommand(1);
  CommandLine line;
  app.add_option("--data", line.data, "Folder that holds assets/ and config/ (default: found beside the program)")
      ->type_name("DIR");
  const std::vector<Command> commands = {
      add_command(app, "run", "Visit a scenario: headset, desktop window, or a scripted tour", &run),
      add_command(app, "replay", "Simulate a recording again; verify or dump it, or ask what an agent knew", &replay),
      add_command(app, "export", "Write the motion of a recording for other programs: glTF, CSV, BVH", &export_motion),
      add_command(app, "evaluate", "Measure a recording or scenario and write a report with its checks", &evaluate),
      add_command(app, "diff", "Compare two evaluations: what is better, worse, or cannot be told apart", &diff),
      add_command(app, "fit", "Measure how well a body is rebuilt from head and hands of motion-capture clips", &fit),
      add_command(app, "body", "Show a human body: dimensions, joints, masses, picture sheet", &show_body),
      add_command(app, "pose", "Find a posture that reaches things: how much of the body it takes, gaps, margins",
                  &show_pose),
      add_command(app, "import", "Turn a model of another program into .glb", &import_file),
      add_command(app, "import-worker", "The part of import that may crash", &import_as_worker),
      add_command(app, "validate", "Check scenario, tour and configuration files", &validate),
      add_command(app, "tell", "Show how an agent understands a sentence, without a visit", &tell),
      add_command(app, "doctor", "Report what this machine can do and what to do about problems", &doctor),
      add_command(app, "bench", "Measure speed; every row carries a hash of its results", &run_bench),
  };
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    line.exit_code = app.exit(success);
    return line;
  } catch (const CLI::ParseError& error) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    line.exit_code = cannot({explain(app, error, words)});
    return line;
  }
  for (const auto& command : commands) {
    if (!command.app->parsed()) continue;
    const std::string empty = command.app->get_name() == "import-worker" ? "" : empty_option(*command.app);
    if (empty.empty())
      line.command = command.body;
    else
      line.exit_code = cannot({fmt::format("{} needs a value that is not empty", empty)});
  }
  return line;
}

}  // namespace fh::app
