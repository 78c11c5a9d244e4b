// SPDX-License-Identifier: Apache-2.0
// One planner for every configuration space (K-45, K-61): the six stand-ins of E-14, an L through gates, a piano
// through a doorway.
#include <catch2/catch_test_macros.hpp>

#include "math/shapes.h"
#include "planning/reaching/rrt_connect.h"

using namespace fh;
using math::Vec3;
using planning::PlanStatus;

namespace {

struct Rect {
  double x0, y0, x1, y1;
};

/// A square of 0.04 that slides in the unit square; counts what it is asked.
struct Square {
  using State = math::Vec2;
  using Nodes = planning::PlainNodes<Square>;
  std::vector<Rect> walls;
  mutable long checks = 0;
  double half = 0.02;

  double distance(const State& a, const State& b) const { return glm::length(a - b); }
  State toward(const State& a, const State& b, double t) const { return a + t * (b - a); }
  State sample(core::Rng& rng) const {
    const double x = rng.uniform();
    return {x, rng.uniform()};
  }
  bool is_free(const State& s) const {
    ++checks;
    if (s.x < half || s.y < half || s.x > 1.0 - half || s.y > 1.0 - half) return false;
    for (const Rect& w : walls) {
      if (s.x + half > w.x0 && s.x - half < w.x1 && s.y + half > w.y0 && s.y - half < w.y1) return false;
    }
    return true;
  }
  bool is_free(const State& a, const State& b) const {
    constexpr double kStep = 0.005;
    const int parts = std::max(1, static_cast<int>(std::ceil(distance(a, b) / kStep - 1e-9)));
    for (int i = 1; i <= parts; ++i) {
      if (!is_free(toward(a, b, static_cast<double>(i) / parts))) return false;
    }
    return true;
  }
};

/// K-44, the planner that RRT-Connect is compared with: both trees grow towards the same sample.
bool plan_basic(const Square& space, const math::Vec2& start, const math::Vec2& goal, double step, core::Rng& rng) {
  std::vector<math::Vec2> trees[2] = {{start}, {goal}};
  for (int i = 0; i < 200000; ++i) {
    const math::Vec2 target = space.sample(rng);
    int reached = 0;
    for (auto& tree : trees) {
      const auto nearest = *std::min_element(tree.begin(), tree.end(), [&](const auto& a, const auto& b) {
        return space.distance(a, target) < space.distance(b, target);
      });
      const double far = space.distance(nearest, target);
      const bool whole = far < step;
      const math::Vec2 next = whole ? target : space.toward(nearest, target, step / far);
      if (!space.is_free(nearest, next)) continue;
      tree.push_back(next);
      if (whole) ++reached;
    }
    if (reached == 2) return true;
  }
  return false;
}

struct StandIn {
  const char* name;
  std::vector<Rect> walls;
  math::Vec2 from, to;
  double ratio;
};

std::vector<StandIn> stand_ins() {
  std::vector<Rect> serpentine;
  for (int i = 0; i < 7; ++i) {
    const double y = 0.12 + 0.12 * i;
    serpentine.push_back(i % 2 == 0 ? Rect{0.0, y, 0.9, y + 0.02} : Rect{0.1, y, 1.0, y + 0.02});
  }
  const std::vector<Rect> scattered = {
      {.2, .1, .3, .4}, {.45, .3, .6, .5}, {.7, .55, .8, .9}, {.3, .65, .5, .8}, {.75, .1, .9, .25}};
  return {{"open", {}, {.1, .1}, {.9, .9}, 0.23},
          {"one block", {{.35, .35, .65, .65}}, {.1, .1}, {.9, .9}, 0.60},
          {"scattered", scattered, {.05, .05}, {.95, .95}, 0.57},
          {"two staggered walls", {{.3, 0, .35, .7}, {.65, .3, .7, 1}}, {.1, .1}, {.9, .9}, 0.78},
          {"serpentine", serpentine, {.05, .05}, {.95, .95}, 1.13},
          {"passage of 0.05", {{.45, 0, .55, .475}, {.45, .525, .55, 1}}, {.1, .1}, {.9, .9}, 1.19}};
}

void compare(const StandIn& one, int seeds) {
  long basic = 0, connect = 0;
  for (int seed = 1000; seed < 1000 + seeds; ++seed) {
    Square space{one.walls};
    core::Rng rng(static_cast<std::uint64_t>(seed));
    REQUIRE(plan_basic(space, one.from, one.to, 0.04, rng));
    basic += space.checks;
    space.checks = 0;
    rng = core::Rng(static_cast<std::uint64_t>(seed));
    planning::RrtConnect<Square> planner(space);
    std::vector<math::Vec2> path;
    REQUIRE(planner.plan(one.from, one.to, {.step = 0.04, .growths = 400000}, rng, path) == PlanStatus::Found);
    connect += space.checks;
    Square bare = space;  // between two samples of the planner a corner may be grazed by half a step
    bare.half -= 0.0026;
    REQUIRE(planning::is_valid_path(bare, path, one.from, one.to, 0.0025));
    const auto length = [&] {
      double sum = 0.0;
      for (std::size_t i = 1; i < path.size(); ++i) sum += space.distance(path[i - 1], path[i]);
      return sum;
    };
    const double before = length();
    planning::shorten_path(space, 60, rng, path);
    REQUIRE(planning::is_valid_path(bare, path, one.from, one.to, 0.0025));
    REQUIRE(length() <= before + 1e-9);
  }
  const double ratio = static_cast<double>(connect) / static_cast<double>(basic);
  INFO(one.name << ": " << ratio << " of the basic planner's checks; listed " << one.ratio);
  CHECK(std::abs(ratio - one.ratio) < 0.15);
}

/// Rigid pieces in space, as spheres that keep off boxes; x, y, z and a turn.
struct Rigid {
  using State = math::Pose;
  using Nodes = planning::PlainNodes<Rigid>;
  std::vector<math::Sphere> spheres;
  std::vector<math::Aabb> boxes;
  math::Aabb room;
  bool flat = false;     // turns about the vertical only, stays on its floor
  double margin = 0.03;  // m: covers what moves between two samples of the planner; 0 for the validator

