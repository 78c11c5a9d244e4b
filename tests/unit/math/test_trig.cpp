// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/rng.h"
#include "math/trig.h"

using namespace fh;

namespace {

/// Distance in units of the last place of the expected value, with a floor near zero.
double ulps(double value, double expected, double floor = 1e-300) {
  const double scale = std::max(std::abs(expected), floor);
  const double ulp = std::nextafter(scale, INFINITY) - scale;
  return std::abs(value - expected) / ulp;
}

template <class Ours, class Theirs>
double worst(Ours ours, Theirs theirs, double low, double high, double floor = 1e-300) {
  core::Rng rng(99);
  double most = 0.0;
  for (int i = 0; i < 200000; ++i) {
    const double x = rng.uniform(low, high);
    most = std::max(most, ulps(ours(x), theirs(x), floor));
  }
  return most;
}

}  // namespace

TEST_CASE("trig: our functions agree with libm to a few ulp") {
  const auto l_sin = [](double x) { return std::sin(x); };
  const auto l_cos = [](double x) { return std::cos(x); };
  CHECK(worst(math::sin, l_sin, -7.0, 7.0, 0.1) <= 2.0);
  CHECK(worst(math::cos, l_cos, -7.0, 7.0, 0.1) <= 2.0);
  CHECK(worst(math::sin, l_sin, -1e6, 1e6, 1.0) <= 2.0);
  CHECK(worst(math::cos, l_cos, -1e6, 1e6, 1.0) <= 2.0);
  CHECK(worst(
            math::atan, [](double x) { return std::atan(x); }, -20.0, 20.0) <= 3.0);
  CHECK(worst(
            math::acos, [](double x) { return std::acos(x); }, -1.0, 1.0) <= 4.0);
  CHECK(worst(
            math::asin, [](double x) { return std::asin(x); }, -1.0, 1.0, 1e-2) <= 4.0);
  CHECK(worst(
            math::exp, [](double x) { return std::exp(x); }, -700.0, 700.0) <= 2.0);
  CHECK(worst(
            math::log, [](double x) { return std::log(x); }, 1e-6, 50.0, 1e-2) <= 2.0);
  CHECK(worst(
            math::log, [](double x) { return std::log(x); }, 1.0, 1e300) <= 2.0);
  CHECK(worst([](double x) { return math::pow(x, 0.75); }, [](double x) { return std::pow(x, 0.75); }, 1e-3, 10.0) <=
        8.0);
}

TEST_CASE("trig: atan2 covers all quadrants and axes") {
  core::Rng rng(7);
  for (int i = 0; i < 100000; ++i) {
    const double y = rng.uniform(-3, 3), x = rng.uniform(-3, 3);
    CHECK(std::abs(math::atan2(y, x) - std::atan2(y, x)) < 1e-15);
  }
  CHECK(math::atan2(0.0, 0.0) == 0.0);
  CHECK(math::atan2(1.0, 0.0) == math::kPi / 2);
  CHECK(math::atan2(-1.0, 0.0) == -math::kPi / 2);
  CHECK(math::atan2(0.0, -1.0) == math::kPi);
}

TEST_CASE("trig: ends and nonsense") {
  CHECK(math::acos(1.5) == 0.0);
  CHECK(math::acos(-1.5) == math::kPi);
  CHECK(math::exp(1000.0) == INFINITY);
  CHECK(math::exp(-1000.0) == 0.0);
  CHECK(math::log(0.0) == -INFINITY);
  CHECK(std::isnan(math::log(-1.0)));
  CHECK(std::isnan(math::sin(INFINITY)));
  CHECK(std::isnan(math::cos(NAN)));
  CHECK(math::sin(0.0) == 0.0);
  CHECK(math::cos(0.0) == 1.0);
  CHECK(std::abs(math::wrap_angle(7.0) - (7.0 - math::kTau)) < 1e-15);
}
