// SPDX-License-Identifier: Apache-2.0
#pragma once
// A surveyed population and the people that can be drawn from it (J-27, J-34, J-36): by percentile, completed from a
// few measurements, sampled from a seed, or at the boundary. Model: the survey's own marginal distributions joined by a
// Gaussian copula; a person is a vector of normal scores. Every number comes from the population file, which carries
// its source (J-01); users may load their own.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "human/body/dimensions.h"

namespace fh::human {

/// Symmetric matrix of all dimensions, row-major.
using DimensionMatrix = std::vector<double>;

struct Marginal {
  double mean = 0.0, sd = 1.0;
  std::vector<double> quantiles;  // at Population::levels, not decreasing; empty: normal with mean and sd
};

struct PopulationGroup {
  int count = 0;  // people surveyed
  std::array<Marginal, kDimensionCount> marginals;
  DimensionMatrix correlation;        // Pearson, of values, as surveyed
  DimensionMatrix score_correlation;  // of normal scores, what sampling uses
  DimensionMatrix score_factor;       // its lower Cholesky factor
};

struct Provenance {
  std::string source, surveyed, method, limits;
};

struct Population {
  std::string name;
  Provenance provenance;
  std::vector<double> levels;             // probabilities of the quantiles, rising within (0, 1)
  std::vector<double> level_scores;       // their normal quantiles
  std::array<PopulationGroup, 2> groups;  // by Sex

  const PopulationGroup& group(Sex sex) const { return groups[static_cast<std::size_t>(sex)]; }

  /// The value that the fraction p of the group does not exceed; 0 < p < 1.
  double percentile(Sex sex, Dimension dimension, double p) const;
  /// Inverse of percentile().
  double percentile_of(Sex sex, Dimension dimension, double value) const;
  double value_at_score(Sex sex, Dimension dimension, double score) const;
  double score_of_value(Sex sex, Dimension dimension, double value) const;
};

/// Reads assets/anthropometry/*.json ("firsthand-population-1"). A file with "inherits": true gives only some
/// dimensions (mean and sd suffice) and takes the rest and the correlations from `base`. All problems of the file are
/// reported together.
core::Result<Population> read_population(const core::JsonFile& file, const Population* base = nullptr);
core::Result<Population> load_population(const std::filesystem::path& path, const Population* base = nullptr);
/// ANSUR II from the data folder.
core::Result<Population> load_default_population();

using Measurements = std::map<Dimension, double>;  // metres, kilograms

/// What is known about a person.
struct PersonSpec {
  Sex sex = Sex::Female;
  std::map<Dimension, double> percentiles;  // probability in (0, 1)
  Measurements measured;                    // wins over percentiles
};

/// The most typical person with the known traits: conditional expectation of the unknown scores. Without any trait the
/// median person. Fails on values no adult has (more than six standard scores off) and percentiles outside (0, 1).
core::Result<Dimensions> complete_person(const Population& population, const PersonSpec& spec);
/// How unusual the known traits are together: Mahalanobis distance per trait; about 1 for ordinary people, > 3 when the
/// combination is hardly possible.
double mahalanobis_distance(const Population& population, const PersonSpec& spec);

/// `count` people. The scores are whitened over the sample when count > 3 * kDimensionCount, so that a population
/// reproduces means and correlations without sampling noise.
std::vector<Dimensions> sample_population(const Population& population, Sex sex, std::size_t count, std::uint64_t seed);

/// Boundary cases of the two widest directions of variation (size, build) and of trunk against legs: `count` people on
/// an ellipse that holds `coverage` of the group, plus the median person first (the "family" of CEN ISO 15536).
std::vector<Dimensions> boundary_people(const Population& population, Sex sex, std::size_t count = 8,
                                        double coverage = 0.95);

}  // namespace fh::human
