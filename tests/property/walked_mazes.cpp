// SPDX-License-Identifier: Apache-2.0
// Random mazes that an agent who knows nothing explores with its own eyes and walks through on its own legs, in a world
// like every visit's.
//
// usage: fh_walked_mazes [--seed N] [--count N] [--verbose 1]    prints one line; exit 1 and the seeds of the mazes
// where the agent did not arrive, touched a wall, or came nearer to one than its true half breadth.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/rng.h"
#include "visit_runs.h"

using namespace fh;

namespace {

constexpr int kRooms = 6;           // per side
constexpr double kPitch = 1.6;      // m between walls
constexpr double kThickness = 0.1;  // m
constexpr int kMost = 240 * 90;     // ticks
constexpr double kSide = kRooms * kPitch;

struct Segment {
  math::Vec2 from{0.0}, to{0.0};  // m, centre line of a wall
};

/// A perfect maze (depth-first) with every sixth inner wall taken out, so that there are loops.
std::vector<Segment> make_maze(core::Rng& rng) {
  constexpr int kX[] = {1, 0, -1, 0}, kZ[] = {0, 1, 0, -1};
  bool open_right[kRooms][kRooms] = {}, open_down[kRooms][kRooms] = {}, visited[kRooms][kRooms] = {};
  std::vector<std::pair<int, int>> trail{{0, 0}};
  visited[0][0] = true;
  while (!trail.empty()) {
    const auto [x, z] = trail.back();
    std::vector<int> ways;
    for (int k = 0; k < 4; ++k) {
      const int nx = x + kX[k], nz = z + kZ[k];
      if (nx >= 0 && nz >= 0 && nx < kRooms && nz < kRooms && !visited[nx][nz]) ways.push_back(k);
    }
    if (ways.empty()) {
      trail.pop_back();
      continue;
    }
    const int k = ways[rng.below(static_cast<std::uint32_t>(ways.size()))];
    const int nx = x + kX[k], nz = z + kZ[k];
    if (kX[k] != 0) open_right[std::min(x, nx)][z] = true;
    if (kZ[k] != 0) open_down[x][std::min(z, nz)] = true;
    visited[nx][nz] = true;
    trail.push_back({nx, nz});
  }
  std::vector<Segment> walls = {
      {{0, 0}, {kSide, 0}}, {{0, kSide}, {kSide, kSide}}, {{0, 0}, {0, kSide}}, {{kSide, 0}, {kSide, kSide}}};
  for (int x = 0; x < kRooms; ++x) {
    for (int z = 0; z < kRooms; ++z) {
      const double left = x * kPitch, right = left + kPitch, up = z * kPitch, down = up + kPitch;
      if (x + 1 < kRooms && !open_right[x][z] && rng.below(6) != 0) walls.push_back({{right, up}, {right, down}});
      if (z + 1 < kRooms && !open_down[x][z] && rng.below(6) != 0) walls.push_back({{left, down}, {right, down}});
    }
  }
  return walls;
}

std::string scenario_of(const std::vector<Segment>& walls, std::uint64_t seed) {
  std::string parts =
      fmt::format(R"({{"part": "floor", "name": "floor", "at": [{0}, 0, {0}], "width": {1}, "depth": {1}}})",
                  0.5 * kSide, kSide + 1.0);
  for (std::size_t i = 0; i < walls.size(); ++i) {
    const math::Vec2 middle = 0.5 * (walls[i].from + walls[i].to);
    parts += fmt::format(
        R"(, {{"part": "wall", "name": "w{}", "at": [{}, 0, {}], "yaw_deg": {}, "length": {}, "height": 2.6, "thickness": {}}})",
        i, middle.x, middle.y, walls[i].from.x == walls[i].to.x ? 90 : 0,
        glm::length(walls[i].to - walls[i].from) + kThickness, kThickness);
  }
  // Eight bodies from small to large take turns.
  return fmt::format(R"({{"name": "maze", "seed": {0}, "user": {{"at": [{1}, 0, {1}]}}, "parts": [{2}], "agents": [
      {{"name": "eve", "body": {{"sex": "{3}", "boundary": {4}}}, "at": [{1}, 0, {1}], "knows": "nothing",
        "behaviour": "errands", "errands": [{{"at": [{5}, 0, {5}]}}]}}]}})",
                     seed, 0.5 * kPitch, parts, seed % 2 ? "f" : "m", 1 + seed / 2 % 8, kSide - 0.5 * kPitch);
}

