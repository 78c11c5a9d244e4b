// SPDX-License-Identifier: Apache-2.0
#include "math/trig.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace fh::math {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// pi/2 in three parts of 33 bits each: products with a quadrant count below 2^20 are exact (Cody and Waite 1980).
constexpr double kHalfPi1 = 1.57079632673412561417e+00;
constexpr double kHalfPi2 = 6.07710050630396597660e-11;
constexpr double kHalfPi3 = 2.02226624879595063154e-21;

// ln 2 in two parts, for the same reason.
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;

/// Taylor series on |x| <= pi/4: the first left-out term is below 1e-19. In pairs, here and below, which take half the
/// time of a chain.
double sin_kernel(double x) {
  const double z = x * x, zz = z * z;
  const double low = (-1.0 / 6.0 + z * (1.0 / 120.0)) + zz * (-1.0 / 5040.0 + z * (1.0 / 362880.0));
  const double high = (-1.0 / 39916800.0 + z * (1.0 / 6227020800.0)) +                // 1/11!, 1/13!
                      zz * (-1.0 / 1307674368000.0 + z * (1.0 / 355687428096000.0));  // 1/15!, 1/17!
  return x + x * (z * (low + zz * zz * high));
}

double cos_kernel(double x) {
  const double z = x * x, zz = z * z;
  const double low = (1.0 / 24.0 - z * (1.0 / 720.0)) + zz * (1.0 / 40320.0 - z * (1.0 / 3628800.0));
  const double high = (1.0 / 479001600.0 - z * (1.0 / 87178291200.0)) +                // 1/12!, 1/14!
                      zz * (1.0 / 20922789888000.0 - z * (1.0 / 6402373705728000.0));  // 1/16!, 1/18!
  const double p = low + zz * zz * high;
  const double half = 0.5 * z;
  const double w = 1.0 - half;
  return w + (((1.0 - w) - half) + zz * p);  // the rounding error of w is put back
}

// atan(k/8) for k = 0..8, rounded to double.
constexpr double kAtanEighths[9] = {0.0,
                                    0.12435499454676144,
                                    0.24497866312686414,
                                    0.35877067027057225,
                                    0.46364760900080609,
                                    0.55859931534356244,
                                    0.64350110879328437,
                                    0.71882999962162453,
                                    0.78539816339744828};

/// atan2 where the smaller over the larger magnitude is no number: NaN, both zero or both infinite.
double atan2_of_no_ratio(double y, double x) {
  if (x == 0.0 && y == 0.0) return 0.0;
  if (x != x || y != y) return kNan;
  const double angle = x < 0.0 ? 0.75 * kPi : 0.25 * kPi;
  return y < 0.0 ? -angle : angle;
}

/// x in [0, 1]: reduced to |r| <= 1/16 by the nearest k/8, then the odd series.
double atan_unit(double x) {
  const int k = static_cast<int>(x * 8.0 + 0.5);
  const double c = static_cast<double>(k) / 8.0;
  const double r = (x - c) / (1.0 + x * c);
  const double z = r * r, zz = z * z;
  const double p = ((-1.0 / 3.0 + z * (1.0 / 5.0)) + zz * (-1.0 / 7.0 + z * (1.0 / 9.0))) +
                   zz * zz * ((-1.0 / 11.0 + z * (1.0 / 13.0)) - zz * (1.0 / 15.0));
  return kAtanEighths[k] + (r + r * (z * p));
}

}  // namespace

SinCos sin_cos(double x) {
  if (!(std::fabs(x) < kHugeAngle)) {
    if (!(std::fabs(x) < kInfinity)) return {kNan, kNan};
    x = std::fmod(x, kTau);  // exact by IEEE 754; the products below would not be
  }
  const double quadrants = std::floor(x * (2.0 / kPi) + 0.5);
  const double r = ((x - quadrants * kHalfPi1) - quadrants * kHalfPi2) - quadrants * kHalfPi3;
  const double s = sin_kernel(r);
  const double c = cos_kernel(r);
  const auto quadrant = static_cast<int>(quadrants - 4.0 * std::floor(quadrants * 0.25));
  switch (quadrant) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

double atan(double x) {
  if (x < 0.0) return -atan(-x);
  if (x <= 1.0) return atan_unit(x);
  if (x > 1.0) return kPi / 2.0 - atan_unit(1.0 / x);
  return kNan;
}

double atan2(double y, double x) {
  const double ax = std::fabs(x), ay = std::fabs(y);
  const bool flat = ay <= ax;
  const double ratio = flat ? ay / ax : ax / ay;
  if (ratio != ratio) return atan2_of_no_ratio(y, x);
  double angle = flat ? atan_unit(ratio) : kPi / 2.0 - atan_unit(ratio);
  if (x < 0.0) angle = kPi - angle;
  return y < 0.0 ? -angle : angle;
}

double acos(double x) {
  if (x >= 1.0) return 0.0;
  if (x <= -1.0) return kPi;
  return 2.0 * atan2(std::sqrt(1.0 - x), std::sqrt(1.0 + x));
}

double asin(double x) {
  if (x >= 1.0) return kPi / 2.0;
  if (x <= -1.0) return -kPi / 2.0;
  return atan2(x, std::sqrt((1.0 - x) * (1.0 + x)));
}

double exp(double x) {
  if (x != x) return kNan;
  if (x > 709.782712893384) return kInfinity;
  if (x < -745.1332191019412) return 0.0;
  const double k = std::floor(x * (1.0 / (kLn2High + kLn2Low)) + 0.5);
  const double high = x - k * kLn2High;
  const double low = -k * kLn2Low;
  const double r = high + low;
  double p = 1.0 / 6227020800.0;  // 1/13!, on |r| <= ln2/2 the next term is below 1e-18
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  const double rounding = (high - r) + low;
  const double value = 1.0 + (r + (r * r * p + rounding));
  return std::ldexp(value, static_cast<int>(k));  // exact scaling (correctly rounded when subnormal)
}

double log(double x) {
  if (x == 0.0) return -kInfinity;
  if (!(x > 0.0)) return kNan;
  if (x == kInfinity) return x;
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // exact
  if (m < 0.70710678118654752) {
    m *= 2.0;
    --exponent;
  }
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;  // log(1+f) = f - s*(f - 2*(z/3 + z^2/5 + …)), |s| <= 0.172
  double p = 2.0 / 25.0;
  p = p * z + 2.0 / 23.0;
  p = p * z + 2.0 / 21.0;
  p = p * z + 2.0 / 19.0;
  p = p * z + 2.0 / 17.0;
  p = p * z + 2.0 / 15.0;
  p = p * z + 2.0 / 13.0;
  p = p * z + 2.0 / 11.0;
  p = p * z + 2.0 / 9.0;
  p = p * z + 2.0 / 7.0;
  p = p * z + 2.0 / 5.0;
  p = p * z + 2.0 / 3.0;
  const double k = exponent;
  return k * kLn2High + (f - (s * (f - z * p) - k * kLn2Low));
}

double pow(double base, double exponent) {
  if (exponent == 0.0 || base == 1.0) return 1.0;
  if (base == 0.0) return exponent > 0.0 ? 0.0 : exponent < 0.0 ? kInfinity : kNan;
  return exp(exponent * log(base));
}

}  // namespace fh::math
