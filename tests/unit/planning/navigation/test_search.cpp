// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/search.h"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "random_maps.h"
#include "samples.h"
#include "scene/place/scene_builder.h"

using namespace fh;
using namespace fh::planning;

namespace {

constexpr int kMaps = scaled(10000, 800);

/// Cost of a straight or diagonal run of cells, step by step, or -1 when it is blocked.
int run_cost(const WalkMap& map, CellIndex from, CellIndex to) {
  const GridFrame& frame = map.frame();
  int x = frame.x_of(from), row = frame.row_of(from);
  const int dx = frame.x_of(to) - x, dz = frame.row_of(to) - row;
  const int steps = std::max(std::abs(dx), std::abs(dz));
  const int sx = (dx > 0) - (dx < 0), sz = (dz > 0) - (dz < 0);
  if (dx != sx * steps && dx != 0) return -1;
  if (dz != sz * steps && dz != 0) return -1;
  int cost = 0;
  for (int i = 0; i < steps; ++i) {
    const int here = map.weight(frame.index(x, row)), next = map.weight(frame.index(x + sx, row + sz));
    if (next == 0) return -1;
    const bool diagonal = sx != 0 && sz != 0;
    if (diagonal && !(map.is_free(frame.index(x + sx, row)) && map.is_free(frame.index(x, row + sz)))) return -1;
    cost += (diagonal ? 7 : 5) * (here + next);
    x += sx;
    row += sz;
  }
  return cost;
}

int cost_of(const WalkMap& map, const std::vector<CellIndex>& route) {
  int sum = 0;
  for (std::size_t i = 1; i < route.size(); ++i) {
    const int part = run_cost(map, route[i - 1], route[i]);
    if (part < 0) return -1;
    sum += part;
  }
  return sum;
}

/// The route cell by cell: methods may leave out cells of a straight run.
std::vector<CellIndex> every_cell(const GridFrame& frame, const std::vector<CellIndex>& route) {
  std::vector<CellIndex> cells{route.front()};
  for (std::size_t i = 1; i < route.size(); ++i) {
    const int dx = frame.x_of(route[i]) - frame.x_of(route[i - 1]);
    const int dz = frame.row_of(route[i]) - frame.row_of(route[i - 1]);
    const int steps = std::max(std::abs(dx), std::abs(dz));
    for (int k = 1; k <= steps; ++k)
      cells.push_back(
          frame.index(frame.x_of(route[i - 1]) + k * dx / steps, frame.row_of(route[i - 1]) + k * dz / steps));
  }
  return cells;
}

/// K-20: no interior angle below 90 degrees, no cell twice, no two diagonal moves through the same corner.
bool turns_gently_without_crossing(const GridFrame& frame, const std::vector<CellIndex>& route) {
  const std::vector<CellIndex> cells = every_cell(frame, route);
  std::set<CellIndex> met(cells.begin(), cells.end());
  if (met.size() != cells.size()) return false;
  std::set<std::pair<int, int>> corners;  // sums of the coordinates of both ends: odd for corners between cells
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const int dx = frame.x_of(cells[i]) - frame.x_of(cells[i - 1]);
    const int dz = frame.row_of(cells[i]) - frame.row_of(cells[i - 1]);
    const std::pair corner{2 * frame.x_of(cells[i - 1]) + dx, 2 * frame.row_of(cells[i - 1]) + dz};
    if (dx != 0 && dz != 0 && !corners.insert(corner).second) return false;
    if (i < 2) continue;
    const int before_x = frame.x_of(cells[i - 1]) - frame.x_of(cells[i - 2]);
    const int before_z = frame.row_of(cells[i - 1]) - frame.row_of(cells[i - 2]);
    if (dx * before_x + dz * before_z < 0) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("every search method finds the cost of a full Dijkstra, K-19") {
  core::Rng rng(19);
  SearchScratch scratch;
  SearchResult reference, found;
  std::int64_t full_relaxations = 0, pruned_relaxations = 0;
  int with_path = 0;
  for (int i = 0; i < kMaps; ++i) {
    const int side = 8 + static_cast<int>(rng.below(20));
    const FloorPlan floor = FloorPlan::flat({0, 0}, {0.1 * side, 0.1 * side});
    WalkMap map(floor, test::thin_body(), {});
    test::scatter(map, rng, rng.uniform(0.05, 0.42), i % 3 == 0 ? rng.uniform(0.0, 0.3) : 0.0);
    const auto some_cell = [&] {
      return floor.frame().index(1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(side))),
                                 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(side))));
    };
    CellIndex start = some_cell();
    while (!map.is_free(start)) start = some_cell();
    std::vector<CellIndex> goals{some_cell()};
    if (i % 4 == 0) goals.push_back(some_cell()), goals.push_back(some_cell());
    search(map, start, goals, {SearchMethod::Dijkstra}, scratch, reference);
    with_path += reference.status == SearchStatus::Found;
    for (const SearchMethod method : {SearchMethod::Pruned, SearchMethod::AStar, SearchMethod::Jump}) {
      search(map, start, goals, {method}, scratch, found);
      INFO("map " << i << ", method " << static_cast<int>(method) << ", side " << side);
      REQUIRE(found.status == reference.status);
      if (found.status != SearchStatus::Found) continue;
      REQUIRE(found.cost == reference.cost);
      REQUIRE(cost_of(map, found.route) == found.cost);
      REQUIRE(found.route.front() == start);
      REQUIRE(turns_gently_without_crossing(floor.frame(), found.route));
      if (method != SearchMethod::Pruned) continue;
      full_relaxations += reference.relaxations;
      pruned_relaxations += found.relaxations;
    }
  }
  CHECK(with_path > kMaps / 3);
  CHECK(with_path < kMaps);
  INFO(pruned_relaxations << " of " << full_relaxations << " neighbours tested");
  CHECK(double(pruned_relaxations) <= 0.63 * double(full_relaxations));  // K-19: five of eight
}

