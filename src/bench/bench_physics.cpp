// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_physics.h"

#include <fmt/format.h>

#include "bench/bench_places.h"
#include "bench/rivals/rival_jolt.h"
#include "core/archive.h"
#include "core/hash.h"
#include "core/log.h"
#include "physics/world.h"

namespace fh::bench {
namespace {

struct Samples {
  std::vector<double> us;

  double quantile(double share) {
    std::sort(us.begin(), us.end());
    return us.empty() ? 0.0 : us[static_cast<std::size_t>(share * static_cast<double>(us.size() - 1))];
  }
  double sum() const {
    double total = 0.0;
    for (const double sample : us) total += sample;
    return total;
  }
};

template <class World>
void time_steps(World& world, int steps, Samples& samples) {
  const core::Stopwatch watch;
  for (int i = 0; i < steps; ++i) world.step();
  samples.us.push_back(watch.seconds() * 1e6 / steps);
}

std::uint64_t motion_hash(physics::World& world) {
  core::Bytes bytes;
  core::Archive archive = core::Archive::saving(bytes);
  world.visit_motion(archive);
  return core::hash_bytes(bytes);
}

}  // namespace

std::vector<core::BenchRow> bench_physics(const core::BenchSettings& settings) {
  constexpr int kChunk = 10;
  const std::uint32_t boxes = settings.quick ? 100 : 1000;
  const int chunks = settings.quick ? 9 : 45;  // 1 s or 5 s: falling, heaping up, before most of it sleeps
  const scene::Scene scene = heap_of_boxes(boxes);
  std::vector<core::BenchRow> rows;
  for (const unsigned workers : {1u, 2u}) {
    auto ours = physics::World::create(scene, {.workers = workers});
    if (!ours) {
      core::log_error("bench physics: {}", ours.error().message);
      return rows;
    }
    PlainJolt plain(scene, workers);
    Samples mine, rival;
    for (int chunk = 0; chunk < chunks; ++chunk) {  // in turns, so that the machine's moods hit both
      time_steps(*ours, kChunk, mine);
      time_steps(plain, kChunk, rival);
    }
    core::BenchRow row;
    row.name = "physics";
    row.case_name = fmt::format("{} boxes, a step, {} worker{}", boxes, workers, workers > 1 ? "s" : "");
    row.note = fmt::format("all steps: {:.3f} x plain Jolt", mine.sum() / rival.sum());
    row.median_us = mine.quantile(0.5);
    row.p95_us = mine.quantile(0.95);
    row.n = chunks * kChunk;
    row.hash = motion_hash(*ours);
    row.rival = "plain Jolt";
    row.rival_median_us = rival.quantile(0.5);
    core::keep(plain.height_sum());
    rows.push_back(row);
  }
  return rows;
}

}  // namespace fh::bench
