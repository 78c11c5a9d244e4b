// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sub-commands: what each was asked for (filled by options.cpp from the command line) and the function that does
// it. Exit codes: 0 done, 1 the answer is "no" (problems found, replay differs), 2 it could not be done (bad option,
// file, machine).
#include <cstdint>
#include <string>
#include <vector>

#include "app/config/config.h"
#include "app/models/open_model.h"

namespace fh::app {

inline constexpr int kDone = 0, kNo = 1, kCannot = 2;

/// Where the configuration comes from; shared by commands that read it.
struct ConfigOptions {
  std::string file;
  std::vector<std::string> settings;  // "key=value"
  std::string profile, wear;          // user.profile and user.wear by their own options; empty: not given
  bool allow_outside = false;         // run.allow_outside
  /// What was set key by key wins over a profile.
  core::Result<Config> load() const;
};

struct RunOptions {
  std::string scenario = "workshop";
  std::string with = "auto";       // what drives: auto, headset, window, tour
  std::vector<std::string> tours;  // one per user
  std::string record;
  std::string out;         // folder of the default visit
  double seconds = -1.0;   // simulated; negative: until the end
  std::string until;       // "done": until every agent has done what it had to do
  bool headless = false;   // no picture
  bool offscreen = false;  // pictures into files, no window, no headset
  std::string size = "1280x800";
  std::string shots;                // folder of pictures
  std::vector<std::string> at;      // "1s", "4.5s"
  std::string view = "eye";         // whose picture: eye, stereo, third, top
  std::vector<std::string> bodies;  // the visit in each of them, pictures side by side
  std::string inset;                // agent whose view and beliefs are shown as well
  std::string sound;                // .wav of what the user would have heard
  std::string report;               // folder: the recording is measured after the visit
  std::string save_profile;         // name for the calibration made during the visit
  bool force = false;               // replace what exists
  bool json = false;
  bool progress = false;  // of tours: shown also where the standard error is no terminal
  ModelOptions model;     // of a model that is opened without a scenario
  ConfigOptions config;
};
int run(const RunOptions& options);
/// run() in each of the bodies, and strips of the pictures.
int run_in_bodies(const RunOptions& options);

struct ReplayOptions {
  std::string log;
  std::string scenario;  // overrides the recording's
  std::string agent;     // whose mind is printed …
  std::string at;        // … at which time, "12s"; empty: at the end
  bool verify = false, dump = false, json = false;
  bool measure = false;
  bool from_track = false;  // measure without simulating
  bool progress = false;    // shown also where the standard error is no terminal
  std::string sound;        // .wav of what the user would have heard
  bool force = false;       // replace what exists
  int workers = -1;
};
int replay(const ReplayOptions& options);

struct ExportOptions {
  std::string log;
  std::string csv, bvh, gltf, carried;  // files; empty: not asked for
  std::string who;                      // of the .bvh; empty: the first user, else the first agent
  std::string scenario;                 // overrides the recording's
  double rate = 30.0;                   // moments per second
  bool from_track = false;              // without simulating
  bool force = false, json = false;
  int workers = -1;
};
int export_motion(const ExportOptions& options);

struct EvaluateOptions {
  std::string subject;               // recording, bundled scenario or scenario file
  std::vector<std::string> tours;    // one per user; of scenarios
  std::vector<std::string> bodies;   // worn one after the other; empty: the user's own
  std::int64_t seed = -1;            // of the scenario; negative: its own
  std::string out;                   // folder; empty: NAME-report
  std::string with;                  // command of an outside analyser; empty: none
  std::vector<std::string> cameras;  // evaluation::read_camera()
  bool from_track = false;           // recordings: without simulating
  bool force = false, json = false;
  bool progress = false;  // shown also where the standard error is no terminal
  int workers = -1;
  ConfigOptions config;
};
int evaluate(const EvaluateOptions& options);

struct DiffOptions {
  std::string a, b;  // each a report folder, a recording or a scenario
  std::string out;   // page (.html); empty: none
  bool force = false, json = false, progress = false;
  int workers = -1;
  ConfigOptions config;
};
/// kDone when nothing is worse in B than in A, kNo when something is.
int diff(const DiffOptions& options);

struct ValidateOptions {
  std::vector<std::string> files;
  bool json = false;
  bool allow_outside = false;  // files that a scenario names
  bool schema = false;         // print what a scenario file may hold instead
};
int validate(const ValidateOptions& options);

struct TellOptions {
  std::string scenario, who, sentence;
  bool words = false;          // print what can be said instead
  bool allow_outside = false;  // files that the scenario names
  bool json = false;
};
/// Prints how an agent understands a sentence. 0: understood; 1: it asks back or says why not.
int tell(const TellOptions& options);

struct DoctorOptions {
  bool json = false;
};
int doctor(const DoctorOptions& options);

struct BenchOptions {
  std::vector<std::string> names;
  bool list = false, json = false, quick = false;
};
int run_bench(const BenchOptions& options);

struct ImportOptions {
  std::string file, output;
  std::string unit = "m";
  bool z_up = false, force = false, json = false;
};
int import_file(const ImportOptions& options);

/// What import_file() starts as a process of its own (import_process.h); not for users.
struct ImportWorkerOptions : ImportOptions {};
int import_as_worker(const ImportWorkerOptions& options);

struct BodyOptions {
  std::string sex = "f";
  double stature_percentile = 0.0;    // 0: not given
  std::vector<std::string> measures;  // "stature=1.55"
  std::string population;             // file; default: the bundled survey
  std::uint64_t appearance_seed = 1;  // seed of skin tone, hair and clothes
  std::string picture;                // PNG of the sheet
  std::string close_ups;              // PNG of the close-ups
  std::string walk;                   // PNG of the walking sheet
  std::string save_profile;           // name of a profile with these measures
  bool force = false;                 // replace what exists
  bool json = false;
};
int show_body(const BodyOptions& options);

struct PoseOptions {
  std::string scenario;
  std::string body = "m50";        // sex and percentile of stature
  std::string at;                  // "X,Y,Z": where it stands, m
  std::vector<std::string> goals;  // "right_hand=OBJECT[.SITE]"
  std::string picture;             // PNG
  bool force = false, json = false;
};
int show_pose(const PoseOptions& options);

struct FitOptions {
  std::vector<std::string> clips;  // .bvh files
  bool noise = false, loss = false, baseline = false, calibrated = false, learnt = false, json = false;
  double unit = 0.0;    // metres per unit of the files; 0: guessed
  std::string exports;  // folder for the clips as training data; empty: they are measured
  std::string prior;    // a body prior that is measured alone instead, or followed if `learnt`
  std::string picture;  // PNG
  bool force = false;
};
int fit(const FitOptions& options);

/// Prints the one message of a failure and gives kCannot.
int cannot(const core::Error& error);
/// Prints a line of text on stdout; bytes that are not UTF-8 are shown escaped.
void print_line(const std::string& text);
/// Prints JSON on stdout.
void print_json(const core::Json& json);

}  // namespace fh::app
