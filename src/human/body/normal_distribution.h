// SPDX-License-Identifier: Apache-2.0
#pragma once
// The standard normal distribution without libm, so that sampled bodies are the same everywhere.

namespace fh::human {

/// P(Z <= z); absolute error below 1e-12 (Marsaglia 2004, Taylor series about 0, continued fraction in the tails).
double normal_cdf(double z);
/// The z with normal_cdf(z) == p; 0 < p < 1 (Acklam's rational start, one Halley step).
double normal_quantile(double p);

}  // namespace fh::human
