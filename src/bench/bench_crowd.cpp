// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_crowd.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "bench/sandbox/crowd_sandbox.h"
#include "core/rng.h"

namespace fh::bench {
namespace {

using namespace planning;

struct Crowd {
  FloorPlan floor;
  SolidLibrary solids;
  std::vector<Obstacle> obstacles;
  Rehearsal rehearsal;
};

void add_walker(Crowd& crowd, const Vec2& from, const Vec2& to, NavigatorScratch& scratch) {
  auto navigator = std::make_unique<Navigator>(crowd.floor, crowd.solids, NavigatorSettings{});
  navigator->set_obstacles(crowd.obstacles, scratch);
  navigator->go_to({.points = {{to.x, 0, to.y}}, .radius = 0.5, .facing = {}, .person = {}, .speed = 0});
  crowd.rehearsal.add({from.x, 0, from.y}, yaw_of(to - from), std::move(navigator));
}

/// SQUARE of the performance notes: n bodies in a square of 0.25 per m², each with the goal (-x, -y).
std::unique_ptr<Crowd> make_square(int n, std::uint64_t seed) {
  auto crowd = std::make_unique<Crowd>();
  const double side = std::sqrt(n / 0.25);
  crowd->floor = FloorPlan::flat(Vec2(-0.5 * side - 3.0), Vec2(0.5 * side + 3.0), 0.0, 0.2);
  core::Rng rng(seed);
  NavigatorScratch scratch;
  std::vector<Vec2> places;
  while (static_cast<int>(places.size()) < n) {
    const Vec2 p{rng.uniform(-0.5 * side, 0.5 * side), rng.uniform(-0.5 * side, 0.5 * side)};
    bool fits = true;
    for (const Vec2& q : places) fits = fits && glm::length(p - q) >= 0.6;
    if (fits) places.push_back(p);
  }
  for (const Vec2& p : places) add_walker(*crowd, p, -p, scratch);
  return crowd;
}

core::BenchRow square_row(int n) {
  const auto crowd = make_square(n, 42);
  auto& walkers = crowd->rehearsal.walkers();
  std::vector<char> there(walkers.size(), 0);
  std::vector<double> us;
  double last = 0.0;
  int arrived = 0;
  while (crowd->rehearsal.time() < 60.0) {
    const core::Stopwatch watch;
    crowd->rehearsal.step(0.1);
    us.push_back(watch.seconds() * 1e6 / n);
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      const Vec3 off = walkers[i].navigator->goal().points[0] - walkers[i].position;
      if (there[i] || glm::dot(off, off) > 1.0) continue;
      there[i] = 1;
      ++arrived;
      last = crowd->rehearsal.time();
    }
  }
  std::sort(us.begin(), us.end());
  core::BenchRow row;
  row.name = "crowd";
  row.case_name = fmt::format("SQUARE {}, per agent and step of 0.1 s", n);
  row.median_us = us[us.size() / 2];
  row.p95_us = us[us.size() * 95 / 100];
  row.n = static_cast<int>(us.size());
  row.hash = crowd->rehearsal.hash();
  row.note = fmt::format(
      "arrived {} of {}, last at {:.1f} s, {} overlaps, least gap {:.4f} m (RVO2: 96 % / 19 %, 1666 / 9344)", arrived,
      n, last, crowd->rehearsal.stats().overlaps, crowd->rehearsal.stats().least_gap);
  return row;
}

/// A place some 8 m away in the square of n agents.
Vec2 stroll(int n, const Vec2& from, core::Rng& rng) {
  const double half = 0.5 * std::sqrt(n / 0.25);
  const Vec2 to = from + direction_of(rng.uniform(-math::kPi, math::kPi)) * 8.0;
  return {math::clamp(to.x, -half, half), math::clamp(to.y, -half, half)};
}

/// Decide, plan and move of n agents at 90 Hz, measuring excluded, on one core. Everybody strolls all the time, so that
/// neither density nor the share of people walking depends on n.
core::BenchRow tick_row(int n, int ticks) {
  const auto crowd = make_square(n, 7);
  NavigatorScratch scratch;
  core::Rng rng(7);
  auto& walkers = crowd->rehearsal.walkers();
  const auto send = [&](SandboxWalker& walker) {
    const Vec2 to = stroll(n, {walker.position.x, walker.position.z}, rng);
    walker.navigator->go_to({.points = {{to.x, 0, to.y}}, .radius = 0.5, .facing = {}, .person = {}, .speed = 0});
  };
  for (SandboxWalker& walker : walkers) send(walker);
  std::vector<double> us;
  const double dt = 1.0 / 90.0;
  for (int i = 0; i < ticks; ++i) {
    const core::Stopwatch watch;
    crowd->rehearsal.perceive();
    crowd->rehearsal.decide(0, static_cast<std::size_t>(n), dt, scratch);
    crowd->rehearsal.move(dt);
    us.push_back(watch.seconds() * 1e6);
    for (SandboxWalker& walker : walkers) {
      if (walker.out.status == NavStatus::Arrived || walker.out.status == NavStatus::GaveUp) send(walker);
    }
  }
  std::sort(us.begin(), us.end());
  core::BenchRow row;
  row.name = "crowd";
  row.case_name = fmt::format("{} agents: decide + plan + move, per tick", n);
  row.median_us = us[us.size() / 2];
  row.p95_us = us[us.size() * 95 / 100];
  row.n = ticks;
  row.hash = crowd->rehearsal.hash();
  row.note = fmt::format("{:.2f} us per agent", row.median_us / n);
  return row;
}

/// The exponent of median time over number, by least squares on logarithms.
double growth(std::span<const int> sizes, std::span<const core::BenchRow> rows) {
  double x_sum = 0, y_sum = 0, xx_sum = 0, xy_sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double x = std::log(double(sizes[i])), y = std::log(rows[i].median_us);
    x_sum += x;
    y_sum += y;
    xx_sum += x * x;
    xy_sum += x * y;
  }
  const double count = static_cast<double>(sizes.size());
  return (count * xy_sum - x_sum * y_sum) / (count * xx_sum - x_sum * x_sum);
}

