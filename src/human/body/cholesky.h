// SPDX-License-Identifier: Apache-2.0
#pragma once
// A few operations on small dense symmetric matrices (row-major), in plain loops of fixed order so that results are
// the same bits everywhere.
#include <cstddef>
#include <vector>

namespace fh::human {

/// Replaces the lower triangle by its Cholesky factor; pivots below `floor` are raised to it. The smallest pivot met is
/// returned: a negative one says that the matrix was not positive semi-definite.
double cholesky(std::vector<double>& matrix, std::size_t n, double floor);
/// x := L^-1 x, and x := L^-T x.
void solve_lower(const std::vector<double>& factor, std::size_t n, double* x);
void solve_upper(const std::vector<double>& factor, std::size_t n, double* x);
/// Makes the sample mean of the rows zero and their sample covariance the identity. rows > columns.
void whiten_rows(std::vector<double>& rows, std::size_t count, std::size_t n);
/// The eigenvector of the largest eigenvalue at right angles to `previous` (empty: none), scaled by the root of its
/// eigenvalue; its first component is not negative.
std::vector<double> principal_axis(const std::vector<double>& matrix, std::size_t n,
                                   const std::vector<double>& previous);

}  // namespace fh::human
