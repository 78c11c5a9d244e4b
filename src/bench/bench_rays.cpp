// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_rays.h"

#include <fmt/format.h>

#include "bench/bench_places.h"
#include "bench/rivals/rival_jolt.h"
#include "core/hash.h"
#include "core/log.h"
#include "physics/queries.h"

namespace fh::bench {
namespace {

constexpr double kRange = 30.0;

std::uint64_t hash_of(const std::vector<std::optional<physics::RayHit>>& hits) {
  std::vector<double> values;
  for (const auto& hit : hits) {
    values.push_back(hit ? hit->distance : -1.0);
    values.push_back(hit ? hit->what.object.value : 0.0);
  }
  return core::hash_bytes(std::as_bytes(std::span(values)));
}

void cast_rays(const physics::World& world, const std::vector<math::Ray>& rays, core::JobPool& pool,
               std::vector<std::optional<physics::RayHit>>& hits) {
  pool.parallel_for(rays.size(), 128, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) hits[i] = physics::cast_ray(world, rays[i], kRange);
  });
}

}  // namespace

std::vector<core::BenchRow> bench_rays(const core::BenchSettings& settings) {
  const scene::Scene scene = furnished_hall();
  const auto world = physics::World::create(scene);
  if (!world) {
    core::log_error("bench rays: {}", world.error().message);
    return {};
  }
  const PlainJolt plain(scene, 1);
  const std::vector<math::Ray> rays = random_rays(settings.quick ? 1000 : 10000);
  const int samples = settings.quick ? 3 : 21;
  std::vector<std::optional<physics::RayHit>> hits(rays.size());
  core::JobPool one(1), two(2);
  // In turns, so that the machine's moods hit all alike; the medians are per batch.
  std::vector<double> alone, paired, rival;
  for (int i = 0; i < samples; ++i) {
    alone.push_back(core::time_work(1, 1, [&] { cast_rays(*world, rays, one, hits); }).median_us);
    paired.push_back(core::time_work(1, 1, [&] { cast_rays(*world, rays, two, hits); }).median_us);
    const auto cast_all = [&] {
      for (const math::Ray& ray : rays) core::keep(plain.cast_ray(ray, kRange));
    };
    rival.push_back(core::time_work(1, 1, cast_all).median_us);
  }
  for (auto* times : {&alone, &paired, &rival}) std::sort(times->begin(), times->end());
  const std::size_t middle = rival.size() / 2, late = rival.size() * 95 / 100;
  const double count = static_cast<double>(rays.size());

  core::BenchRow row;
  row.name = "rays";
  row.case_name = fmt::format("batch of {}, 1 worker", rays.size());
  row.median_us = alone[middle];
  row.p95_us = alone[late];
  row.n = samples;
  row.hash = hash_of(hits);
  row.rival = "plain Jolt, 1 thread";
  row.rival_median_us = rival[middle];
  row.note = fmt::format("{:.2f} M rays/s", count / alone[middle]);
  core::BenchRow both = row;
  both.case_name = fmt::format("batch of {}, 2 workers", rays.size());
  both.median_us = paired[middle];
  both.p95_us = paired[late];
  both.note =
      fmt::format("{:.2f} M rays/s, {:.2f} x one worker", count / paired[middle], alone[middle] / paired[middle]);
  return {row, both};
}

}  // namespace fh::bench
