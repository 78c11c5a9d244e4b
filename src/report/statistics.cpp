// SPDX-License-Identifier: Apache-2.0
#include "report/statistics.h"

#include <cmath>
#include <vector>

namespace fh::report {
namespace {

/// The continued fraction of the incomplete beta function (Lentz's method): NIST DLMF 8.17.22.
double beta_fraction(double a, double b, double x) {
  const auto safe = [](double value) { return std::abs(value) < 1e-300 ? 1e-300 : value; };
  double c = 1.0, d = 1.0 / safe(1.0 - (a + b) * x / (a + 1.0)), product = d;
  for (int m = 1; m < 400; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m));
    d = 1.0 / safe(1.0 + even * d), c = safe(1.0 + even / c), product *= c * d;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0));
    d = 1.0 / safe(1.0 + odd * d), c = safe(1.0 + odd / c), product *= c * d;
    if (std::abs(c * d - 1.0) < 1e-15) break;
  }
  return product;
}

/// The regularised incomplete beta function.
double beta_share(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(a, b, x) / a;
  return 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

struct Spread {
  double mean = 0.0, variance = 0.0;
  std::size_t count = 0;
};

Spread spread_of(std::span<const double> values) {
  Spread spread;
  spread.count = values.size();
  for (const double value : values) spread.mean += value;
  spread.mean /= static_cast<double>(values.size());
  for (const double value : values) spread.variance += (value - spread.mean) * (value - spread.mean);
  if (values.size() > 1) spread.variance /= static_cast<double>(values.size() - 1);
  return spread;
}

/// Means of consecutive blocks; a rest shorter than half a block belongs to the last one.
std::vector<double> block_means(std::span<const double> values, std::size_t per_block) {
  std::vector<double> means;
  const std::size_t blocks = (values.size() + per_block / 2) / per_block;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::size_t from = i * per_block, to = i + 1 == blocks ? values.size() : from + per_block;
    means.push_back(spread_of(values.subspan(from, to - from)).mean);
  }
  return means;
}

}  // namespace

double student_t(double confidence, double freedom) {
  const double outside = 1.0 - confidence;
  double low = 0.0, high = 1.0;
  const auto tails = [&](double t) { return beta_share(0.5 * freedom, 0.5, freedom / (freedom + t * t)); };
  while (tails(high) > outside && high < 1e12) high *= 2.0;
  for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
    const double middle = 0.5 * (low + high);
    (tails(middle) > outside ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

std::optional<MeanDifference> mean_difference(std::span<const double> a, std::span<const double> b,
                                              std::size_t samples_per_block, double confidence) {
  const std::vector<double> blocks_a = block_means(a, samples_per_block), blocks_b = block_means(b, samples_per_block);
  if (blocks_a.size() < 3 || blocks_b.size() < 3) return {};
  const Spread all_a = spread_of(a), all_b = spread_of(b);
  MeanDifference result;
  result.difference = all_b.mean - all_a.mean;
  double half = 0.0;
  if (a.size() == b.size()) {
    std::vector<double> differences;
    for (std::size_t i = 0; i < blocks_a.size(); ++i) differences.push_back(blocks_b[i] - blocks_a[i]);
    const Spread paired = spread_of(differences);
    const auto count = static_cast<double>(paired.count);
    half = student_t(confidence, count - 1.0) * std::sqrt(paired.variance / count);
  } else {
    const Spread means_a = spread_of(blocks_a), means_b = spread_of(blocks_b);
    const double error_a = means_a.variance / static_cast<double>(means_a.count);
    const double error_b = means_b.variance / static_cast<double>(means_b.count);
    const double freedom = (error_a + error_b) * (error_a + error_b) /
                           (error_a * error_a / static_cast<double>(means_a.count - 1) +
                            error_b * error_b / static_cast<double>(means_b.count - 1));
    if (error_a + error_b > 0.0) half = student_t(confidence, freedom) * std::sqrt(error_a + error_b);
  }
  result.low = result.difference - half;
  result.high = result.difference + half;
  const double deviation = std::sqrt(0.5 * (all_a.variance + all_b.variance));
  result.effect = deviation > 0.0 ? result.difference / deviation : 0.0;
  return result;
}

}  // namespace fh::report
