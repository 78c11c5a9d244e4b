// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_grid.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/planning_places.h"
#include "core/hash.h"
#include "core/rng.h"
#include "planning/navigation/path.h"
#include "planning/navigation/replan.h"

namespace fh::bench {
namespace {

using namespace planning;

core::BenchRow row(std::string case_name, std::vector<double>& us, std::uint64_t hash, std::string note = "") {
  std::sort(us.begin(), us.end());
  core::BenchRow result;
  result.name = "grid";
  result.case_name = std::move(case_name);
  result.median_us = us[us.size() / 2];
  result.p95_us = us[us.size() * 95 / 100];
  result.n = static_cast<int>(us.size());
  result.hash = hash;
  result.note = std::move(note);
  return result;
}

template <class Work>
double time_us(Work&& work) {
  const core::Stopwatch watch;
  work();
  return watch.seconds() * 1e6;
}

std::uint64_t mix(std::uint64_t hash, std::int64_t value) {
  return core::hash_bytes(std::as_bytes(std::span(&value, 1)), hash);
}

void fill(const PlanningPlace& place, WalkMap& map, std::vector<WalkChanges>& changes) {
  FootprintScratch scratch;
  std::vector<FootprintCell> cells;
  for (std::size_t i = 0; i < place.solids.size(); ++i) {
    project(place.solids[i], place.poses[i], place.floor, map.body().band, scratch, cells);
    map.add(cells);
  }
  map.update(changes);
}

CellIndex random_free(const WalkMap& map, core::Rng& rng) {
  for (;;) {
    const auto cell = static_cast<CellIndex>(rng.below(static_cast<std::uint32_t>(map.frame().size())));
    if (map.is_free(cell)) return cell;
  }
}

/// Free cells that can be walked to from one another: where most of the place is.
std::pair<CellIndex, CellIndex> joined_pair(const WalkMap& map, core::Rng& rng, SearchScratch& scratch) {
  SearchResult found;
  for (;;) {
    const CellIndex a = random_free(map, rng), b = random_free(map, rng);
    search(map, a, std::vector{b}, {SearchMethod::Jump}, scratch, found);
    if (found.status == SearchStatus::Found) return {a, b};
  }
}

/// One row of K, table 3.1: everything projected anew, everything grown anew, one search over most cells.
void planning_cycle(const char* name, PlanningPlace (*make)(int, std::uint64_t), int cells, int trials,
                    const char* published, std::vector<core::BenchRow>& rows) {
  std::vector<double> project_us, grow_us, search_us, total_us;
  std::uint64_t hash = 0;
  std::size_t triangles = 0;
  SearchScratch scratch;
  SearchResult found;
  FootprintScratch footprint;
  std::vector<WalkChanges> changes;
  for (int trial = 0; trial < trials; ++trial) {
    const PlanningPlace place = make(cells, static_cast<std::uint64_t>(trial % 10) + 1);
    triangles = place.triangles;
    std::vector<std::vector<FootprintCell>> stamps(place.solids.size());
    WalkMap map(place.floor, {}, {});
    project_us.push_back(time_us([&] {
      for (std::size_t i = 0; i < place.solids.size(); ++i) {
        project(place.solids[i], place.poses[i], place.floor, map.body().band, footprint, stamps[i]);
      }
    }));
    grow_us.push_back(time_us([&] {
      for (const auto& stamp : stamps) map.add(stamp);
      map.update(changes);
    }));
    core::Rng rng(static_cast<std::uint64_t>(trial));
    const auto ends = joined_pair(map, rng, scratch);
    search_us.push_back(
        time_us([&] { search(map, ends.first, std::span(&ends.second, 1), {SearchMethod::Jump}, scratch, found); }));
    hash = mix(hash, found.cost);
    total_us.push_back(project_us.back() + grow_us.back() + search_us.back());
  }
  const std::string label = fmt::format("{} {}x{}", name, cells, cells);
  rows.push_back(row(label + " project", project_us, 0, fmt::format("{} triangles", triangles)));
  rows.push_back(row(label + " grow", grow_us, 0));
  rows.push_back(row(label + " search", search_us, hash));
  rows.push_back(row(label + " whole cycle", total_us, 0, fmt::format("Kuffner 1999: {} ms", published)));
}

void fresh_plans(const PlanningPlace& place, const WalkMap& map, int queries, std::vector<core::BenchRow>& rows) {
  SearchScratch scratch;
  SearchResult found;
  Path path;
  core::Rng rng(40);
  std::vector<std::pair<CellIndex, CellIndex>> pairs;
  for (int i = 0; i < queries; ++i) pairs.push_back(joined_pair(map, rng, scratch));
  const auto run = [&](SearchMethod method, std::vector<double>& us) {
    std::uint64_t hash = 0;
    for (const auto& ends : pairs) {
      us.push_back(time_us([&] { search(map, ends.first, std::span(&ends.second, 1), {method}, scratch, found); }));
      hash = mix(hash, found.cost);
    }
    return hash;
  };
  std::vector<double> jump, astar, dijkstra, smooth;
  run(SearchMethod::Jump, jump);
  jump.clear();
  const std::uint64_t jump_hash = run(SearchMethod::Jump, jump), astar_hash = run(SearchMethod::AStar, astar);
  const std::uint64_t dijkstra_hash = run(SearchMethod::Pruned, dijkstra);
  for (const auto& ends : pairs) {
    search(map, ends.first, std::span(&ends.second, 1), {SearchMethod::Jump}, scratch, found);
    const Vec2 from = place.floor.frame().centre(ends.first), to = place.floor.frame().centre(ends.second);
    smooth.push_back(time_us([&] { make_path(map, found.route, from, to, {}, path); }));
  }
  core::BenchRow astar_row = row("OFFICE-40 fresh plan, A* (pruned)", astar, astar_hash);
  core::BenchRow jump_row = row("OFFICE-40 fresh plan, jump points", jump, jump_hash, "target 100 us; Detour 16 us");
  jump_row.rival = "A*";
  jump_row.rival_median_us = astar_row.median_us;
  rows.push_back(jump_row);
  rows.push_back(astar_row);
  rows.push_back(row("OFFICE-40 fresh plan, Dijkstra (K-19)", dijkstra, dijkstra_hash));
  rows.push_back(row("OFFICE-40 path smoothing", smooth, 0));
}

using Boxes = std::vector<std::vector<FootprintCell>>;

/// One box more, or one less when there are forty.
void edit_boxes(const PlanningPlace& place, const Route& route, core::Rng& rng, WalkMap& map, Boxes& boxes) {
  static const Solids kBox = make_box_solids({0.3, 0.5, 0.3});
  FootprintScratch footprint;
  // Half of the changes lie within 2 m of the route, half anywhere.
  Vec2 at{rng.uniform(1.0, 39.0), rng.uniform(1.0, 39.0)};
  if (rng.below(2) == 0 && !route.corners.empty()) {
    const auto k = rng.below(static_cast<std::uint32_t>(route.corners.size()));
    at = place.floor.frame().centre(route.corners[k]) + Vec2(rng.uniform(-2, 2), rng.uniform(-2, 2));
  }
  if (boxes.size() > 40) {
    map.remove(boxes.front());
    boxes.erase(boxes.begin());
  } else {
    boxes.emplace_back();
    project(kBox, {math::kIdentity, {at.x, 0.5, at.y}}, place.floor, map.body().band, footprint, boxes.back());
    map.add(boxes.back());
  }
}

/// Boxes of 0.6 m come and go near a walker's way; each time the route must be optimal again.
void replans(const PlanningPlace& place, WalkMap& map, int edits, std::vector<core::BenchRow>& rows) {
  SearchScratch scratch;
  SearchResult found;
  std::vector<WalkChanges> changes;
  core::Rng rng(41);
  std::vector<double> update_us, replan_us, fresh_us, searched_us, broken_us;
  std::uint64_t hash = 0;
  int wrong = 0;
  Boxes boxes;
  Route route;
  CellIndex start = kNoCell;
  for (int i = 0; i < edits; ++i) {
    if (i % 20 == 0) {
      const auto [a, b] = joined_pair(map, rng, scratch);
      start = a;
      route.goals = {b};
      search_route(map, start, 1 << 20, scratch, found, route);
    }
    edit_boxes(place, route, rng, map, boxes);
    changes.clear();
    update_us.push_back(time_us([&] { map.update(changes); }));
    const bool broken = std::any_of(changes.begin(), changes.end(), [&](const WalkChanges& change) {
      return route.status == SearchStatus::Found && !change.dearer.empty() &&
             judge(map, route, {.dearer = change.dearer, .cheaper = {}}) == RouteVerdict::Suspect;
    });
    bool searched = false;
    replan_us.push_back(time_us([&] {
      for (const WalkChanges& change : changes) searched |= judge(map, route, change) == RouteVerdict::Suspect;
      if (searched) search_route(map, start, 1 << 20, scratch, found, route);
    }));
    if (searched) searched_us.push_back(replan_us.back());
    if (broken) broken_us.push_back(replan_us.back());
    fresh_us.push_back(time_us([&] { search(map, start, route.goals, {SearchMethod::Jump}, scratch, found); }));
    wrong += found.status != route.status || (found.status == SearchStatus::Found && found.cost != route.cost);
    hash = mix(hash, route.cost);
  }
  const std::size_t again = searched_us.size();
  core::BenchRow fresh = row("OFFICE-40 fresh plan after each change", fresh_us, 0);
  core::BenchRow replan = row("OFFICE-40 replan after a local change", replan_us, hash,
                              fmt::format("{} of {} changes needed a search; {} wrong", again, edits, wrong));
  replan.rival = "fresh plan";
  replan.rival_median_us = fresh.median_us;
  rows.push_back(replan);
  if (again > 0) rows.push_back(row("  of which with a search", searched_us, 0));
  if (!broken_us.empty()) {
    rows.push_back(row("  of which on the route itself", broken_us, 0, "something stands in the way; target 40 us"));
  }
  rows.push_back(fresh);
  rows.push_back(row("OFFICE-40 map update for one moved box", update_us, 0));
}

}  // namespace

std::vector<core::BenchRow> bench_grid(const core::BenchSettings& settings) {
  std::vector<core::BenchRow> rows;
  const int trials = settings.quick ? 4 : 100;
  planning_cycle("maze", make_maze_place, 50, trials, "16.7", rows);
  planning_cycle("maze", make_maze_place, 100, trials, "72", rows);
  planning_cycle("maze", make_maze_place, 150, trials, "163", rows);
  planning_cycle("office", make_office_place, 45, trials, "61.7", rows);
  planning_cycle("office", make_office_place, 90, trials, "90.2", rows);
  planning_cycle("office", make_office_place, 135, trials, "196", rows);
  const PlanningPlace office = make_office40();
  WalkMap map(office.floor, {}, {});
  std::vector<WalkChanges> changes;
  fill(office, map, changes);
  fresh_plans(office, map, settings.quick ? 20 : 400, rows);
  replans(office, map, settings.quick ? 40 : 2000, rows);
  return rows;
}

}  // namespace fh::bench
