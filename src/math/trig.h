// SPDX-License-Identifier: Apache-2.0
#pragma once
// Elementary functions built from +, -, *, / and sqrt only, so that every CPU and C library gives the same bits.
// Accuracy against libm: at most 2 ulp (or 1e-16 absolute near zeros) in the stated ranges; see tests/unit/math.
// All functions are total: every argument, NaN, infinities and huge values included, has a defined result. NaN gives
// NaN unless a function says otherwise.
#include <cmath>

namespace fh::math {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kTau = 2.0 * kPi;

constexpr double radians(double degrees) {
  return degrees * (kPi / 180.0);
}
constexpr double degrees(double radians) {
  return radians * (180.0 / kPi);
}

struct SinCos {
  double sin, cos;
};

/// Accurate for |x| <= 1e6 rad; beyond it the error grows with |x| (an ulp of x is the best there is), and from 2^30 on
/// the period is the double nearest to 2 pi. Always within [-1, 1]; infinities give NaN.
SinCos sin_cos(double x);
inline double sin(double x) {
  return sin_cos(x).sin;
}
inline double cos(double x) {
  return sin_cos(x).cos;
}
inline double tan(double x) {
  const SinCos sc = sin_cos(x);
  return sc.sin / sc.cos;
}

double atan(double x);
/// In [-pi, pi]; 0 for (0, 0). Infinities as in IEEE 754: a quarter or three quarters of pi when both are infinite.
double atan2(double y, double x);
/// Arguments outside [-1, 1] are clamped: unit vectors may be off by an ulp.
double acos(double x);
double asin(double x);

/// Overflows to infinity above 709.78, underflows to 0 below -745.
double exp(double x);
/// Zero gives -infinity, negative NaN.
double log(double x);
/// base >= 0 (negative gives NaN). 1 for exponent 0 and for base 1, also when the other is NaN or infinite.
double pow(double base, double exponent);
inline double sqrt(double x) {
  return std::sqrt(x);
}

/// From here on an angle is known to 1e-7 rad at best; sin_cos and wrap_angle then reduce it by an exact remainder.
inline constexpr double kHugeAngle = 0x1p30;

/// The same angle in [-pi, pi] (pi only by rounding). Infinities give NaN.
inline double wrap_angle(double angle) {
  if (!(std::fabs(angle) < kHugeAngle)) angle = std::fmod(angle, kTau);  // exact by IEEE 754
  return angle - kTau * std::floor((angle + kPi) / kTau);
}

}  // namespace fh::math
