// SPDX-License-Identifier: Apache-2.0
#include "human/body/normal_distribution.h"

#include <array>

#include "math/trig.h"

namespace fh::human {
namespace {

constexpr double kInvSqrtTau = 0.39894228040143267794;

double density(double z) {
  return kInvSqrtTau * math::exp(-0.5 * z * z);
}

double upper_tail(double z) {  // z >= 3: Laplace's continued fraction
  double f = z;
  for (int k = 60; k >= 1; --k) f = z + k / f;
  return density(z) / f;
}

// Acklam's coefficients (2003), relative error 1.15e-9 before the refinement.
constexpr std::array kA = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                           1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
constexpr std::array kB = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
                           -1.328068155288572e+01};
constexpr std::array kC = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                           -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
constexpr std::array kD = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00};

double tail_start(double p) {
  const double q = math::sqrt(-2.0 * math::log(p));
  return (((((kC[0] * q + kC[1]) * q + kC[2]) * q + kC[3]) * q + kC[4]) * q + kC[5]) /
         ((((kD[0] * q + kD[1]) * q + kD[2]) * q + kD[3]) * q + 1.0);
}

}  // namespace

double normal_cdf(double z) {
  if (z > 3.0) return 1.0 - upper_tail(z);
  if (z < -3.0) return upper_tail(-z);
  double term = z, sum = z;
  for (int k = 3; k < 200 && sum + term != sum; k += 2) {
    term *= z * z / k;
    sum += term;
  }
  return 0.5 + sum * density(z);
}

double normal_quantile(double p) {
  constexpr double kLow = 0.02425;
  double z = 0.0;
  if (p < kLow) {
    z = tail_start(p);
  } else if (p > 1.0 - kLow) {
    z = -tail_start(1.0 - p);
  } else {
    const double q = p - 0.5, r = q * q;
    z = (((((kA[0] * r + kA[1]) * r + kA[2]) * r + kA[3]) * r + kA[4]) * r + kA[5]) * q /
        (((((kB[0] * r + kB[1]) * r + kB[2]) * r + kB[3]) * r + kB[4]) * r + 1.0);
  }
  const double u = (normal_cdf(z) - p) / density(z);
  return z - u / (1.0 + 0.5 * z * u);
}

}  // namespace fh::human