  double distance(const State& a, const State& b) const {
    return glm::length(a.position - b.position) + 0.5 * math::angle_between(a.rotation, b.rotation);
  }
  State toward(const State& a, const State& b, double t) const { return math::interpolate(a, b, t); }
  State sample(core::Rng& rng) const {
    State s;
    for (int i = 0; i < 3; ++i) s.position[i] = rng.uniform(room.low[i], room.high[i]);
    if (flat) {
      s.position.y = 0.0;
      s.rotation = math::from_axis_angle(math::kUp, rng.uniform(-math::kPi, math::kPi));
      return s;
    }
    math::Quat q;
    double length = 0.0;
    do {
      q.w = rng.uniform(-1.0, 1.0), q.x = rng.uniform(-1.0, 1.0), q.y = rng.uniform(-1.0, 1.0),
      q.z = rng.uniform(-1.0, 1.0);
      length = math::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    } while (length > 1.0 || length < 0.1);
    s.rotation = q / length;
    return s;
  }
  bool is_free(const State& s) const {
    for (const math::Sphere& sphere : spheres) {
      const Vec3 at = s.point(sphere.centre);
      if (!room.grown(0.5).contains(at)) return false;
      for (const math::Aabb& box : boxes) {
        if (glm::length(at - glm::clamp(at, box.low, box.high)) < sphere.radius + margin) return false;
      }
    }
    return true;
  }
  bool is_free(const State& a, const State& b) const {
    const int parts = std::max(1, static_cast<int>(distance(a, b) / 0.04) + 1);
    for (int i = 1; i <= parts; ++i) {
      if (!is_free(toward(a, b, static_cast<double>(i) / parts))) return false;
    }
    return true;
  }
};

int solved(const Rigid& space, const math::Pose& from, const math::Pose& to, double step, int seeds) {
  int found = 0;
  planning::RrtConnect<Rigid> planner(space);
  for (int seed = 1; seed <= seeds; ++seed) {
    core::Rng rng(static_cast<std::uint64_t>(seed));
    std::vector<math::Pose> path;
    if (planner.plan(from, to, {.step = step, .growths = 60000}, rng, path) != PlanStatus::Found) continue;
    planning::shorten_path(space, 30, rng, path);
    Rigid bare = space;
    bare.margin = 0.0;
    found += planning::is_valid_path(bare, path, from, to, 0.01) ? 1 : 0;
  }
  return found;
}

}  // namespace

TEST_CASE("rrt: connect needs as many checks as the stand-ins list") {
  const auto all = stand_ins();
  for (const std::size_t i : {0u, 1u, 2u, 3u}) compare(all[i], 40);
}

TEST_CASE("rrt: all six stand-ins, a hundred seeds each", "[.all]") {
  for (const StandIn& one : stand_ins()) compare(one, 100);
}

