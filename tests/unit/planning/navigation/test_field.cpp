// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "bench/sandbox/nearest.h"
#include "math/point_grid.h"
#include "planning/navigation/replan.h"
#include "random_maps.h"
#include "samples.h"

using namespace fh;
using namespace fh::planning;

namespace {

constexpr int kEdits = scaled(10000, 300), kFieldEdits = scaled(200, 20);

std::uint16_t brute_force(const GridFrame& frame, const std::vector<std::uint8_t>& solid, int x, int row) {
  int best = DistanceField::kFar;
  for (int r = 0; r < frame.rows(); ++r) {
    for (int c = 0; c < frame.width; ++c) {
      if (solid[static_cast<std::size_t>(frame.index(c, r))] == 0) continue;
      const int gx = std::max(2 * std::abs(c - x) - 1, 0), gz = std::max(2 * std::abs(r - row) - 1, 0);
      best = std::min(best, gx * gx + gz * gz);
    }
  }
  return static_cast<std::uint16_t>(best);
}

/// A rectangle of solid cells somewhere inside.
std::vector<FootprintCell> random_block(const GridFrame& frame, core::Rng& rng, int largest) {
  const int w = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(largest)));
  const int h = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(largest)));
  const int x0 = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(frame.width - w - 2)));
  const int z0 = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(frame.depth - h - 2)));
  std::vector<FootprintCell> cells;
  for (int z = z0; z < z0 + h; ++z) {
    for (int x = x0; x < x0 + w; ++x) cells.push_back(test::stamp(frame.index(x, z)));
  }
  return cells;
}

}  // namespace

TEST_CASE("the distance field is exact after every change") {
  core::Rng rng(17);
  GridFrame frame;
  frame.width = 45;
  frame.depth = 38;
  std::vector<std::uint8_t> solid(frame.size(), 0);
  DistanceField field(frame);
  field.update(solid, {0, 0, frame.width, frame.depth});
  for (int i = 0; i < kFieldEdits; ++i) {
    CellRect changed;
    for (const FootprintCell& entry : random_block(frame, rng, 5)) {
      auto& value = solid[static_cast<std::size_t>(entry.cell)];
      value = value == 0 ? 1 : 0;
      changed.add(frame.x_of(entry.cell), frame.row_of(entry.cell));
    }
    field.update(solid, changed);
    for (int row = 0; row < frame.depth; ++row) {
      for (int x = 0; x < frame.width; ++x) {
        REQUIRE(field.squared(frame.index(x, row)) == brute_force(frame, solid, x, row));
      }
    }
  }
}

TEST_CASE("a place called open is open, and wide open floor is called open") {
  GridFrame frame;
  frame.width = 180;
  frame.depth = 140;
  frame.layers = 2;
  core::Rng rng(18);
  std::vector<std::uint8_t> solid(frame.size(), 0);
  for (std::size_t i = 0; i < solid.size(); ++i) solid[i] = frame.on_rim(static_cast<CellIndex>(i));
  DistanceField field(frame);
  field.update(solid, {0, 0, frame.width, frame.rows()});
  int open = 0;
  for (int edit = 0; edit < kFieldEdits; ++edit) {
    const int layer = edit % 2;
    auto block = random_block(frame, rng, 3);
    CellRect changed;
    for (const FootprintCell& entry : block) {
      const CellIndex cell = entry.cell + layer * frame.depth * frame.width;
      solid[static_cast<std::size_t>(cell)] = edit % 16 < 2;
      changed.add(frame.x_of(cell), frame.row_of(cell));
    }
    field.update(solid, changed);
    const Vec2 at{rng.uniform(0.0, 18.0), rng.uniform(0.0, 14.0)};
    const double radius = rng.uniform(0.0, 2.0);
    double least = field.reach();
    for (int i = 0; i < 400; ++i) {
      const Vec2 off{rng.uniform(-radius, radius), rng.uniform(-radius, radius)};
      if (glm::length(off) <= radius) least = std::min(least, field.clearance(at + off, layer));
    }
    const bool said = field.is_open(at, radius, layer);
    open += said;
    if (said) REQUIRE(least > field.reach() - 1e-6);
    // Everything within two blocks more is open: no excuse.
    const double sure = radius + 2.0 * DistanceField::kBlock * frame.cell;
    bool all = at.x > sure + 1.0 && at.x < 17.0 - sure && at.y > sure + 1.0 && at.y < 13.0 - sure;
    const CellIndex own = frame.cell_at(at, layer);
    const int span = static_cast<int>(sure / frame.cell) + 1;
    for (int dz = -span; dz <= span && all; ++dz) {
      for (int dx = -span; dx <= span && all; ++dx) {
        all = field.squared(own + dz * frame.width + dx) == DistanceField::kFar;
      }
    }
    if (all) REQUIRE(said);
  }
  CHECK(open > 0);
}

TEST_CASE("the nearest of many are kept, nearest first, equally near ones by number") {
  core::Rng rng(20);
  for (int trial = 0; trial < samples(300); ++trial) {
    Nearest<16> nearest;
    std::vector<std::pair<float, std::uint32_t>> all;
    const std::uint32_t count = rng.below(trial % 10 == 0 ? 300u : 40u);
    for (std::uint32_t i = 0; i < count; ++i) {
      const double squared = trial % 3 == 0 ? rng.below(8) : rng.uniform(0.0, 36.0);
      nearest.add(squared, i);
      all.emplace_back(static_cast<float>(squared), i);
    }
    std::sort(all.begin(), all.end());
    const std::span<const std::uint32_t> kept = nearest.take();
    REQUIRE(kept.size() == std::min<std::size_t>(16, all.size()));
    for (std::size_t i = 0; i < kept.size(); ++i) REQUIRE(kept[i] == all[i].second);
  }
}

