// SPDX-License-Identifier: Apache-2.0
#pragma once
// Wearing another body: a typical person of the survey by sex and percentile of stature, instead of
// the user's. Written as "own", "f05", "m95" or "f:12.5".
#include <string>

#include "core/archive.h"
#include "human/skin/body.h"

namespace fh::human {

inline constexpr double kLeastWorn = 1.0, kMostWorn = 99.0;  // percentiles that may be worn

struct Wear {
  Sex sex = Sex::Female;
  double percentile = 0.0;  // of stature, kLeastWorn … kMostWorn; 0: the user's own body

  bool is_own() const { return percentile == 0.0; }
  bool operator==(const Wear&) const = default;
  void visit(core::Archive& archive);
};

/// Fails with the forms there are.
core::Result<Wear> read_wear(const std::string& text);
/// The shortest text that read_wear() understands.
std::string text_of(const Wear& wear);

/// As one number, for recorded input: 0 own, the percentile for men, minus the percentile for women. Numbers beyond the
/// range are clamped into it, whatever else they are.
double number_of(const Wear& wear);
Wear wear_of(double number);

/// The worn body; a broken contract for the user's own. Fails where the population has no such person.
core::Result<Body> worn_body(const Population& population, const Wear& wear);

}  // namespace fh::human
