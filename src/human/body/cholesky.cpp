// SPDX-License-Identifier: Apache-2.0
#include "human/body/cholesky.h"

// Vectorised, Eigen fuses multiplications and additions, which not every machine would do alike.
#define EIGEN_DONT_VECTORIZE
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace fh::human {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

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
  Eigen::Map<RowMajor> all(rows.data(), static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(n));
  all.rowwise() -= all.colwise().mean().eval();
  const RowMajor covariance = all.transpose() * all / static_cast<double>(count - 1);
  const Eigen::LLT<RowMajor> factor(covariance);
  all = factor.matrixL().solve(all.transpose()).transpose().eval();
}

std::array<std::vector<double>, 2> principal_axes(const std::vector<double>& matrix, std::size_t n) {
  const auto size = static_cast<Eigen::Index>(n);
  // Householder and implicit QR steps in an order of their own: no blocking by the size of caches.
  const Eigen::SelfAdjointEigenSolver<RowMajor> solver(Eigen::Map<const RowMajor>(matrix.data(), size, size));
  std::array<std::vector<double>, 2> axes;
  for (Eigen::Index k = 0; k < 2; ++k) {
    Eigen::VectorXd axis = solver.eigenvectors().col(size - 1 - k);  // eigenvalues ascend
    axis *= std::sqrt(std::max(solver.eigenvalues()(size - 1 - k), 0.0)) * (axis(0) < 0.0 ? -1.0 : 1.0);
    axes[static_cast<std::size_t>(k)].assign(axis.data(), axis.data() + size);
  }
  return axes;
}

}  // namespace fh::human
