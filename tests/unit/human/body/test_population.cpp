// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <numeric>

#include "core/json.h"
#include "human/body/normal_distribution.h"
#include "human/body/population.h"
#include "human_support.h"

using namespace fh;
using namespace fh::human;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::array kJudged = {Dimension::Stature,
                                Dimension::Span,
                                Dimension::AcromialHeight,
                                Dimension::SittingHeight,
                                Dimension::EyeHeightSitting,
                                Dimension::ShoulderElbowLength,
                                Dimension::ForearmHandLength,
                                Dimension::KneeHeightSitting,
                                Dimension::Weight};

double quantile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  const double at = p * static_cast<double>(values.size() - 1);
  const std::size_t i = static_cast<std::size_t>(at);
  return values[i] + (at - static_cast<double>(i)) * (values[std::min(i + 1, values.size() - 1)] - values[i]);
}

std::vector<double> column(const std::vector<Dimensions>& people, Dimension dimension) {
  std::vector<double> values;
  for (const Dimensions& person : people) values.push_back(person[dimension]);
  return values;
}

double pearson(const std::vector<double>& a, const std::vector<double>& b) {
  const double n = static_cast<double>(a.size());
  const double ma = std::accumulate(a.begin(), a.end(), 0.0) / n, mb = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - ma) * (a[i] - ma);
    bb += (b[i] - mb) * (b[i] - mb);
    ab += (a[i] - ma) * (b[i] - mb);
  }
  return ab / std::sqrt(aa * bb);
}

}  // namespace

TEST_CASE("the normal distribution agrees with libm") {
  for (double z = -8.0; z <= 8.0; z += 0.01) {
    CHECK(std::abs(normal_cdf(z) - 0.5 * std::erfc(-z / std::sqrt(2.0))) < 1e-12);
  }
  for (double p = 0.0005; p < 1.0; p += 0.0005) CHECK(std::abs(normal_cdf(normal_quantile(p)) - p) < 1e-12);
}

TEST_CASE("the default population names its source and is complete") {
  const Population& population = ansur();
  CHECK_THAT(population.provenance.source, ContainsSubstring("ANSUR II"));
  CHECK(population.group(Sex::Female).count == 1986);
  CHECK(population.group(Sex::Male).count == 4082);
  STATIC_REQUIRE(kDimensionCount >= 30);
}

TEST_CASE("bodies by percentile have the survey's percentiles") {
  // The table holds the survey's percentiles; a body asked for by one must come out with it, and a sampled population
  // must reproduce them too.
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    const std::vector<Dimensions> people = sample_population(ansur(), sex, 10000, 7);
    for (const Dimension dimension : kJudged) {
      const double tolerance = dimension == Dimension::Weight ? 0.7 : 0.003;
      const std::vector<double> values = column(people, dimension);
      for (const double p : {0.05, 0.25, 0.50, 0.75, 0.95}) {
        const std::size_t at = static_cast<std::size_t>(
            std::lower_bound(ansur().levels.begin(), ansur().levels.end(), p - 1e-9) - ansur().levels.begin());
        const double survey = ansur().group(sex).marginals[index_of(dimension)].quantiles[at];
        PersonSpec spec{.sex = sex, .percentiles = {{dimension, p}}, .measured = {}};
        INFO(name_of(sex) << " " << name_of(dimension) << " p" << 100 * p);
        CHECK(std::abs(complete_person(ansur(), spec).value()[dimension] - survey) < tolerance);
        CHECK(std::abs(quantile(values, p) - survey) < tolerance);
        CHECK(std::abs(ansur().percentile_of(sex, dimension, survey) - p) < 0.01);
      }
    }
  }
}

TEST_CASE("a sampled population reproduces every correlation of the survey") {
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    const std::vector<Dimensions> people = sample_population(ansur(), sex, 10000, 11);
    std::vector<std::vector<double>> columns;
    for (std::size_t i = 0; i < kDimensionCount; ++i) columns.push_back(column(people, static_cast<Dimension>(i)));
    double worst = 0.0;
    for (std::size_t i = 0; i < kDimensionCount; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double surveyed = ansur().group(sex).correlation[i * kDimensionCount + j];
        worst = std::max(worst, std::abs(pearson(columns[i], columns[j]) - surveyed));
      }
    }
    CAPTURE(name_of(sex), worst);
    CHECK(worst < 0.03);
  }
}

