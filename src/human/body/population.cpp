// SPDX-License-Identifier: Apache-2.0
#include "human/body/population.h"

#include <algorithm>

#include "core/rng.h"
#include "human/body/cholesky.h"
#include "human/body/normal_distribution.h"
#include "math/trig.h"
#include "math/vector.h"

namespace fh::human {
namespace {

constexpr double kFarthestScore = 6.0;

// Piecewise linear between (x_i, y_i), straight on with `slope` beyond the ends (the outermost steps of a survey are
// too noisy to give one).
double interpolate(const std::vector<double>& x, const std::vector<double>& y, double at, double slope) {
  if (at <= x.front()) return y.front() + (at - x.front()) * slope;
  if (at >= x.back()) return y.back() + (at - x.back()) * slope;
  const std::size_t i = static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), at) - x.begin());
  const double width = x[i] - x[i - 1];
  return width > 0.0 ? y[i - 1] + (at - x[i - 1]) / width * (y[i] - y[i - 1]) : y[i];
}

Dimensions person_from_scores(const Population& population, Sex sex, const double* scores) {
  Dimensions person;
  person.sex = sex;
  for (std::size_t i = 0; i < kDimensionCount; ++i) {
    person.values[i] = population.value_at_score(sex, static_cast<Dimension>(i), scores[i]);
  }
  return person;
}

struct KnownScores {
  std::vector<std::size_t> index;
  std::vector<double> score;
};

core::Result<KnownScores> known_scores(const Population& population, const PersonSpec& spec) {
  KnownScores known;
  for (std::size_t i = 0; i < kDimensionCount; ++i) {
    const Dimension dimension = static_cast<Dimension>(i);
    if (const auto it = spec.measured.find(dimension); it != spec.measured.end()) {
      const double score = population.score_of_value(spec.sex, dimension, it->second);
      if (!(std::abs(score) <= kFarthestScore)) {
        const double low = population.value_at_score(spec.sex, dimension, -kFarthestScore);
        const double high = population.value_at_score(spec.sex, dimension, kFarthestScore);
        return core::fail("{} = {} is beyond any adult of {} ({}): give a value between {:.3f} and {:.3f} {}",
                          name_of(dimension), it->second, population.name, name_of(spec.sex), low, high,
                          dimension == Dimension::Weight ? "kg" : "m");
      }
      known.index.push_back(i);
      known.score.push_back(score);
    } else if (const auto p = spec.percentiles.find(dimension); p != spec.percentiles.end()) {
      if (!(p->second >= 0.001 && p->second <= 0.999)) {
        return core::fail("the percentile of {} is {}: give a number between 0.1 and 99.9 percent", name_of(dimension),
                          100.0 * p->second);
      }
      known.index.push_back(i);
      known.score.push_back(normal_quantile(p->second));
    }
  }
  return known;
}

/// Solves (correlations among the known) x = scores.
std::vector<double> known_weights(const PopulationGroup& group, const KnownScores& known) {
  const std::size_t n = known.index.size();
  std::vector<double> among(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      among[i * n + j] = group.score_correlation[known.index[i] * kDimensionCount + known.index[j]];
    }
  }
  cholesky(among, n, 1e-6);
  std::vector<double> x = known.score;
  solve_lower(among, n, x.data());
  solve_upper(among, n, x.data());
  return x;
}

}  // namespace

double Population::value_at_score(Sex sex, Dimension dimension, double score) const {
  const Marginal& marginal = group(sex).marginals[index_of(dimension)];
  if (marginal.quantiles.empty()) return marginal.mean + score * marginal.sd;
  return interpolate(level_scores, marginal.quantiles, score, marginal.sd);
}

double Population::score_of_value(Sex sex, Dimension dimension, double value) const {
  const Marginal& marginal = group(sex).marginals[index_of(dimension)];
  if (marginal.quantiles.empty()) return (value - marginal.mean) / marginal.sd;
  return interpolate(marginal.quantiles, level_scores, value, 1.0 / marginal.sd);
}

