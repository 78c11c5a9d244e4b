// SPDX-License-Identifier: Apache-2.0
#include "human/body/cholesky.h"

#include <algorithm>
#include <cmath>

namespace fh::human {

double cholesky(std::vector<double>& matrix, std::size_t n, double floor) {
  double smallest = 1e300;
  for (std::size_t j = 0; j < n; ++j) {
    double pivot = matrix[j * n + j];
    for (std::size_t k = 0; k < j; ++k) pivot -= matrix[j * n + k] * matrix[j * n + k];
    smallest = std::min(smallest, pivot);
    const double diagonal = std::sqrt(std::max(pivot, floor));
    matrix[j * n + j] = diagonal;
    for (std::size_t i = j + 1; i < n; ++i) {
      double sum = matrix[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= matrix[i * n + k] * matrix[j * n + k];
      matrix[i * n + j] = sum / diagonal;
    }
  }
  return smallest;
}

void solve_lower(const std::vector<double>& factor, std::size_t n, double* x) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= factor[i * n + k] * x[k];
    x[i] /= factor[i * n + i];
  }
}

void solve_upper(const std::vector<double>& factor, std::size_t n, double* x) {
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= factor[k * n + i] * x[k];
    x[i] /= factor[i * n + i];
  }
}

void whiten_rows(std::vector<double>& rows, std::size_t count, std::size_t n) {
  std::vector<double> mean(n, 0.0), covariance(n * n, 0.0);
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t i = 0; i < n; ++i) mean[i] += rows[r * n + i];
  }
  for (double& m : mean) m /= static_cast<double>(count);
  for (std::size_t r = 0; r < count; ++r) {
    double* row = &rows[r * n];
    for (std::size_t i = 0; i < n; ++i) row[i] -= mean[i];
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) covariance[i * n + j] += row[i] * row[j];
    }
  }
  for (double& c : covariance) c /= static_cast<double>(count - 1);
  cholesky(covariance, n, 1e-12);
  for (std::size_t r = 0; r < count; ++r) solve_lower(covariance, n, &rows[r * n]);
}

std::vector<double> principal_axis(const std::vector<double>& matrix, std::size_t n,
                                   const std::vector<double>& previous) {
  double previous_square = 0.0;
  for (const double p : previous) previous_square += p * p;
  std::vector<double> axis(n), next(n);
  for (std::size_t i = 0; i < n; ++i) axis[i] = 1.0 + 0.01 * static_cast<double>(i % 7);
  double value = 0.0;
  for (int pass = 0; pass < 300; ++pass) {  // power iteration: the leading eigenvalues of body data are well apart
    double along = 0.0;
    for (std::size_t i = 0; i < previous.size(); ++i) along += axis[i] * previous[i];
    for (std::size_t i = 0; i < previous.size(); ++i) axis[i] -= along / previous_square * previous[i];
    double square = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      next[i] = 0.0;
      for (std::size_t j = 0; j < n; ++j) next[i] += matrix[i * n + j] * axis[j];
      square += next[i] * next[i];
    }
    value = std::sqrt(square);
    for (std::size_t i = 0; i < n; ++i) axis[i] = next[i] / value;
  }
  const double scale = std::sqrt(value) * (axis[0] < 0.0 ? -1.0 : 1.0);
  for (double& a : axis) a *= scale;
  return axis;
}

}  // namespace fh::human
