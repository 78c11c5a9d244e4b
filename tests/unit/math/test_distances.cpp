// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"
#include "math/distances.h"
#include "math/mesh.h"

using namespace fh;
using namespace fh::math;

namespace {

Vec3 random_point(core::Rng& rng, double size = 1.0) {
  return {rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size)};
}
Triangle random_triangle(core::Rng& rng) {
  return {random_point(rng), random_point(rng), random_point(rng)};
}

/// Nearest distance by sampling both shapes; never below the truth, and near it from above.
double sampled(const Triangle& t, const Vec3& p) {
  double best = 1e9;
  for (int i = 0; i <= 60; ++i) {
    for (int j = 0; j <= 60 - i; ++j) {
      const double u = i / 60.0, v = j / 60.0;
      best = std::min(best, glm::length(t.a + u * (t.b - t.a) + v * (t.c - t.a) - p));
    }
  }
  return best;
}

}  // namespace

TEST_CASE("distances: point to triangle against sampling") {
  core::Rng rng(1);
  for (int i = 0; i < 300; ++i) {
    const Triangle t = random_triangle(rng);
    const Vec3 p = random_point(rng, 2.0);
    const double exact = glm::length(nearest_point(t, p) - p), rough = sampled(t, p);
    CHECK(exact <= rough + 1e-12);
    CHECK(rough - exact < 0.05);
  }
}

TEST_CASE("distances: segment pairs are symmetric and minimal") {
  core::Rng rng(2);
  for (int i = 0; i < 2000; ++i) {
    const Segment a{random_point(rng), random_point(rng)}, b{random_point(rng), random_point(rng)};
    const Nearest n = nearest(a, b);
    CHECK(std::abs(n.distance - nearest(b, a).distance) < 1e-9);
    for (int k = 0; k < 20; ++k) {
      CHECK(n.distance <= glm::length(a.at(rng.uniform()) - b.at(rng.uniform())) + 1e-9);
    }
  }
  const Segment line{{0, 0, 0}, {1, 0, 0}}, parallel{{0.25, 1, 0}, {2, 1, 0}}, dot{{3, 0, 0}, {3, 0, 0}};
  CHECK(std::abs(nearest(line, parallel).distance - 1.0) < 1e-12);
  CHECK(std::abs(nearest(line, dot).distance - 2.0) < 1e-12);
  CHECK(std::abs(nearest(dot, line).distance - 2.0) < 1e-12);
}

TEST_CASE("distances: triangle pairs, crossing and apart") {
  core::Rng rng(3);
  int crossing = 0;
  for (int i = 0; i < 2000; ++i) {
    const Triangle a = random_triangle(rng), b = random_triangle(rng);
    const Nearest n = nearest(a, b);
    CHECK(std::abs(n.distance - nearest(b, a).distance) < 1e-9);
    CHECK(glm::length(n.on_first - nearest_point(a, n.on_first)) < 1e-9);
    CHECK(glm::length(n.on_second - nearest_point(b, n.on_second)) < 1e-9);
    crossing += n.distance == 0.0;
    for (int k = 0; k < 20; ++k) {
      double u = rng.uniform(), v = rng.uniform();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vec3 p = a.a + u * (a.b - a.a) + v * (a.c - a.a);
      CHECK(n.distance <= glm::length(nearest_point(b, p) - p) + 1e-9);
    }
  }
  CHECK(crossing > 50);
}

TEST_CASE("distances: capsules keep their radius, overlap is zero") {
  const Capsule a{{{0, 0, 0}, {0, 1, 0}}, 0.1}, b{{{1, 0.5, 0}, {2, 0.5, 0}}, 0.2};
  const Nearest n = nearest(a, b);
  CHECK(std::abs(n.distance - 0.7) < 1e-12);
  CHECK(glm::length(n.on_first - Vec3(0.1, 0.5, 0)) < 1e-12);
  CHECK(glm::length(n.on_second - Vec3(0.8, 0.5, 0)) < 1e-12);
  CHECK(nearest(a, Capsule{{{0.15, 0, 0}, {0.15, 1, 0}}, 0.1}).distance == 0.0);
  CHECK(nearest(a, Triangle{{-1, 0.5, -1}, {1, 0.5, -1}, {0, 0.5, 1}}).distance == 0.0);
}

TEST_CASE("hits: triangle, box and plane") {
  core::Rng rng(4);
  for (int i = 0; i < 5000; ++i) {
    const Triangle t = random_triangle(rng);
    double u = rng.uniform(0.01, 0.98), v = rng.uniform(0.01, 0.98);
    if (u + v > 0.99) u *= 0.5, v *= 0.5;
    const Vec3 target = t.a + u * (t.b - t.a) + v * (t.c - t.a), origin = random_point(rng, 3.0);
    const double distance = glm::length(target - origin);
    const auto struck = hit(Ray{origin, (target - origin) / distance}, t);
    REQUIRE(struck);
    CHECK(std::abs(*struck - distance) < 1e-6);
    CHECK_FALSE(hit(Ray{origin, (origin - target) / distance}, t));
  }
  const Aabb box{{-1, -1, -1}, {1, 1, 1}};
  CHECK(*hit(Ray{{0, 0, 5}, {0, 0, -1}}, box) == 4.0);
  CHECK(*hit(Ray{{0, 0, 0}, {0, 0, -1}}, box) == 0.0);
  CHECK_FALSE(hit(Ray{{0, 2, 5}, {0, 0, -1}}, box));
  CHECK(*hit(Ray{{0, 3, 0}, {0, -1, 0}}, Plane{kUp, 1.0}) == 2.0);
  CHECK_FALSE(hit(Ray{{0, 3, 0}, {0, 1, 0}}, Plane{kUp, 1.0}));
}

TEST_CASE("shapes: transformed bounds hold every transformed corner") {
  core::Rng rng(5);
  for (int i = 0; i < 500; ++i) {
    Aabb box;
    box.add(random_point(rng));
    box.add(random_point(rng));
    const Pose pose{normalized({rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)}),
                    random_point(rng)};
    const Aabb moved = transformed(pose, box).grown(1e-9);
    for (int c = 0; c < 8; ++c) {
      CHECK(moved.contains(pose.point(
          {c & 1 ? box.low.x : box.high.x, c & 2 ? box.low.y : box.high.y, c & 4 ? box.low.z : box.high.z})));
    }
  }
}
