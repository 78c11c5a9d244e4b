// SPDX-License-Identifier: Apache-2.0
// The benchmarks run and compute something; `fh_test_bench "[.measure]"` prints their full figures.
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>

#include "bench/bench_distance.h"
#include "bench/bench_physics.h"
#include "bench/bench_rays.h"

using namespace fh;

namespace {

std::vector<core::BenchRow> all(const core::BenchSettings& settings) {
  std::vector<core::BenchRow> rows;
  for (const auto bench : {bench::bench_physics, bench::bench_rays, bench::bench_distance}) {
    for (const core::BenchRow& row : bench(settings)) rows.push_back(row);
  }
  return rows;
}

}  // namespace

TEST_CASE("physics benchmarks give rows with times, rivals and the same hashes twice") {
  const auto first = all({.quick = true}), second = all({.quick = true});
  REQUIRE(first.size() == 6);
  REQUIRE(second.size() == first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(first[i].median_us > 0.0);
    CHECK(first[i].rival_median_us > 0.0);
    CHECK(first[i].hash != 0);
    CHECK(first[i].hash == second[i].hash);
  }
  CHECK(first[0].hash == first[1].hash);  // one worker or two
}

TEST_CASE("physics benchmarks in full", "[.measure]") {
  for (const core::BenchRow& row : all({})) {
    fmt::print("{:9} {:36} {:10.2f} us  p95 {:10.2f}  {}: {:10.2f} us ({:.3f})  {}\n", row.name, row.case_name,
               row.median_us, row.p95_us, row.rival, row.rival_median_us, row.median_us / row.rival_median_us,
               row.note);
  }
}
