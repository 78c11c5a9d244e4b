// SPDX-License-Identifier: Apache-2.0
#pragma once
// A few operations on small dense symmetric matrices (row-major). The factorisation and its solutions are plain loops
// of fixed order: they make the bodies of recordings, whose bits are promised, and small pivots are raised, which no
// library does. The statistics of many people are Eigen's.
#include <array>
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
/// The eigenvectors of the two largest eigenvalues, each scaled by the root of its eigenvalue; their first components
/// are not negative.
std::array<std::vector<double>, 2> principal_axes(const std::vector<double>& matrix, std::size_t n);

}  // namespace fh::human
