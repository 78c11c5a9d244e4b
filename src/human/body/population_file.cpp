// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/files.h"
#include "human/body/cholesky.h"
#include "human/body/normal_distribution.h"
#include "human/body/population.h"

namespace fh::human {
namespace {

constexpr double kWorstPivot = -1e-3;  // rounding in the file, not a wrong matrix

std::vector<double> read_levels(core::JsonReader& root) {
  const core::Json* raw = root.raw("quantile_levels");
  std::vector<double> levels;
  if (!raw) return levels;
  bool good = raw->is_array() && raw->size() >= 5 && raw->size() <= 10000;
  for (std::size_t i = 0; good && i < raw->size(); ++i) {
    good = (*raw)[i].is_number();
    if (!good) break;
    levels.push_back((*raw)[i].get<double>());
    good = levels.back() > 0.0 && levels.back() < 1.0 && (i == 0 || levels.back() > levels[i - 1]);
  }
  if (!good) {
    root.problem("quantile_levels", "expected at least five rising numbers between 0 and 1");
    levels.clear();
  }
  return levels;
}

void read_marginal(core::JsonReader reader, std::size_t level_count, Marginal& out) {
  out.mean = reader.number("mean", {.minimum = 1e-6, .maximum = 1000.0, .required = true});
  out.sd = reader.number("sd", {.fallback = 1.0, .minimum = 1e-9, .maximum = 1000.0, .required = true});
  out.quantiles.clear();
  if (reader.has("quantiles")) {
    out.quantiles = reader.numbers("quantiles", level_count);
    for (std::size_t i = 0; i < out.quantiles.size(); ++i) {
      if (out.quantiles[i] <= 0.0 || (i > 0 && out.quantiles[i] < out.quantiles[i - 1])) {
        reader.problem("quantiles", "expected positive numbers that never fall");
        out.quantiles.clear();
        break;
      }
    }
    // Surveys round to millimetres: equal neighbours would leave the inverse undefined.
    for (std::size_t i = 1; i < out.quantiles.size(); ++i) {
      out.quantiles[i] = std::max(out.quantiles[i], out.quantiles[i - 1] + 1e-9);
    }
  }
  reader.finish();
}

DimensionMatrix read_matrix(core::JsonReader& reader, const char* key) {
  DimensionMatrix matrix(kDimensionCount * kDimensionCount, 0.0);
  const core::Json* raw = reader.raw(key);
  bool good = raw && raw->is_array() && raw->size() == kDimensionCount;
  for (std::size_t i = 0; good && i < kDimensionCount; ++i) {
    const core::Json& row = (*raw)[i];
    good = row.is_array() && row.size() == i;
    matrix[i * kDimensionCount + i] = 1.0;
    for (std::size_t j = 0; good && j < i; ++j) {
      good = row[j].is_number() && row[j].get<double>() >= -1.0 && row[j].get<double>() <= 1.0;
      if (good) matrix[i * kDimensionCount + j] = matrix[j * kDimensionCount + i] = row[j].get<double>();
    }
  }
  if (!good) {
    reader.problem(key, fmt::format("expected {} rows, row i with the i correlations (-1 … 1) to the dimensions before",
                                    kDimensionCount));
    matrix.clear();
  }
  return matrix;
}

void read_group(core::JsonReader& reader, std::size_t level_count, bool inherits, PopulationGroup& group) {
  group.count = reader.integer("count", 0, 1, 1000000000);
  std::array<bool, kDimensionCount> given{};
  if (std::optional<core::JsonReader> dimensions = reader.object("dimensions", true)) {
    for (std::size_t i = 0; i < kDimensionCount; ++i) {
      const std::string name(name_of(static_cast<Dimension>(i)));
      if (!dimensions->raw(name.c_str())) continue;  // asking makes the name known to finish()
      if (std::optional<core::JsonReader> one = dimensions->object(name.c_str())) {
        read_marginal(*one, level_count, group.marginals[i]);
        given[i] = true;
      }
    }
    dimensions->finish();
    for (std::size_t i = 0; i < kDimensionCount && !inherits; ++i) {
      if (given[i]) continue;
      reader.problem("dimensions", fmt::format("{} is missing; add it, or say \"inherits\": true to take it from the "
                                               "default population",
                                               name_of(static_cast<Dimension>(i))));
    }
  }
  if (!inherits || reader.has("score_correlation")) group.score_correlation = read_matrix(reader, "score_correlation");
  if (!inherits || reader.has("correlation")) group.correlation = read_matrix(reader, "correlation");
  if (group.score_correlation.empty()) return;
  group.score_factor = group.score_correlation;
  if (cholesky(group.score_factor, kDimensionCount, 1e-9) < kWorstPivot) {
    reader.problem("score_correlation", "is not the correlation matrix of anything (not positive semi-definite)");
  }
}

void check_dimension_list(core::JsonReader& root) {
  std::size_t at = 0;
  for (core::JsonReader& entry : root.objects("dimensions")) {
    const std::string name = entry.text("name", "", true);
    entry.text("unit");
    entry.text("field");
    entry.text("meaning");
    entry.finish();
    if (at >= kDimensionCount || name != name_of(static_cast<Dimension>(at))) {
      entry.problem("name", fmt::format("expected {} here: matrices follow this order",
                                        at < kDimensionCount ? name_of(static_cast<Dimension>(at)) : "nothing more"));
    }
    ++at;
  }
}

}  // namespace

core::Result<Population> read_population(const core::JsonFile& file, const Population* base) {
  core::Problems problems(file);
  core::JsonReader root(file.root(), problems);
  root.choice("format", {"firsthand-population-1"}, "", true);
  const bool inherits = root.boolean("inherits", false);
  if (inherits && !base) return core::fail("{}: it inherits, but no population to inherit from is loaded", file.name());
  Population population = inherits ? *base : Population{};
  population.name = root.text("name", "", true);
  if (std::optional<core::JsonReader> provenance = root.object("provenance", true)) {
    population.provenance = {provenance->text("source", "", true), provenance->text("surveyed"),
                             provenance->text("method"), provenance->text("limits")};
    provenance->finish();
  }
  if (const std::vector<double> levels = read_levels(root); !levels.empty() || !inherits) {
    if (inherits && levels != population.levels) {
      root.problem("quantile_levels", "an inheriting file must use the levels of the population it inherits from");
    }
    population.levels = levels;
  }
  population.level_scores.clear();
  for (const double level : population.levels) population.level_scores.push_back(normal_quantile(level));
  check_dimension_list(root);
  std::array<bool, 2> seen{};
  for (core::JsonReader& group : root.objects("groups", true)) {
    const std::string sex = group.choice("sex", {"female", "male"}, "female", true);
    const std::size_t at = sex == "male" ? 1 : 0;
    if (seen[at]) group.problem("sex", "this group is given twice");
    seen[at] = true;
    read_group(group, population.levels.size(), inherits, population.groups[at]);
    group.finish();
  }
  if (!inherits && !(seen[0] && seen[1])) root.problem("groups", "expected one group \"female\" and one \"male\"");
  root.finish();
  if (!problems.empty()) return tl::make_unexpected(problems.as_error());
  return population;
}

core::Result<Population> load_population(const std::filesystem::path& path, const Population* base) {
  const core::Result<core::JsonFile> file = core::JsonFile::read(path);
  if (!file) return core::fail_within("loading a population", file.error());
  return read_population(*file, base);
}

core::Result<Population> load_default_population() {
  return load_population(core::data_folder() / "assets/anthropometry/ansur2.json");
}

}  // namespace fh::human