TEST_CASE("jump points find the cost of a full Dijkstra over two floors and the stairs between them") {
  scene::Scene place;
  scene::SceneBuilder builder(place);
  const auto slab = [&](const std::string& name, const char* kind, const Vec3& low, const Vec3& high) {
    scene::ObjectBuilder object(builder, name, name, {kind, "structure"}, {});
    object.box(builder.material("concrete"), 0.5 * (low + high), 0.5 * (high - low), 0.0);
    object.finish();
  };
  slab("ground", "floor", {-4, -0.2, -2.5}, {4, 0, 2.5});
  slab("gallery", "floor", {1, 2.4, -2.5}, {4, 2.6, 2.5});
  for (int i = 0; i < 13; ++i) {
    const double x = -2.9 + 0.3 * i, top = 0.2 * (i + 1);
    slab("step" + std::to_string(i), "stairs", {x, top - 0.2, -2.5}, {x + 0.3, top, -1.1});
  }
  const SolidLibrary solids(place);
  const FloorPlan floor = FloorPlan::from_scene(place, solids, {});
  REQUIRE(floor.frame().layers == 2);
  REQUIRE(!floor.links().empty());
  core::Rng rng(25);
  SearchScratch scratch;
  SearchResult reference, found;
  int climbs = 0;
  constexpr int kPlaces = scaled(400, 20);
  for (int i = 0; i < kPlaces; ++i) {
    WalkMap map(floor, test::thin_body(), {});
    test::scatter(map, rng, rng.uniform(0.0, 0.2), i % 2 == 0 ? rng.uniform(0.0, 0.1) : 0.0);
    const auto some_cell = [&] {
      for (;;) {
        const auto cell = static_cast<CellIndex>(rng.below(static_cast<std::uint32_t>(floor.frame().size())));
        if (map.is_free(cell)) return cell;
      }
    };
    const CellIndex start = some_cell();
    const std::vector<CellIndex> goals{some_cell()};
    search(map, start, goals, {SearchMethod::Dijkstra}, scratch, reference);
    search(map, start, goals, {SearchMethod::Jump}, scratch, found);
    INFO("place " << i << " from " << start << " to " << goals[0]);
    REQUIRE(found.status == reference.status);
    if (found.status != SearchStatus::Found) continue;
    REQUIRE(found.cost == reference.cost);
    climbs += floor.frame().layer_of(start) != floor.frame().layer_of(goals[0]);
  }
  CHECK(climbs > kPlaces / 10);
}