TEST_CASE("rrt: ends that are blocked, equal or enclosed") {
  Square space{{{.4, .4, .6, .6}}};
  planning::RrtConnect<Square> planner(space);
  std::vector<math::Vec2> path;
  core::Rng rng(1);
  CHECK(planner.plan({.5, .5}, {.9, .9}, {.step = 0.04}, rng, path) == PlanStatus::StartBlocked);
  CHECK(planner.plan({.1, .1}, {.5, .5}, {.step = 0.04}, rng, path) == PlanStatus::GoalBlocked);
  CHECK(path.empty());
  REQUIRE(planner.plan({.1, .1}, {.1, .1}, {.step = 0.04}, rng, path) == PlanStatus::Found);
  CHECK(planning::is_valid_path(space, path, {.1, .1}, {.1, .1}, 0.005));
  space.walls = {{.7, .7, .72, 1}, {.7, .7, 1, .72}};
  CHECK(planner.plan({.1, .1}, {.9, .9}, {.step = 0.04, .growths = 3000}, rng, path) == PlanStatus::NotFound);
  CHECK(planner.growths() == 3000);
}

TEST_CASE("rrt: the same seed finds the same way, and the validator finds what is wrong with a way") {
  Square space{{{.3, 0, .35, .7}, {.65, .3, .7, 1}}};
  std::vector<math::Vec2> first, second;
  for (auto* path : {&first, &second}) {
    planning::RrtConnect<Square> planner(space);
    core::Rng rng(7);
    REQUIRE(planner.plan({.1, .1}, {.9, .9}, {.step = 0.04, .growths = 50000}, rng, *path) == PlanStatus::Found);
  }
  CHECK(first == second);
  CHECK_FALSE(planning::is_valid_path(space, {{.1, .1}, {.9, .9}}, {.1, .1}, {.9, .9}, 0.005));
  CHECK_FALSE(planning::is_valid_path(space, first, {.1, .12}, {.9, .9}, 0.005));
  first.pop_back();
  CHECK_FALSE(planning::is_valid_path(space, first, {.1, .1}, {.9, .9}, 0.005));
}

namespace {

/// E-15: two gates, a little wider than the arms of the L.
int l_through_gates(int seeds) {
  Rigid space;
  space.flat = true;
  space.room = {{0.0, -0.1, 0.0}, {4.0, 0.1, 2.0}};
  for (int i = 0; i <= 6; ++i) space.spheres.push_back({{0.1 * i, 0.0, 0.0}, 0.06});
  for (int i = 1; i <= 5; ++i) space.spheres.push_back({{0.0, 0.0, 0.1 * i}, 0.06});
  for (const auto& [x, gap] : {std::pair(1.4, 0.3), std::pair(2.6, 1.4)}) {
    space.boxes.push_back({{x - 0.03, -1.0, -1.0}, {x + 0.03, 1.0, gap}});
    space.boxes.push_back({{x - 0.03, -1.0, gap + 0.34}, {x + 0.03, 1.0, 3.0}});
  }
  return solved(space, {math::kIdentity, {0.4, 0.0, 0.8}}, {math::kIdentity, {3.2, 0.0, 0.8}}, 0.3, seeds);
}

/// E-16: a wall with a doorway of 0.9 x 2.0 m; the flat piano, 1.45 m deep, passes on its side.
int piano_through_door(int seeds) {
  Rigid space;
  space.room = {{0.0, 0.0, 0.0}, {6.0, 2.2, 4.0}};
  for (int x = 0; x <= 4; ++x) {
    for (int z = 0; z <= 3; ++z) space.spheres.push_back({{0.35 * x - 0.7, 0.0, 0.35 * z - 0.52}, 0.2});
  }
  for (const double x : {-0.6, 0.6}) space.spheres.push_back({{x, -0.3, 0.0}, 0.12});  // legs
  space.boxes.push_back({{2.9, -1.0, -1.0}, {3.1, 3.0, 1.6}});
  space.boxes.push_back({{2.9, -1.0, 2.5}, {3.1, 3.0, 5.0}});
  space.boxes.push_back({{2.9, 2.0, 1.6}, {3.1, 3.0, 2.5}});
  return solved(space, {math::kIdentity, {1.0, 1.0, 2.0}}, {math::kIdentity, {5.0, 1.0, 2.0}}, 0.5, seeds);
}

}  // namespace

TEST_CASE("rrt: an L turns through two gates, a piano through a doorway") {
  CHECK(l_through_gates(5) == 5);
  CHECK(piano_through_door(5) == 5);
}

TEST_CASE("rrt: L and piano, fifty seeds each", "[.all]") {
  CHECK(l_through_gates(50) == 50);
  CHECK(piano_through_door(50) == 50);
}
