// SPDX-License-Identifier: Apache-2.0
// Intervals of means: printed quantiles, and how often intervals of random series hold the truth.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"
#include "report/statistics.h"

using namespace fh;
using Catch::Approx;

TEST_CASE("quantiles of Student's distribution are those of the printed tables") {
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, two-sided by twice the upper tail.
  CHECK(report::student_t(0.95, 1.0) == Approx(12.706).epsilon(1e-4));
  CHECK(report::student_t(0.95, 10.0) == Approx(2.228).epsilon(2e-4));
  CHECK(report::student_t(0.99, 5.0) == Approx(4.032).epsilon(2e-4));
  CHECK(report::student_t(0.998, 20.0) == Approx(3.552).epsilon(2e-4));
  CHECK(report::student_t(0.95, 1e6) == Approx(1.95997).epsilon(1e-4));
}

TEST_CASE("equal series differ by nothing, a constant shift is exact") {
  std::vector<double> a, b;
  for (int i = 0; i < 100; ++i) {
    a.push_back(i % 7);
    b.push_back(i % 7 + 0.5);
  }
  const auto same = report::mean_difference(a, a, 10, 0.95), shifted = report::mean_difference(a, b, 10, 0.95);
  REQUIRE((same && shifted));
  CHECK((same->difference == 0.0 && same->low == 0.0 && same->high == 0.0));
  CHECK(shifted->low == Approx(0.5));
  CHECK(shifted->high == Approx(0.5));
  CHECK(shifted->effect == Approx(0.25).epsilon(0.02));
  CHECK(!report::mean_difference(std::vector<double>(20, 1.0), b, 10, 0.95));  // two blocks tell nothing
}

TEST_CASE("intervals hold the true difference as often as they say, though neighbours are alike") {
  core::Rng rng(11);
  for (const bool paired : {true, false}) {
    int held = 0;
    const int rounds = 2000;
    for (int round = 0; round < rounds; ++round) {
      std::vector<double> a, b;
      double walk_a = 0.0, walk_b = 0.0;  // nearly the same from one sample to the next
      for (int i = 0; i < (paired ? 1000 : 900); ++i) a.push_back(walk_a = 0.8 * walk_a + rng.uniform(-1.0, 1.0));
      for (int i = 0; i < 1000; ++i) b.push_back((walk_b = 0.8 * walk_b + rng.uniform(-1.0, 1.0)) + 0.3);
      const auto found = report::mean_difference(a, b, 50, 0.95);
      REQUIRE(found);
      held += found->low <= 0.3 && found->high >= 0.3;
    }
    CHECK(held > 0.93 * rounds);
    CHECK(held < 0.97 * rounds);
  }
}