double Population::percentile(Sex sex, Dimension dimension, double p) const {
  return value_at_score(sex, dimension, normal_quantile(math::clamp(p, 1e-9, 1.0 - 1e-9)));
}

double Population::percentile_of(Sex sex, Dimension dimension, double value) const {
  return normal_cdf(score_of_value(sex, dimension, value));
}

core::Result<Dimensions> complete_person(const Population& population, const PersonSpec& spec) {
  FH_TRY(known, known_scores(population, spec));
  const PopulationGroup& group = population.group(spec.sex);
  const std::vector<double> weights = known_weights(group, known);
  std::array<double, kDimensionCount> scores{};
  for (std::size_t i = 0; i < kDimensionCount; ++i) {
    for (std::size_t k = 0; k < known.index.size(); ++k) {
      scores[i] += group.score_correlation[i * kDimensionCount + known.index[k]] * weights[k];
    }
    // Contradictory measurements must not blow up the rest of the body.
    scores[i] = math::clamp(scores[i], -kFarthestScore, kFarthestScore);
  }
  for (std::size_t k = 0; k < known.index.size(); ++k) scores[known.index[k]] = known.score[k];
  Dimensions person = person_from_scores(population, spec.sex, scores.data());
  for (const auto& [dimension, value] : spec.measured) person[dimension] = value;
  return person;
}

double mahalanobis_distance(const Population& population, const PersonSpec& spec) {
  const core::Result<KnownScores> known = known_scores(population, spec);
  if (!known || known->index.empty()) return 0.0;
  const std::vector<double> weights = known_weights(population.group(spec.sex), *known);
  double square = 0.0;
  for (std::size_t k = 0; k < weights.size(); ++k) square += weights[k] * known->score[k];
  return math::sqrt(std::max(square, 0.0) / static_cast<double>(weights.size()));
}

std::vector<Dimensions> sample_population(const Population& population, Sex sex, std::size_t count,
                                          std::uint64_t seed) {
  constexpr std::size_t kN = kDimensionCount;
  std::vector<double> normals(count * kN);
  for (std::size_t person = 0; person < count; ++person) {
    core::Rng rng(seed, static_cast<std::uint32_t>(person), "anthropometry");
    for (std::size_t i = 0; i < kN; ++i) {
      // Half a step away from 0 and 1, where the quantile is infinite.
      normals[person * kN + i] = normal_quantile(rng.uniform() * (1.0 - 0x1.0p-52) + 0x1.0p-53);
    }
  }
  if (count > 3 * kN) whiten_rows(normals, count, kN);
  std::vector<Dimensions> people;
  people.reserve(count);
  std::array<double, kN> scores{};
  const DimensionMatrix& factor = population.group(sex).score_factor;
  for (std::size_t person = 0; person < count; ++person) {
    for (std::size_t i = 0; i < kN; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j <= i; ++j) sum += factor[i * kN + j] * normals[person * kN + j];
      scores[i] = sum;
    }
    people.push_back(person_from_scores(population, sex, scores.data()));
  }
  return people;
}

std::vector<Dimensions> boundary_people(const Population& population, Sex sex, std::size_t count, double coverage) {
  const DimensionMatrix& correlation = population.group(sex).score_correlation;
  constexpr std::size_t kN = kDimensionCount;
  // The two leading principal components of the scores; the covered ellipse has the chi-square radius of 2 degrees.
  const auto [first, second] = principal_axes(correlation, kN);
  const double radius = math::sqrt(-2.0 * math::log(1.0 - math::clamp(coverage, 0.01, 0.999)));
  std::array<double, kN> scores{};
  std::vector<Dimensions> people{person_from_scores(population, sex, scores.data())};
  for (std::size_t k = 0; k < count; ++k) {
    const math::SinCos sc = math::sin_cos(math::kTau * static_cast<double>(k) / static_cast<double>(count));
    for (std::size_t i = 0; i < kN; ++i) scores[i] = radius * (sc.cos * first[i] + sc.sin * second[i]);
    people.push_back(person_from_scores(population, sex, scores.data()));
  }
  return people;
}

}  // namespace fh::human
