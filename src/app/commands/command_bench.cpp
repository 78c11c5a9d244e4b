// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "app/commands/commands.h"
#include "bench/benchmarks.h"
#include "core/hash.h"

namespace fh::app {
namespace {

core::Json row_json(const core::BenchRow& row) {
  return {{"name", row.name},
          {"case", row.case_name},
          {"median_us", row.median_us},
          {"p95_us", row.p95_us},
          {"n", row.n},
          {"hash", core::hash_string(row.hash)},
          {"rival", row.rival},
          {"rival_median_us", row.rival_median_us},
          {"note", row.note}};
}

void print_row(const core::BenchRow& row) {
  if (row.n == 0 && row.median_us == 0.0) {
    std::printf("%-10s %s: %s\n", row.name.c_str(), row.case_name.c_str(), row.note.c_str());
    return;
  }
  std::printf("%-10s %-44s %12.3f us  p95 %12.3f  n %-5d %s", row.name.c_str(), row.case_name.c_str(), row.median_us,
              row.p95_us, row.n, core::hash_string(row.hash).c_str());
  if (!row.rival.empty()) {
    std::printf("  | %s %.3f us (%.2fx)", row.rival.c_str(), row.rival_median_us, row.rival_median_us / row.median_us);
  }
  if (!row.note.empty()) std::printf("  %s", row.note.c_str());
  std::printf("\n");
}

}  // namespace

int run_bench(const BenchOptions& options) {
  const auto& names = options.names;
  std::vector<std::string> known;
  for (const auto& benchmark : bench::benchmarks()) known.emplace_back(benchmark.name);
  if (options.list) {
    for (const auto& benchmark : bench::benchmarks()) std::printf("%-10s %s\n", benchmark.name, benchmark.about);
    return kDone;
  }
  for (const auto& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return cannot({fmt::format("no benchmark \"{}\"; there are: {}", name, fmt::join(known, ", "))});
  }
  core::Json rows = core::Json::array();
  for (const auto& benchmark : bench::benchmarks()) {
    if (!names.empty() && std::find(names.begin(), names.end(), benchmark.name) == names.end()) continue;
    for (const auto& row : benchmark.run({.quick = options.quick})) {
      if (options.json)
        rows.push_back(row_json(row));
      else
        print_row(row);
    }
  }
  if (options.json) print_json(rows);
  return kDone;
}

}  // namespace fh::app
