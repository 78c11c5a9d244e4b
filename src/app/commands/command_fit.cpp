// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/commands/outputs.h"
#include "app/sheets/studio.h"
#include "core/files.h"
#include "evaluation/fit/fit_export.h"
#include "evaluation/fit/fit_prior.h"
#include "evaluation/fit/fit_protocol.h"
#include "evaluation/fit/fit_samples.h"
#include "human/body/population.h"

namespace fh::app {
namespace {

using math::Vec3;

struct NamedCase {
  const char* name;
  evaluation::FitCase what;
};

std::vector<NamedCase> cases_of(const FitOptions& options, const human::BodyPrior* learnt) {
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
  if (!learnt) return cases;
  cases.push_back({"learnt", {.learnt = learnt}});
  if (options.noise) cases.push_back({"learnt_noise", {.noise = true, .learnt = learnt}});
  if (options.loss) {
    cases.push_back({"learnt_loss_instant", {.loss = FitLoss::Instant, .learnt = learnt}});
    cases.push_back({"learnt_loss_gaps", {.loss = FitLoss::Gaps, .learnt = learnt}});
  }
  if (options.calibrated) cases.push_back({"learnt_calibrated", {.calibrated = true, .learnt = learnt}});
  return cases;
}

/// The prior that bodies follow, if one is asked for.
core::Result<std::optional<human::BodyPrior>> learnt_of(const FitOptions& options) {
  if (!options.learnt) return std::nullopt;
  const auto shipped = core::data_folder() / "assets" / "human" / "body_prior.bin";
  FH_TRY(prior, human::BodyPrior::load(options.prior.empty() ? shipped : std::filesystem::path(options.prior)));
  return std::optional<human::BodyPrior>(std::move(prior));
}

void print_header() {
  std::printf("%-14s %-19s %6s %6s %6s %6s %7s %7s %7s %7s %8s %6s\n", "clip", "case", "mpjpe", "upper", "lower",
              "hands", "mpjre", "mpjve", "jitter", "skate", "com out", "us");
}

void print_row(const std::string& clip, const char* name, const evaluation::FitFigures& f) {
  std::printf("%-14s %-19s %6.2f %6.2f %6.2f %6.2f %7.2f %7.2f %7.2f %7.2f %8.3f %6.1f\n", clip.c_str(), name,
              f.mpjpe_cm, f.mpjpe_upper_cm, f.mpjpe_lower_cm, f.mpjpe_hands_cm, f.mpjre_deg, f.mpjve_cm_s,
              f.jitter_ratio, f.foot_skate_cm_s, f.com_outside_share, f.us_per_frame);
}

/// How far what is promised of the clean case holds.
void print_trust(const evaluation::FitFigures& f) {
  std::printf("within the 90 %% radii: %.1f %% upper body, %.1f %% lower body\n", 100.0 * f.interval_share_upper,
              100.0 * f.interval_share_lower);
  std::printf("the same step of RULA: %.1f %% upper arms, %.1f %% trunk, %.1f %% neck\n",
              100.0 * f.rula.upper_arm.agreement(), 100.0 * f.rula.trunk.agreement(), 100.0 * f.rula.neck.agreement());
  for (const auto& [name, table] :
       {std::pair{"RULA", &f.scores.rula}, {"REBA", &f.scores.reba}, {"OWAS", &f.scores.owas}})
    std::printf("%s: equal %.1f %%, within one %.1f %%, in the band %.1f %%\n", name, 100.0 * table->within(0),
                100.0 * table->within(1), 100.0 * table->in_band / std::max(1, table->total()));
}

/// The figures of the clean case stand at the top; every other case beside them, per clip and as a mean.
core::Json report_of(const std::vector<NamedCase>& cases,
                     const std::vector<std::vector<evaluation::FitFigures>>& figures, const core::Json& clips) {
  core::Json report = evaluation::to_json(evaluation::mean_of(figures[0]));
  report["joints"] = evaluation::clip_joint_names();
  for (std::size_t i = 1; i < cases.size(); ++i) {
    report["cases"][cases[i].name] = evaluation::to_json(evaluation::mean_of(figures[i]));
  }
  report["clips"] = clips;
  return report;
}

constexpr std::size_t kMoments = 6;
constexpr double kPair = 1.9, kBeside = 0.85;  // m between moments, and between the two bodies of one
constexpr double kAside = 0.6;                 // rad that they are seen from the side
constexpr double kTall = 2.5;                  // m

void label(frame::Overlay& overlay, double x, double y, const std::string& words) {
  frame::OverlayText text;
  text.text = words;
  text.world_from_text.position = {x, y, -0.8};
  text.anchor_x = 0.0f;
  text.height = 0.09f;
  text.colour = {0.15f, 0.17f, 0.20f, 1.0f};
  overlay.texts.push_back(text);
}

StudioRow row_of(const std::string& name, std::span<const evaluation::FitSample> samples) {
  StudioRow row;
  row.tall = kTall;
  row.middle = 0.5 * kTall - 0.12;
  row.width = 1800;
  row.height = static_cast<std::uint32_t>(row.width * kTall / (kMoments * kPair + 0.2));
  label(row.overlay, -0.5 * kMoments * kPair, 2.28, name + ": the captured person, and the body rebuilt beside");
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double x = (static_cast<double>(i) - 0.5 * (kMoments - 1)) * kPair;
    const math::Pose pelvis = samples[i].truth.world_from_pelvis;
    const math::Quat turn = math::from_axis_angle(math::kUp, math::kPi - kAside - math::yaw_of(pelvis.rotation));
    for (const bool made : {false, true}) {
      const human::Posture& posture = made ? samples[i].made : samples[i].truth;
      const Vec3 at = made ? posture.world_from_pelvis.position : pelvis.position;
      const Vec3 there(x + (made ? 0.5 : -0.5) * kBeside, 0.0, 0.0);
      row.figures.push_back({posture, {turn, there - math::rotate(turn, Vec3(at.x, 0.0, at.z))}});
    }
    label(row.overlay, x - 0.2, 2.08, fmt::format("{:.1f} s", samples[i].seconds));
  }
  return row;
}

/// One row for each clip: at even moments the truth (left) and what was rebuilt (right), seen from ahead and a little
/// to the side (PNG).
core::Result<> write_fit_sheet(std::span<const human::Clip> clips, const human::Population& population,
                               const std::filesystem::path& file) {
  std::vector<render::Picture> rows;
  for (const human::Clip& clip : clips) {
    FH_TRY(prepared, evaluation::prepare_clip(clip, population));
    FH_TRY(studio, Studio::open(prepared->body.body));
    FH_TRY(picture, studio->draw(row_of(clip.name, evaluation::fit_samples(*prepared, kMoments))));
    rows.push_back(std::move(picture));
  }
  return render::write_png(file, stacked(rows));
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

int measure_prior(const FitOptions& options, const human::Population& population) {
  const auto prior = human::BodyPrior::load(options.prior);
  if (!prior) return cannot(prior.error());
  evaluation::PriorFigures all;
  for (const std::string& file : options.clips) {
    const auto clip = human::load_clip(file, {.unit = options.unit});
    if (!clip) return cannot(clip.error());
    const auto measured = evaluation::measure_prior(*prior, *clip, population);
    if (!measured) return cannot(measured.error());
    all.add(*measured);
  }
  print_json(evaluation::to_json(all));
  return kDone;
}

}  // namespace

int fit(const FitOptions& options) {
  const auto population = human::load_default_population();
  if (!population) return cannot(population.error());
  if (!options.exports.empty()) return export_clips(options, *population);
  if (!options.prior.empty() && !options.learnt) return measure_prior(options, *population);
  OutputClaims claims;
  if (!options.picture.empty()) {
    if (auto may = claims.take(options.picture, options.force); !may) return cannot(may.error());
  }
  const auto learnt = learnt_of(options);
  if (!learnt) return cannot(learnt.error());
  const std::vector<NamedCase> cases = cases_of(options, *learnt ? &**learnt : nullptr);
  std::vector<std::vector<evaluation::FitFigures>> figures(cases.size());
  std::vector<human::Clip> drawn;
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
    if (!options.picture.empty()) drawn.push_back(*clip);
  }
  if (!options.picture.empty()) {
    if (auto written = write_fit_sheet(drawn, *population, options.picture); !written) return cannot(written.error());
  }
  if (!options.json) {
    for (std::size_t i = 0; i < cases.size(); ++i) print_row("mean", cases[i].name, evaluation::mean_of(figures[i]));
    print_trust(evaluation::mean_of(figures[0]));
    if (!options.picture.empty()) print_line("picture: " + options.picture);
    return kDone;
  }
  print_json(report_of(cases, figures, clips));
  return kDone;
}

}  // namespace fh::app
