// SPDX-License-Identifier: Apache-2.0
// The body rebuilt from head and hands of captured people, against bounds 5 % above the figures of
// docs/measurements/body-tracking.md: what `firsthand fit` prints as the mean of the clean case.
#include <catch2/catch_test_macros.hpp>

#include "core/files.h"
#include "evaluation/fit/fit_protocol.h"
#include "human/body/population.h"
#include "mocap.h"

using namespace fh;

TEST_CASE("sixteen captured clips are rebuilt as closely as measured") {
  const std::filesystem::path folder = test::mocap_folder();
  const auto population = human::load_default_population();
  REQUIRE(population);
  std::vector<evaluation::FitFigures> all;
  for (const char* name : test::kMocapClips) {
    INFO(name);
    const auto clip = human::load_clip(folder / (std::string(name) + ".bvh"), {});
    REQUIRE(clip);
    const auto measured = evaluation::measure_fit(*clip, *population, {});
    REQUIRE(measured);
    all.push_back(*measured);
    CHECK(measured->penetration_cm <= 1.0);
    CHECK(measured->foot_skate_cm_s <= 1.0);
    CHECK(measured->head_error_mm <= 0.1);
  }
  const evaluation::FitFigures mean = evaluation::mean_of(all);
  CHECK(mean.mpjpe_cm <= 5.9);
  CHECK(mean.mpjpe_upper_cm <= 3.2);
  CHECK(mean.mpjpe_lower_cm <= 9.8);
  CHECK(mean.mpjpe_hands_cm <= 0.30);
  CHECK(mean.jitter_ratio <= 1.43);
  CHECK(mean.com_outside_share <= 0.03);
  CHECK(mean.standing_frames > 1000);
  // The bands that a user's scores carry (docs/measurements/posture-bands.md).
  for (const evaluation::ScoreTable* table : {&mean.scores.rula, &mean.scores.reba, &mean.scores.owas}) {
    CHECK(table->in_band >= 0.9 * table->total());
    CHECK(table->within(1) < 1.0);  // something was compared
  }
  // The bands of a user's loads, without and with 10 kg in the hands.
  for (const auto& rows : mean.loads.rows) {
    for (const auto& row : rows) {
      CHECK(row.frames > 1000);
      CHECK(row.in_band >= 0.9 * row.frames);
      CHECK(row.error > 0.0);
    }
  }
  // That of the lifting equation's limit.
  CHECK(mean.loads.limit.frames > 500);
  CHECK(mean.loads.limit.in_band >= 0.9 * mean.loads.limit.frames);
}

TEST_CASE("sixteen captured clips are rebuilt as closely as measured by a body that follows what was learnt") {
  const auto population = human::load_default_population();
  REQUIRE(population);
  const auto prior = human::BodyPrior::load(core::data_folder() / "assets" / "human" / "body_prior.bin");
  REQUIRE(prior);
  std::vector<evaluation::FitFigures> all;
  for (const char* name : test::kMocapClips) {
    INFO(name);
    const auto clip = human::load_clip(test::mocap_folder() / (std::string(name) + ".bvh"), {});
    REQUIRE(clip);
    const auto measured = evaluation::measure_fit(*clip, *population, {.learnt = &*prior});
    REQUIRE(measured);
    all.push_back(*measured);
    CHECK(measured->penetration_cm <= 1.0);
    CHECK(measured->foot_skate_cm_s <= 0.5);
    CHECK(measured->head_error_mm <= 0.1);
  }
  const evaluation::FitFigures mean = evaluation::mean_of(all);
  CHECK(mean.mpjpe_cm <= 4.8);
  CHECK(mean.mpjpe_upper_cm <= 2.64);
  CHECK(mean.mpjpe_lower_cm <= 7.94);
  CHECK(mean.mpjpe_hands_cm <= 0.25);
  CHECK(mean.jitter_ratio <= 1.39);
  CHECK(mean.com_outside_share <= 0.043);
}
