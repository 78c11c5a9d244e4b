// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <stdexcept>

#include "core/rng.h"
#include "human/body/population.h"
#include "human/body/posture.h"

/// ANSUR II, read once per test program.
inline const fh::human::Population& ansur() {
  static const fh::human::Population population = [] {
    auto loaded = fh::human::load_population(std::filesystem::path(FH_SOURCE_DIR) / "assets/anthropometry/ansur2.json");
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return std::move(*loaded);
  }();
  return population;
}

inline fh::human::Dimensions person(fh::human::Sex sex, double stature_percentile) {
  using namespace fh::human;
  return complete_person(ansur(),
                         {.sex = sex, .percentiles = {{Dimension::Stature, stature_percentile}}, .measured = {}})
      .value();
}

/// Uniform in `share` of every joint's range about its middle.
inline fh::human::Angles random_angles(const fh::human::Skeleton& skeleton, fh::core::Rng& rng, double share) {
  fh::human::Angles angles{};
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const auto& limit = skeleton.limits[i];
    const double middle = 0.5 * (limit.lower + limit.upper), half = 0.5 * (limit.upper - limit.lower);
    angles[i] = middle + share * half * rng.uniform(-1.0, 1.0);
  }
  return angles;
}