/// Metres from the axis of a body to the face of the nearest wall.
double wall_gap(const std::vector<Segment>& walls, const math::Vec3& root) {
  double least = 1e9;
  for (const Segment& wall : walls) {
    const math::Vec2 at(root.x, root.z), half(0.5 * kThickness);
    least = std::min(least, glm::length(at - glm::clamp(at, wall.from - half, wall.to + half)));
  }
  return least;
}

struct Walk {
  bool arrived = false;
  std::int64_t contacts = 0;  // with walls, as the world counts them
  double spare = 1e9;         // m by which the body's true half breadth kept clear of walls
  double radius_spare = 1e9;  // the same for the radius that ways are planned with
  double walked = 0.0, optimum = 0.0, seconds = 0.0;
};

Walk walk(std::uint64_t seed) {
  core::Rng rng(seed, 0, "maze");
  const std::vector<Segment> walls = make_maze(rng);
  visits::Visit visit(scenario_of(walls, seed), 1);
  const world::Agent& agent = visit.world().agents()[0];
  const double half_breadth = 0.5 * agent.person->body.dimensions[human::Dimension::BideltoidBreadth];
  Walk result;
  int ticks = 0;
  for (; ticks < kMost && !visit.world().all_done(); ++ticks) {
    visit.tick();
    const double gap = wall_gap(walls, agent.gait.root);
    result.spare = std::min(result.spare, gap - half_breadth);
    result.radius_spare = std::min(result.radius_spare, gap - agent.mind.navigator().settings().body.radius);
  }
  const auto& tally = visit.tallies()[0];
  result.arrived = tally.arrived == 1;
  result.contacts = tally.wall_contacts;
  result.walked = tally.walked;
  result.optimum = tally.optimum;
  result.seconds = core::seconds_of(ticks);
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t first = visits::number_after(argc, argv, "--seed", 1);
  const std::uint64_t count = visits::number_after(argc, argv, "--count", 200);
  const bool verbose = visits::number_after(argc, argv, "--verbose", 0) != 0;
  std::vector<Walk> walks(count);
  core::JobPool pool;
  pool.parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) walks[i] = walk(first + i);
  });
  std::uint64_t arrived = 0, touched = 0;
  double ratios = 0.0, worst = 0.0, spare = 1e9, radius_spare = 1e9;
  for (std::size_t i = 0; i < count; ++i) {
    const Walk& one = walks[i];
    const bool fine = one.arrived && one.contacts == 0 && one.spare >= 0.0;
    if (!fine || verbose)
      fmt::print("seed {}: {}, {} wall contacts, clear by {:.3f} m ({:.3f}), walked {:.1f} m of {:.1f}, {:.0f} s\n",
                 first + i, one.arrived ? "arrived" : "did not arrive", one.contacts, one.spare, one.radius_spare,
                 one.walked, one.optimum, one.seconds);
    arrived += one.arrived;
    touched += one.contacts > 0 || one.spare < 0.0;
    spare = std::min(spare, one.spare);
    radius_spare = std::min(radius_spare, one.radius_spare);
    if (one.arrived) ratios += one.walked / one.optimum;
    if (one.arrived) worst = std::max(worst, one.walked / one.optimum);
  }
  fmt::print(
      "{} mazes, {} arrived, {} with a wall touched, least clearance {:.3f} m from the half breadth and {:.3f} m "
      "from the radius planned with, travelled / optimum {:.3f} (worst {:.2f})\n",
      count, arrived, touched, spare, radius_spare, ratios / static_cast<double>(std::max<std::uint64_t>(1, arrived)),
      worst);
  return arrived == count && touched == 0 ? 0 : 1;
}
