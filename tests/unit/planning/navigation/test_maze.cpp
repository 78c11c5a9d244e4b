// SPDX-License-Identifier: Apache-2.0
// Exploring unknown mazes by sight alone: the navigator knows only walls that were seen from where the body stood.
#include <catch2/catch_test_macros.hpp>

#include "samples.h"
#include "walk_stage.h"

using namespace fh;
using namespace fh::planning;

namespace {

constexpr int kMazes = scaled(200, 8);
constexpr int kRooms = 6;       // per side
constexpr double kPitch = 1.6;  // m between walls
constexpr double kSight = 4.0;  // m

struct Wall {
  Vec2 low, high;
  bool seen = false;
};

/// A perfect maze (depth-first) with every sixth inner wall taken out, so that there are loops.
std::vector<Wall> make_maze(core::Rng& rng) {
  bool open_right[kRooms][kRooms] = {}, open_down[kRooms][kRooms] = {}, visited[kRooms][kRooms] = {};
  std::vector<std::pair<int, int>> trail{{0, 0}};
  visited[0][0] = true;
  while (!trail.empty()) {
    const auto [x, z] = trail.back();
    std::vector<int> ways;
    for (int k = 0; k < 8; k += 2) {
      const int nx = x + kStepX[k], nz = z + kStepZ[k];
      if (nx >= 0 && nz >= 0 && nx < kRooms && nz < kRooms && !visited[nx][nz]) ways.push_back(k);
    }
    if (ways.empty()) {
      trail.pop_back();
      continue;
    }
    const int k = ways[rng.below(static_cast<std::uint32_t>(ways.size()))];
    const int nx = x + kStepX[k], nz = z + kStepZ[k];
    if (kStepX[k] != 0) open_right[std::min(x, nx)][z] = true;
    if (kStepZ[k] != 0) open_down[x][std::min(z, nz)] = true;
    visited[nx][nz] = true;
    trail.push_back({nx, nz});
  }
  std::vector<Wall> walls;
  for (int x = 0; x < kRooms; ++x) {
    for (int z = 0; z < kRooms; ++z) {
      const double right = (x + 1) * kPitch, down = (z + 1) * kPitch;
      if (x + 1 < kRooms && !open_right[x][z] && rng.below(6) != 0) {
        walls.push_back({{right - 0.05, z * kPitch - 0.05}, {right + 0.05, down + 0.05}});
      }
      if (z + 1 < kRooms && !open_down[x][z] && rng.below(6) != 0) {
        walls.push_back({{x * kPitch - 0.05, down - 0.05}, {right + 0.05, down + 0.05}});
      }
    }
  }
  return walls;
}

/// Where a ray first meets a wall, or null. The stand-in for an eye.
Wall* first_wall(std::vector<Wall>& walls, const Vec2& eye, const Vec2& direction) {
  double nearest = kSight;
  Wall* hit = nullptr;
  for (Wall& wall : walls) {
    double enter = 0.0, leave = nearest;
    for (int axis = 0; axis < 2; ++axis) {
      if (std::abs(direction[axis]) < 1e-12) {
        if (eye[axis] < wall.low[axis] || eye[axis] > wall.high[axis]) leave = -1.0;
        continue;
      }
      const double a = (wall.low[axis] - eye[axis]) / direction[axis],
                   b = (wall.high[axis] - eye[axis]) / direction[axis];
      enter = std::max(enter, std::min(a, b));
      leave = std::min(leave, std::max(a, b));
    }
    if (enter <= leave && enter < nearest) {
      nearest = enter;
      hit = &wall;
    }
  }
  return hit;
}

}  // namespace

TEST_CASE("mazes are explored by sight: everybody arrives, no wall is touched") {
  core::Rng rng(200);
  int arrived = 0;
  std::int64_t contacts = 0;
  double ratio_sum = 0.0, worst = 0.0;
  for (int maze = 0; maze < kMazes; ++maze) {
    const double side = kRooms * kPitch;
    test::Stage stage({0, 0}, {side, side});
    std::vector<Wall> walls = make_maze(rng);
    for (const Wall& wall : walls) stage.box(wall.low, wall.high);
    const Vec2 start(0.5 * kPitch), goal(side - 0.5 * kPitch);
    // What somebody who knows everything would walk.
    stage.walker(start, goal);
    stage.rehearsal.step(test::kDt);
    const double optimum = stage.rehearsal.walkers()[0].navigator->path().length();
    SandboxWalker& walker = stage.rehearsal.walkers()[0];
    walker.navigator->set_obstacles({}, stage.scratch);
    walker.position = {start.x, 0, start.y};
    walker.velocity = Vec2(0.0);
    for (int tick = 0; tick < 30 * 240 && stage.rehearsal.arrived() == 0; ++tick) {
      if (tick % 3 == 0) {
        const Vec2 eye{walker.position.x, walker.position.z};
        for (int ray = 0; ray < 72; ++ray) {
          Wall* wall = first_wall(walls, eye, planning::direction_of(ray * math::kTau / 72.0));
          if (!wall || wall->seen) continue;
          wall->seen = true;
          walker.navigator->put_obstacle(stage.obstacles[static_cast<std::size_t>(wall - walls.data())], stage.scratch);
        }
      }
      stage.rehearsal.step(test::kDt);
      // Contact with walls as they are, seen or not.
      for (const Wall& wall : walls) {
        const Vec2 at{walker.position.x, walker.position.z};
        const Vec2 off = at - glm::clamp(at, wall.low, wall.high);
        contacts += glm::length(off) < 0.25;
      }
    }
    arrived += stage.rehearsal.arrived();
    ratio_sum += walker.travelled / optimum;
    worst = std::max(worst, walker.travelled / optimum);
  }
  WARN("travelled / omniscient optimum: mean " << ratio_sum / kMazes << ", worst " << worst << " over " << kMazes);
  CHECK(arrived == kMazes);
  CHECK(contacts == 0);
  CHECK(ratio_sum / kMazes < 2.5);
}