/// Four rooms of 8 m joined by doors of 1.2 m; everybody walks to a new random place for ever.
class Stress {
 public:
  Stress(int agents, std::uint64_t seed) : rng_(seed) {
    crowd_.floor = FloorPlan::flat({-8, -8}, {8, 8});
    for (const auto& [a, b] : {std::pair(-8.0, -4.6), std::pair(-3.4, 3.4), std::pair(4.6, 8.0)}) {
      wall({a, -0.1}, {b, 0.1});
      wall({-0.1, a}, {0.1, b});
    }
    NavigatorScratch scratch;
    std::vector<Vec2> starts;
    while (static_cast<int>(starts.size()) < agents) {
      const Vec2 p = place();
      bool fits = true;
      for (const Vec2& q : starts) fits = fits && glm::length(p - q) >= 0.6;
      if (fits) starts.push_back(p);
    }
    for (const Vec2& p : starts) add_walker(crowd_, p, place(), scratch);
    for (const SandboxWalker& walker : crowd_.rehearsal.walkers()) anchors_.push_back({walker.position, 0.0});
  }

  /// One step, and what came of it.
  void step(double dt, std::vector<double>& us) {
    auto& walkers = crowd_.rehearsal.walkers();
    const core::Stopwatch watch;
    crowd_.rehearsal.step(dt);
    us.push_back(watch.seconds() * 1e6 / static_cast<double>(walkers.size()));
    const double now = crowd_.rehearsal.time();
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      const bool jammed = walkers[i].out.status == NavStatus::GaveUp;
      const bool arrived = walkers[i].out.status == NavStatus::Arrived;
      jams += jammed;
      trips += arrived;
      if (jammed || arrived) {
        const Vec2 to = place();
        walkers[i].navigator->go_to(
            {.points = {{to.x, 0, to.y}}, .radius = 0.5, .facing = {}, .person = {}, .speed = 0});
      }
      // An agent that does not get 2.5 m away is stuck, however politely.
      Anchor& anchor = anchors_[i];
      if (jammed || arrived || glm::length(walkers[i].position - anchor.at) > 2.5) anchor = {walkers[i].position, now};
      longest = std::max(longest, now - anchor.since);
      for (std::size_t k = i + 1; k < walkers.size(); ++k) meet(walkers[i], walkers[k]);
    }
  }

  const Rehearsal& rehearsal() const { return crowd_.rehearsal; }

  std::int64_t encounters = 0, jams = 0, trips = 0;
  double longest = 0.0;  // s that anybody stayed within 2.5 m without arriving

 private:
  struct Anchor {
    Vec3 at{0.0};
    double since = 0.0;
  };
  void wall(const Vec2& low, const Vec2& high) {
    Obstacle obstacle;
    obstacle.id = {static_cast<std::uint32_t>(crowd_.obstacles.size()) + 1};
    obstacle.world_from_object.position = {0.5 * (low.x + high.x), 1.25, 0.5 * (low.y + high.y)};
    crowd_.solids.put(obstacle.id, make_box_solids({0.5 * (high.x - low.x), 1.25, 0.5 * (high.y - low.y)}));
    crowd_.obstacles.push_back(obstacle);
  }
  Vec2 place() {
    const auto along = [&] { return (rng_.below(2) ? 1.0 : -1.0) * rng_.uniform(0.8, 7.2); };
    return Vec2(along(), along());
  }
  void meet(const SandboxWalker& a, const SandboxWalker& b) {
    const double distance = glm::length(a.position - b.position);
    const std::pair pair(a.id.value, b.id.value);
    if (distance < 1.2) {
      encounters += near_.insert(pair).second;
    } else if (distance > 2.0) {
      near_.erase(pair);
    }
  }

  Crowd crowd_;
  core::Rng rng_;
  std::vector<Anchor> anchors_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> near_;
};

