// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <span>

#include "app/commands/commands.h"
#include "evaluation/fit/fit_export.h"
#include "evaluation/fit/fit_protocol.h"
#include "human/body/population.h"

namespace fh::app {
namespace {

struct NamedCase {
  const char* name;
  evaluation::FitCase what;
};

std::vector<NamedCase> cases_of(const FitOptions& options) {
  using evaluation::FitLoss;
  using evaluation::FitMethod;
  std::vector<NamedCase> cases{{"clean", {}}};
  if (options.noise) cases.push_back({"noise", {.noise = true}});
  if (options.loss) {
    cases.push_back({"loss_instant", {.loss = FitLoss::Instant}});
    cases.push_back({"loss_gaps", {.loss = FitLoss::Gaps}});
  }
  if (options.calibrated) cases.push_back({"calibrated", {.calibrated = true}});
  if (options.baseline) {
    cases.push_back({"no_balance", {.method = FitMethod::NoBalance}});
    cases.push_back({"under_head", {.method = FitMethod::UnderHead}});
    cases.push_back({"fixed_swivel", {.method = FitMethod::FixedSwivel}});
  }
  return cases;
}

void print_header() {
  std::printf("%-14s %-12s %6s %6s %6s %6s %7s %7s %7s %7s %8s %6s\n", "clip", "case", "mpjpe", "upper", "lower",
              "hands", "mpjre", "mpjve", "jitter", "skate", "com out", "us");
}

void print_row(const std::string& clip, const char* name, const evaluation::FitFigures& f) {
  std::printf("%-14s %-12s %6.2f %6.2f %6.2f %6.2f %7.2f %7.2f %7.2f %7.2f %8.3f %6.1f\n", clip.c_str(), name,
              f.mpjpe_cm, f.mpjpe_upper_cm, f.mpjpe_lower_cm, f.mpjpe_hands_cm, f.mpjre_deg, f.mpjve_cm_s,
              f.jitter_ratio, f.foot_skate_cm_s, f.com_outside_share, f.us_per_frame);
}

int export_clips(const FitOptions& options, const human::Population& population) {
  std::error_code error;
  std::filesystem::create_directories(options.exports, error);
  for (const std::string& file : options.clips) {
    const auto clip = human::load_clip(file, {.unit = options.unit});
    if (!clip) return cannot(clip.error());
    const auto written = evaluation::export_clip(*clip, population, options.exports);
    if (!written) return cannot(written.error());
  }
  return kDone;
}

}  // namespace

int fit(const FitOptions& options) {
  const auto population = human::load_default_population();
  if (!population) return cannot(population.error());
  if (!options.exports.empty()) return export_clips(options, *population);
  const std::vector<NamedCase> cases = cases_of(options);
  std::vector<std::vector<evaluation::FitFigures>> figures(cases.size());
  core::Json clips = core::Json::array();
  if (!options.json) print_header();
  for (const std::string& file : options.clips) {
    const auto clip = human::load_clip(file, {.unit = options.unit});
    if (!clip) return cannot(clip.error());
    core::Json row = {{"clip", clip->name}};
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const auto measured = evaluation::measure_fit(*clip, *population, cases[i].what);
      if (!measured) return cannot(measured.error());
      figures[i].push_back(*measured);
      if (i == 0) {
        row.update(evaluation::to_json(*measured));
      } else {
        row["cases"][cases[i].name] = evaluation::to_json(*measured);
      }
      if (!options.json) print_row(clip->name, cases[i].name, *measured);
    }
    clips.push_back(row);
  }
  if (!options.json) {
    for (std::size_t i = 0; i < cases.size(); ++i) print_row("mean", cases[i].name, evaluation::mean_of(figures[i]));
    return kDone;
  }
  // The figures of the clean case stand at the top; every other case beside them, per clip and as a mean.
  core::Json report = evaluation::to_json(evaluation::mean_of(figures[0]));
  report["joints"] = evaluation::clip_joint_names();
  for (std::size_t i = 1; i < cases.size(); ++i) {
    report["cases"][cases[i].name] = evaluation::to_json(evaluation::mean_of(figures[i]));
  }
  report["clips"] = clips;
  print_json(report);
  return kDone;
}

}  // namespace fh::app
