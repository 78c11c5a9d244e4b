#pragma once
// Elementary functions built from +, -, *, / and sqrt only, so that every CPU and C library gives the same bits.
// Accuracy against libm: at most 2 ulp (or 1e-16 absolute near zeros) in the stated ranges; see tests/unit/math.
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

/// |x| <= 1e6 rad; beyond it accuracy falls with |x|. Not finite gives NaN.
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
/// In [-pi, pi]; 0 for (0, 0).
double atan2(double y, double x);
/// Arguments outside [-1, 1] are clamped: unit vectors may be off by an ulp.
double acos(double x);
double asin(double x);

/// Overflows to infinity above 709.78, underflows to 0 below -745.
double exp(double x);
/// x > 0; zero gives -infinity, negative NaN.
double log(double x);
/// base >= 0.
double pow(double base, double exponent);
inline double sqrt(double x) {
  return std::sqrt(x);
}

/// The same angle in [-pi, pi).
inline double wrap_angle(double angle) {
  return angle - kTau * std::floor((angle + kPi) / kTau);
}

}  // namespace fh::math
