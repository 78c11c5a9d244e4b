// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_distance.h"

#include <fmt/format.h>

#include <cmath>

#include "bench/bench_places.h"
#include "bench/rivals/rival_jolt.h"
#include "core/hash.h"
#include "core/log.h"
#include "physics/queries.h"

namespace fh::bench {

std::vector<core::BenchRow> bench_distance(const core::BenchSettings& settings) {
  const scene::Scene scene = furnished_hall();
  const auto world = physics::World::create(scene);
  if (!world) {
    core::log_error("bench distance: {}", world.error().message);
    return {};
  }
  const PlainJolt plain(scene, 1);
  const std::vector<math::Capsule> arms = random_forearms(settings.quick ? 200 : 2000);
  std::vector<physics::ConvexPart> parts;
  for (const math::Capsule& arm : arms) parts.push_back(physics::make_capsule(arm));
  const int samples = settings.quick ? 3 : 15;
  std::vector<core::BenchRow> rows;
  for (const double radius : {0.1, 0.5}) {
    std::vector<std::optional<physics::Near>> found(parts.size());
    std::vector<double> mine, rival;
    for (int i = 0; i < samples; ++i) {
      const auto ours = [&] {
        for (std::size_t k = 0; k < parts.size(); ++k) found[k] = physics::nearest(*world, parts[k], radius);
      };
      mine.push_back(core::time_work(1, 1, ours).median_us);
      const auto measure_all = [&] {
        for (const math::Capsule& arm : arms) core::keep(plain.nearest(arm, radius));
      };
      rival.push_back(core::time_work(1, 1, measure_all).median_us);
    }
    std::sort(mine.begin(), mine.end());
    std::sort(rival.begin(), rival.end());
    std::vector<double> values;
    for (const auto& near : found) values.push_back(near ? near->distance : -1.0);
    const double count = static_cast<double>(parts.size());
    core::BenchRow row;
    row.name = "distance";
    row.case_name = fmt::format("forearm, everything within {} m", radius);
    row.median_us = mine[mine.size() / 2] / count;
    row.p95_us = mine[mine.size() * 95 / 100] / count;
    row.n = samples * static_cast<int>(parts.size());
    row.hash = core::hash_bytes(std::as_bytes(std::span(values)));
    row.rival = "Jolt CollideShape";
    row.rival_median_us = rival[rival.size() / 2] / count;
    row.note = fmt::format("{:.0f} k queries/s", 1e3 / row.median_us);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace fh::bench
