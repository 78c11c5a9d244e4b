// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/outputs.h"
#include "app/config/profiles.h"
#include "app/sheets/body_sheet.h"
#include "app/sheets/walk_sheet.h"
#include "core/files.h"
#include "human/skin/body.h"

namespace fh::app {
namespace {

core::Result<human::Population> population_of(const BodyOptions& options) {
  auto surveyed = human::load_default_population();
  if (!surveyed || options.population.empty()) return surveyed;
  return human::load_population(options.population, &*surveyed);
}

core::Result<human::BodySpec> spec_of(const BodyOptions& options) {
  human::BodySpec spec;
  spec.person.sex = options.sex == "m" ? human::Sex::Male : human::Sex::Female;
  spec.appearance_seed = options.appearance_seed;
  if (options.stature_percentile > 0.0) {
    spec.person.percentiles[human::Dimension::Stature] = options.stature_percentile / 100.0;
  }
  for (const auto& measure : options.measures) {
    if (options.stature_percentile > 0.0 && measure.starts_with("stature="))
      return core::fail("--stature-percentile and --measure {} both give the stature: leave one out", measure);
    FH_TRY_VOID(human::add_measurement(spec.person, measure));
  }
  return spec;
}

/// The dimensions a profile keeps; the others follow from them.
core::Result<human::UserMeasures> profile_measures(const human::PersonSpec& person, const human::Body& body) {
  using human::Dimension;
  human::UserMeasures measures;
  for (const auto& [dimension, value] : person.measured) {
    std::optional<double>* kept = dimension == Dimension::Stature          ? &measures.stature
                                  : dimension == Dimension::Weight         ? &measures.weight
                                  : dimension == Dimension::Span           ? &measures.span
                                  : dimension == Dimension::AcromialHeight ? &measures.shoulder_height
                                  : dimension == Dimension::ThumbtipReach  ? &measures.forward_reach
                                                                           : nullptr;
    if (!kept) {
      return core::fail(
          "a profile keeps stature, weight, span, acromial_height and thumbtip_reach: leave out {}, or drop "
          "--save-profile",
          human::name_of(dimension));
    }
    *kept = value;
  }
  measures.stature = body.dimensions[Dimension::Stature];
  return measures;
}

core::Result<std::filesystem::path> save(const BodyOptions& options, const human::Population& population,
                                         const human::PersonSpec& person, const human::Body& body) {
  FH_TRY(measures, profile_measures(person, body));
  if (!options.population.empty())
    return core::fail("a profile belongs to the bundled survey: drop --population or --save-profile");
  FH_TRY(user, human::calibrate(population, person.sex, measures, options.save_profile));
  return save_profile(options.save_profile, user.calibration);
}

}  // namespace

int show_body(const BodyOptions& options) {
  const auto population = population_of(options);
  if (!population) return cannot(population.error());
  const auto spec = spec_of(options);
  if (!spec) return cannot(spec.error());
  const auto body = human::make_body(*population, *spec);
  if (!body) return cannot(body.error());
  const core::Json report = human::body_report_json(*population, *body);
  OutputClaims claims;
  for (const auto& file : {options.picture, options.close_ups, options.walk}) {
    if (file.empty()) continue;
    if (auto may = claims.take(file, options.force); !may) return cannot(may.error());
  }
  if (!options.save_profile.empty()) {
    if (auto may = claims.take(profile_file(options.save_profile), options.force); !may)
      return cannot(may.error().within("--save-profile"));
  }
  if (!options.picture.empty()) {
    if (auto written = write_body_sheet(*body, options.picture); !written) return cannot(written.error());
  }
  if (!options.close_ups.empty()) {
    if (auto written = write_body_close_ups(*body, options.close_ups); !written) return cannot(written.error());
  }
  if (!options.walk.empty()) {
    if (auto written = write_walk_sheet(*body, options.walk); !written) return cannot(written.error());
  }
  std::filesystem::path profile;
  if (!options.save_profile.empty()) {
    const auto saved = save(options, *population, spec->person, *body);
    if (!saved) return cannot(saved.error());
    profile = *saved;
  }
  if (options.json) {
    core::Json json = report;
    if (!profile.empty()) json["profile"] = profile.string();
    print_json(json);
    return kDone;
  }
  std::printf("%s body of %s\n", spec->person.sex == human::Sex::Male ? "male" : "female", body->population.c_str());
  for (const auto& [name, row] : report["dimensions"].items()) {
    std::printf("  %-34s %8.3f %-3s p%.0f\n", name.c_str(), row["value"].get<double>(),
                row["unit"].get<std::string>().c_str(), row["percentile"].get<double>());
  }
  if (!profile.empty()) {
    std::printf("profile: %s\n  use it: firsthand run --profile \"%s\"\n", profile.c_str(),
                options.save_profile.c_str());
  }
  if (!options.close_ups.empty()) std::printf("picture: %s\n", options.close_ups.c_str());
  if (!options.walk.empty()) std::printf("picture: %s\n", options.walk.c_str());
  if (!options.picture.empty()) std::printf("picture: %s\n", options.picture.c_str());
  return kDone;
}

}  // namespace fh::app