TEST_CASE("bins find the same neighbours as a search over everybody") {
  core::Rng rng(19);
  math::PointGrid grid;
  std::vector<Vec2> points;
  grid.build(points, 1.0);
  grid.for_each_near({0, 0}, 10.0, [](std::uint32_t, double) { FAIL("nobody is there"); });
  for (int trial = 0; trial < samples(300); ++trial) {
    const double extent = trial % 3 == 0 ? 1e4 : 12.0, bin = rng.uniform(0.3, 3.0);
    points.resize(1 + rng.below(60));
    for (Vec2& point : points) point = {rng.uniform(-extent, extent), rng.uniform(-extent, extent)};
    if (trial % 5 == 0) points.back() = points.front();
    grid.build(points, bin);
    const Vec2 at = trial % 2 ? points[rng.below(static_cast<std::uint32_t>(points.size()))]
                              : Vec2(rng.uniform(-extent, extent), rng.uniform(-extent, extent));
    const double radius = rng.uniform(0.0, trial % 7 == 0 ? 1e9 : 2.0 * bin);
    std::vector<std::uint32_t> wanted, found;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      if (glm::dot(points[i] - at, points[i] - at) <= radius * radius) wanted.push_back(i);
    }
    grid.for_each_near(at, radius, [&](std::uint32_t number, double squared) {
      REQUIRE(squared == glm::dot(points[number] - at, points[number] - at));
      found.push_back(number);
    });
    std::sort(found.begin(), found.end());
    REQUIRE(found == wanted);
  }
}

TEST_CASE("adding and removing obstacles leaves no trace") {
  const FloorPlan floor = FloorPlan::flat({0, 0}, {6, 5});
  WalkMap map(floor, {}, {}), fresh(floor, {}, {});
  core::Rng rng(3);
  std::vector<WalkChanges> changes;
  std::vector<std::vector<FootprintCell>> blocks;
  for (int i = 0; i < 300; ++i) {
    if (blocks.size() > 12 || (!blocks.empty() && rng.below(3) == 0)) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(blocks.size()));
      map.remove(blocks[at]);
      blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      blocks.push_back(random_block(floor.frame(), rng, 9));
      map.add(blocks.back());
    }
    map.update(changes);
  }
  for (const auto& block : blocks) fresh.add(block);
  fresh.update(changes);
  for (std::size_t i = 0; i < floor.frame().size(); ++i) {
    const auto cell = static_cast<CellIndex>(i);
    const int x = floor.frame().x_of(cell), row = floor.frame().row_of(cell);
    REQUIRE(map.weight(cell) == fresh.weight(cell));
    REQUIRE(map.free_bits().at(x, row) == fresh.free_bits().at(x, row));
    REQUIRE(map.special_bits().at(x, row) == fresh.special_bits().at(x, row));
    for (const bool forward : {false, true}) {
      const BitMap &kept = map.stops(forward), &made = fresh.stops(forward);
      REQUIRE((kept.row(row)[x >> 6] >> (x & 63) & 1u) == (made.row(row)[x >> 6] >> (x & 63) & 1u));
      REQUIRE((kept.column(x)[row >> 6] >> (row & 63) & 1u) == (made.column(x)[row >> 6] >> (row & 63) & 1u));
    }
  }
}

TEST_CASE("a kept route costs what a fresh search finds, on random edits") {
  core::Rng rng(23);
  const FloorPlan floor = FloorPlan::flat({0, 0}, {7, 7});
  WalkMap map(floor, {}, {});
  const GridFrame& frame = floor.frame();
  std::vector<std::vector<FootprintCell>> blocks;
  std::vector<WalkChanges> changes;
  SearchScratch scratch;
  SearchResult found;
  Route route;
  CellIndex start = frame.index(8, 8);
  route.goals = {frame.index(62, 60)};
  int kept = 0, searched = 0, found_count = 0;
  for (int i = 0; i < kEdits; ++i) {
    if (blocks.size() > 22 || (blocks.size() > 8 && rng.below(2) == 0)) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(blocks.size()));
      map.remove(blocks[at]);
      blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      auto block = random_block(frame, rng, 12);
      if (i % 5 == 0) {
        for (FootprintCell& entry : block) entry = test::stamp(entry.cell, Hindrance::Door);
      }
      map.add(block);
      blocks.push_back(std::move(block));
    }
    changes.clear();
    map.update(changes);
    bool suspect = route.corners.empty();
    for (const WalkChanges& change : changes) suspect |= judge(map, route, change) == RouteVerdict::Suspect;
    if (suspect) {
      search_route(map, start, 1 << 20, scratch, found, route);
      ++searched;
    } else {
      ++kept;
    }
    search(map, start, route.goals, {SearchMethod::AStar}, scratch, found);
    REQUIRE(found.status == route.status);
    if (found.status == SearchStatus::Found) REQUIRE(found.cost == route.cost);
    found_count += found.status == SearchStatus::Found;
    // Now and then another start and another goal.
    if (i % 60 != 0) continue;
    const auto some_cell = [&] {
      return frame.index(5 + static_cast<int>(rng.below(60)), 5 + static_cast<int>(rng.below(60)));
    };
    start = some_cell();
    route.goals = {some_cell()};
    route.corners.clear();
  }
  CHECK(kept > kEdits / 5);
  CHECK(searched > kEdits / 20);
  CHECK(found_count > kEdits / 3);
}