TEST_CASE("sampling depends on the seed alone") {
  const auto a = sample_population(ansur(), Sex::Male, 20, 5), b = sample_population(ansur(), Sex::Male, 30, 5);
  const auto c = sample_population(ansur(), Sex::Male, 20, 6);
  for (std::size_t i = 0; i < 20; ++i) CHECK(a[i].values == b[i].values);
  CHECK(a[0].values != c[0].values);
}

TEST_CASE("a person's own measurements are kept and the rest follows") {
  PersonSpec spec{.sex = Sex::Female, .percentiles = {}, .measured = {{Dimension::Stature, 1.55}}};
  const Dimensions small = complete_person(ansur(), spec).value();
  CHECK(small[Dimension::Stature] == 1.55);
  CHECK(small[Dimension::Span] < ansur().percentile(Sex::Female, Dimension::Span, 0.3));
  // Conditional expectation against the regression of the survey's own statistics.
  const PopulationGroup& group = ansur().group(Sex::Female);
  const Marginal& stature = group.marginals[index_of(Dimension::Stature)];
  const Marginal& span = group.marginals[index_of(Dimension::Span)];
  const double r = group.correlation[index_of(Dimension::Span) * kDimensionCount + index_of(Dimension::Stature)];
  CHECK(std::abs(small[Dimension::Span] - (span.mean + r * span.sd / stature.sd * (1.55 - stature.mean))) < 0.006);

  spec.measured[Dimension::Weight] = 90.0;
  const Dimensions heavy = complete_person(ansur(), spec).value();
  CHECK(heavy[Dimension::WaistCircumference] > small[Dimension::WaistCircumference] + 0.1);
  CHECK(mahalanobis_distance(ansur(), spec) > 1.0);
  spec.measured[Dimension::Stature] = 3.1;
  CHECK_THAT(complete_person(ansur(), spec).error().message, ContainsSubstring("beyond any adult"));
  spec.measured = {};
  spec.percentiles = {{Dimension::Stature, 5.0}};
  CHECK_THAT(complete_person(ansur(), spec).error().message, ContainsSubstring("percentile of stature"));
}

TEST_CASE("boundary people are extreme in different ways") {
  const auto people = boundary_people(ansur(), Sex::Male, 8, 0.95);
  REQUIRE(people.size() == 9);
  CHECK(std::abs(ansur().percentile_of(Sex::Male, Dimension::Stature, people[0][Dimension::Stature]) - 0.5) < 0.02);
  std::vector<double> statures = column(people, Dimension::Stature), weights = column(people, Dimension::Weight);
  CHECK(*std::max_element(statures.begin(), statures.end()) > ansur().percentile(Sex::Male, Dimension::Stature, 0.93));
  CHECK(*std::min_element(weights.begin(), weights.end()) < ansur().percentile(Sex::Male, Dimension::Weight, 0.07));
}

TEST_CASE("a user's population file may give only what it knows") {
  const auto file = core::JsonFile::parse(R"({"format": "firsthand-population-1", "name": "Night shift",
    "inherits": true, "provenance": {"source": "works doctor, 2024"},
    "groups": [{"sex": "male", "count": 12, "dimensions": {"stature": {"mean": 1.71, "sd": 0.06}}}]})",
                                          "night.json");
  const Population own = read_population(file.value(), &ansur()).value();
  CHECK(std::abs(own.percentile(Sex::Male, Dimension::Stature, 0.5) - 1.71) < 1e-9);
  CHECK(own.percentile(Sex::Female, Dimension::Stature, 0.5) ==
        ansur().percentile(Sex::Female, Dimension::Stature, 0.5));
}

TEST_CASE("hostile population files are refused with every problem") {
  const auto refused = [](const char* text) {
    const auto file = core::JsonFile::parse(text, "bad.json");
    REQUIRE(file);
    const auto result = read_population(*file, &ansur());
    REQUIRE_FALSE(result);
    return result.error().message;
  };
  CHECK_THAT(refused("[]"), ContainsSubstring("bad.json"));
  CHECK_THAT(refused(R"({"format": "firsthand-population-1"})"), ContainsSubstring("groups"));
  CHECK_THAT(refused(R"({"format": "firsthand-population-1", "name": "x", "provenance": {"source": "y"},
    "inherits": true, "groups": [{"sex": "mail", "count": -4, "dimensions": {"statur": {"mean": 1e9, "sd": 0}}}]})"),
             ContainsSubstring("stature"));
  CHECK_THAT(refused(R"({"format": "firsthand-population-1", "name": "x", "provenance": {"source": "y"},
    "inherits": true, "groups": [{"sex": "male", "count": 4, "dimensions": {}, "score_correlation": [[], [7]]}]})"),
             ContainsSubstring("score_correlation"));
}
