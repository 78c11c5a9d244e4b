// SPDX-License-Identifier: Apache-2.0
#include "bench/planning_places.h"

#include "core/rng.h"

namespace fh::bench {
namespace {

using math::Vec2;
using math::Vec3;

/// A box whose faces are divided into n x n pairs of triangles, as scanned or modelled furniture is.
planning::Solids fine_box(const Vec3& half, int n) {
  planning::Solids solids = planning::make_box_solids(half);
  std::vector<math::Triangle> fine;
  for (const math::Triangle& t : solids.pieces[0].triangles) {
    // n² similar triangles.
    const Vec3 u = (t.b - t.a) / double(n), v = (t.c - t.a) / double(n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; i + j < n; ++j) {
        const Vec3 o = t.a + u * double(i) + v * double(j);
        fine.push_back({o, o + u, o + v});
        if (i + j + 1 < n) fine.push_back({o + u, o + u + v, o + v});
      }
    }
  }
  solids.pieces[0].triangles = std::move(fine);
  solids.measure();
  return solids;
}

void add_box(PlanningPlace& place, const Vec2& low, const Vec2& high, double top, int fineness) {
  place.solids.push_back(fine_box({0.5 * (high.x - low.x), 0.5 * top, 0.5 * (high.y - low.y)}, fineness));
  place.poses.push_back({math::kIdentity, {0.5 * (low.x + high.x), 0.5 * top, 0.5 * (low.y + high.y)}});
  place.triangles += place.solids.back().pieces[0].triangles.size();
}

}  // namespace

PlanningPlace make_maze_place(int cells, std::uint64_t seed) {
  PlanningPlace place;
  place.floor = planning::FloorPlan::flat({0, 0}, {20, 20}, 0.0, 20.0 / cells);
  core::Rng rng(seed);
  // Serpentine rows with one opening each, so that a search must look at most cells, and stubs between them.
  constexpr int kRows = 7;
  const double pitch = 20.0 / kRows;
  for (int i = 1; i < kRows; ++i) {
    const double z = i * pitch, gap = i % 2 ? 18.2 : 0.2;
    for (int k = 0; k < 4; ++k) {
      const double x0 = i % 2 ? k * gap / 4.0 : 1.8 + k * 18.2 / 4.0, x1 = x0 + 18.2 / 4.0;
      add_box(place, {x0, z - 0.1}, {x1, z + 0.1}, 3.0, 2);
    }
  }
  while (place.triangles < 2780 - 24) {
    const double x = rng.uniform(1.0, 19.0), z = pitch * rng.below(kRows);
    add_box(place, {x, z + 0.1}, {x + 0.2, z + rng.uniform(0.4, 0.9)}, 3.0, 2);
  }
  return place;
}

PlanningPlace make_office_place(int cells, std::uint64_t seed) {
  PlanningPlace place;
  place.floor = planning::FloorPlan::flat({0, 0}, {18, 18}, 0.0, 18.0 / cells);
  core::Rng rng(seed);
  for (int i = 1; i < 4; ++i) {
    const double at = 4.5 * i;
    for (int k = 0; k < 4; ++k) {
      add_box(place, {at - 0.05, 4.5 * k}, {at + 0.05, 4.5 * k + 3.3}, 2.5, 3);
      add_box(place, {4.5 * k, at - 0.05}, {4.5 * k + 3.3, at + 0.05}, 2.5, 3);
    }
  }
  while (place.triangles < 15320 - 54) {
    const Vec2 at{rng.uniform(0.2, 16.8), rng.uniform(0.2, 16.8)};
    const bool desk = rng.below(4) == 0;
    add_box(place, at, at + (desk ? Vec2(0.9, 0.5) : Vec2(0.15, 0.15)), desk ? 0.75 : 0.45, 3);
  }
  return place;
}

PlanningPlace make_office40() {
  PlanningPlace place;
  place.floor = planning::FloorPlan::flat({0, 0}, {40, 40});
  for (int line = 1; line < 5; ++line) {
    const double at = 8.0 * line;
    for (int room = 0; room < 5; ++room) {
      const double from = 8.0 * room;
      for (const auto& [a, b] : {std::pair(from, from + 3.4), std::pair(from + 4.6, from + 8.0)}) {
        add_box(place, {at - 0.1, a}, {at + 0.1, b}, 3.0, 1);
        add_box(place, {a, at - 0.1}, {b, at + 0.1}, 3.0, 1);
      }
    }
  }
  for (int i = 0; i < 25; ++i) {
    const Vec2 corner{8.0 * (i % 5), 8.0 * (i / 5)};
    add_box(place, corner + Vec2(3.7), corner + Vec2(4.3), 3.0, 1);
    add_box(place, corner + Vec2(5.2, 5.6), corner + Vec2(6.8, 6.4), 0.75, 1);
    add_box(place, corner + Vec2(1.2, 1.6), corner + Vec2(2.8, 2.4), 0.75, 1);
  }
  return place;
}

}  // namespace fh::bench
