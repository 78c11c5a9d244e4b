// SPDX-License-Identifier: Apache-2.0
// `fh_test_bench "[.arm]"` prints the full figures.
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>

#include "bench/bench_arm.h"
#include "bench/bench_posture.h"

using namespace fh;

TEST_CASE("arm benchmarks give rows with times and the same hashes twice") {
  const auto first = bench::bench_arm({.quick = true}), second = bench::bench_arm({.quick = true});
  REQUIRE(first.size() == 7);
  REQUIRE(second.size() == first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(first[i].median_us > 0.0);
    CHECK(first[i].hash == second[i].hash);
  }
  CHECK(first[0].rival_median_us > 0.0);
}

TEST_CASE("arm benchmarks in full", "[.arm]") {
  for (const core::BenchRow& row : bench::bench_arm({})) {
    fmt::print("{:36} {:8.3f} us  p95 {:8.3f}  {}\n", row.case_name, row.median_us, row.p95_us, row.note);
    if (!row.rival.empty()) fmt::print("  {} {:.3f} us\n", row.rival, row.rival_median_us);
  }
}

TEST_CASE("posture benchmarks give rows with times and the same hashes twice") {
  const auto first = bench::bench_posture({.quick = true}), second = bench::bench_posture({.quick = true});
  REQUIRE(first.size() == 2);
  REQUIRE(second.size() == first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(first[i].median_us > 0.0);
    CHECK(first[i].hash == second[i].hash);
  }
}
