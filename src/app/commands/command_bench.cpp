#include <algorithm>
#include <cstdio>

#include "app/commands/commands.h"
#include "bench/bench_arm.h"
#include "bench/bench_avatar.h"
#include "bench/bench_body.h"
#include "bench/bench_crowd.h"
#include "bench/bench_distance.h"
#include "bench/bench_gait.h"
#include "bench/bench_grid.h"
#include "bench/bench_physics.h"
#include "bench/bench_rays.h"
#include "bench/bench_recorder.h"
#include "bench/bench_render.h"
#include "bench/bench_scene.h"
#include "bench/bench_tick.h"
#include "bench/bench_vision.h"
#include "bench/bench_xr.h"
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
      {"record", "cost of recording a tick", bench::bench_recorder},
      {"tick", "one whole tick of the default visit, sensing included", bench::bench_tick},
      {"xr_cpu", "CPU time of a headset frame (needs an OpenXR runtime)", bench::bench_xr},
      {"physics", "1000 boxes, against plain Jolt", bench::bench_physics},
      {"rays", "ray queries, single and in batches", bench::bench_rays},
      {"distance", "minimum-distance queries", bench::bench_distance},
      {"render", "culling, recording and drawing, two eyes", bench::bench_render},
      {"scene", "loading a large glTF file", bench::bench_scene},
      {"arm", "arms and legs in closed form, ARM7, support polygon", bench::bench_arm},
      {"vision", "one look, percepts and memory, against Embree and the id pass", bench::bench_vision},
      {"avatar", "the user's whole body from head and hands, per frame", bench::bench_avatar},
      {"body", "forward kinematics, centre of mass, skinning matrices", bench::bench_body},
      {"grid", "projecting, growing and searching ways, fresh and after changes", bench::bench_grid},
      {"crowd", "50 to 400 agents per tick; does a square of 250 jam?", bench::bench_crowd},
      {"gait", "walking, jogging, stairs: one body, one tick", bench::bench_gait},
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
  for (const auto& benchmark : benchmarks()) known.emplace_back(benchmark.name);
  if (options.list) {
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