core::BenchRow stress_row(int agents, int seeds, double seconds) {
  std::int64_t encounters = 0, jams = 0, trips = 0, attempts = 0, overlaps = 0, walls = 0;
  double longest = 0.0;
  core::BenchRow row;
  std::vector<double> us;
  for (int seed = 0; seed < seeds; ++seed) {
    Stress stress(agents, static_cast<std::uint64_t>(11 + seed));
    while (stress.rehearsal().time() < seconds) stress.step(1.0 / 30.0, us);
    encounters += stress.encounters;
    jams += stress.jams;
    trips += stress.trips;
    longest = std::max(longest, stress.longest);
    for (const SandboxWalker& walker : stress.rehearsal().walkers()) attempts += walker.navigator->counters().attempts;
    overlaps += stress.rehearsal().stats().overlaps;
    walls += stress.rehearsal().stats().wall_contacts;
    row.hash ^= stress.rehearsal().hash();
  }
  std::sort(us.begin(), us.end());
  row.name = "crowd";
  row.case_name = fmt::format("{} agents among four rooms, {} x {:.0f} s, per step", agents, seeds, seconds);
  row.median_us = us[us.size() / 2];
  row.p95_us = us[us.size() * 95 / 100];
  row.n = static_cast<int>(us.size());
  row.note = fmt::format(
      "{} encounters, {} unresolved jams (limit 1 in 10 000), {} trips, longest stay {:.0f} s, {} attempts, {} "
      "overlaps, {} wall contacts",
      encounters, jams, trips, longest, attempts, overlaps, walls);
  return row;
}

}  // namespace

std::vector<core::BenchRow> bench_crowd(const core::BenchSettings& settings) {
  std::vector<core::BenchRow> rows;
  const int ticks = settings.quick ? 10 : 900;
  const std::vector<int> sizes = settings.quick ? std::vector{20, 40} : std::vector{50, 100, 200, 400};
  // The machine's other work comes and goes: the sizes take turns, and the best round of each counts.
  for (int round = 0; round < (settings.quick ? 1 : 3); ++round) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      core::BenchRow row = tick_row(sizes[i], ticks);
      if (round == 0)
        rows.push_back(std::move(row));
      else if (row.median_us < rows[i].median_us)
        rows[i] = std::move(row);
    }
  }
  rows.back().note += fmt::format("; growth exponent {:.2f} (target 1.15)", growth(sizes, rows));
  if (!settings.quick) {
    rows.push_back(square_row(100));
    rows.push_back(square_row(250));
  }
  rows.push_back(stress_row(settings.quick ? 6 : 40, settings.quick ? 1 : 4, settings.quick ? 2.0 : 300.0));
  return rows;
}

}  // namespace fh::bench
