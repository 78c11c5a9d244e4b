#pragma once
#include <stdexcept>

#include "human/population.h"

/// ANSUR II, read once per test program.
inline const fh::human::Population& ansur() {
  static const fh::human::Population population = [] {
    auto loaded = fh::human::load_population(FH_SOURCE_DIR "/assets/anthropometry/ansur2.json");
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return std::move(*loaded);
  }();
  return population;
}
