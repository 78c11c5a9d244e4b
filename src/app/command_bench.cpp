#include <memory>

#include "app/bench_recorder.h"
#include "app/commands.h"
#include "core/bench.h"
#include "core/hash.h"

namespace fh::app {
namespace {

struct Benchmark {
  const char* name;
  const char* about;
  std::vector<core::BenchRow> (*run)(const core::BenchSettings&);
};

/// Every benchmark there is.
const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> kBenchmarks = {
      {"record", "cost of recording a tick", bench_recorder},
  };
  return kBenchmarks;
}

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
  std::printf("%-10s %-44s %12.3f us  p95 %12.3f  n %-5d %s", row.name.c_str(), row.case_name.c_str(), row.median_us,
              row.p95_us, row.n, core::hash_string(row.hash).c_str());
  if (!row.rival.empty()) {
    std::printf("  | %s %.3f us (%.2fx)", row.rival.c_str(), row.rival_median_us, row.rival_median_us / row.median_us);
  }
  if (!row.note.empty()) std::printf("  %s", row.note.c_str());
  std::printf("\n");
}

int bench(const std::vector<std::string>& names, bool list, bool json, bool quick) {
  std::vector<std::string> known;
  for (const auto& benchmark : benchmarks()) known.emplace_back(benchmark.name);
  if (list) {
    for (const auto& benchmark : benchmarks()) std::printf("%-10s %s\n", benchmark.name, benchmark.about);
    return kDone;
  }
  for (const auto& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return cannot({fmt::format("no benchmark \"{}\"; there are: {}", name, fmt::join(known, ", "))});
  }
  core::Json rows = core::Json::array();
  for (const auto& benchmark : benchmarks()) {
    if (!names.empty() && std::find(names.begin(), names.end(), benchmark.name) == names.end()) continue;
    for (const auto& row : benchmark.run({.quick = quick})) {
      if (json)
        rows.push_back(row_json(row));
      else
        print_row(row);
    }
  }
  if (json) print_json(rows);
  return kDone;
}

}  // namespace

CommandBody add_bench_command(CLI::App& app) {
  struct Options {
    std::vector<std::string> names;
    bool list = false, json = false, quick = false;
  };
  auto options = std::make_shared<Options>();
  app.add_option("names", options->names, "Benchmarks to run (default: all)");
  app.add_flag("--list", options->list, "List the benchmarks");
  app.add_flag("--json", options->json, "Print an array of rows");
  app.add_flag("--quick", options->quick, "Few samples: only to see that it works");
  return [options] { return bench(options->names, options->list, options->json, options->quick); };
}

}  // namespace fh::app
