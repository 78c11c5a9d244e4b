// SPDX-License-Identifier: Apache-2.0
// Solids are closed, wound outwards and have the volume of what they stand for.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>
#include <tuple>

#include "math/trig.h"
#include "scene/place/lettering.h"
#include "scene/place/mesh_kit.h"

namespace fh::scene {
namespace {

using math::TriMesh;
using math::Vec2;
using math::Vec3;

/// By the divergence theorem; positive when triangles are counter-clockwise from outside.
double volume(const TriMesh& mesh) {
  double sum = 0.0;
  for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
    const auto t = mesh.triangle(i);
    sum += glm::dot(t.a, glm::cross(t.b, t.c)) / 6.0;
  }
  return sum;
}

/// Every edge is used once in each direction, vertices at the same place taken as one.
bool closed(const TriMesh& mesh) {
  std::map<std::tuple<long, long, long>, int> places;
  std::vector<int> id;
  for (const auto& p : mesh.positions) {
    const std::tuple key(std::lround(p.x * 1e5), std::lround(p.y * 1e5), std::lround(p.z * 1e5));
    id.push_back(places.emplace(key, int(places.size())).first->second);
  }
  std::map<std::pair<int, int>, int> edges;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    for (std::size_t c = 0; c < 3; ++c) {
      const int a = id[mesh.indices[i + c]], b = id[mesh.indices[i + (c + 1) % 3]];
      if (a != b) ++edges[{a, b}];
    }
  }
  for (const auto& [edge, count] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    if (back == edges.end() || back->second != count) return false;
  }
  return true;
}

void check_normals(const TriMesh& mesh) {
  REQUIRE(mesh.normals.size() == mesh.positions.size());
  REQUIRE(mesh.uvs.size() == mesh.positions.size());
  for (const auto& n : mesh.normals) REQUIRE(std::abs(glm::length(n) - 1.0f) < 1e-4f);
  for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
    const Vec3 face = mesh.triangle(i).normal();
    if (glm::length(face) < 1e-12) continue;
    for (std::size_t c = 0; c < 3; ++c) {
      REQUIRE(glm::dot(face, Vec3(mesh.normals[mesh.indices[3 * i + c]])) > 0.0);
    }
  }
}

}  // namespace

TEST_CASE("solids are closed, outward and of the right volume") {
  const math::Pose pose{math::from_axis_angle(glm::normalize(Vec3(1, 2, 3)), 0.7), {0.3, -2.0, 1.0}};
  TriMesh mesh;
  double expected = 0.0, tolerance = 0.01;
  SECTION("box") {
    append_box(mesh, pose, {0.5, 0.3, 0.2});
    expected = 8 * 0.5 * 0.3 * 0.2;
    tolerance = 1e-5;
    CHECK(mesh.triangle_count() == 12);
  }
  SECTION("bevelled box") {
    append_box(mesh, pose, {0.5, 0.3, 0.2}, 0.01);
    expected = 8 * 0.5 * 0.3 * 0.2;
    CHECK(mesh.triangle_count() == 44);
  }
  SECTION("cylinder") {
    append_cylinder(mesh, pose, 0.4, 0.5, 64, 0.01);
    expected = math::kPi * 0.16;
  }
  SECTION("sphere") {
    append_sphere(mesh, pose, 0.5, 64);
    expected = math::kPi / 6.0;
  }
  SECTION("tube round a corner") {
    const Vec3 path[3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    append_tube(mesh, pose, path, 0.05, 32);
    expected = 2.0 * math::kPi * 0.0025;
    tolerance = 0.08;
  }
  SECTION("ring") {
    append_ring(mesh, pose, 0.5, 0.1, 64, 32);
    expected = 2.0 * math::kPi * math::kPi * 0.5 * 0.01;
  }
  SECTION("a prism over an outline with a notch") {
    const Vec2 outline[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    append_prism(mesh, pose, outline, 0.5);
    expected = 1.5;
    tolerance = 1e-5;
  }
  CHECK(closed(mesh));
  CHECK(std::abs(volume(mesh) - expected) < tolerance * expected);
  check_normals(mesh);
}

TEST_CASE("signs are written from left to right") {
  const Texture sign = make_sign("L", 1.0, {math::Vec3f(1.0f), math::Vec3f(0.0f), false});
  // An L has its ink on the left and at the bottom; top rows come first.
  const auto ink = [&](bool left, bool top) {
    double sum = 0.0;
    for (std::uint32_t y = 0; y < sign.height; ++y) {
      for (std::uint32_t x = 0; x < sign.width; ++x) {
        if ((x < sign.width / 2) == left && (y < sign.height / 2) == top)
          sum += 255 - sign.rgba[4 * (y * sign.width + x)];
      }
    }
    return sum;
  };
  CHECK(ink(true, true) > 0.0);
  CHECK(ink(true, false) > ink(true, true));
  CHECK(ink(false, false) > 0.0);
  CHECK(ink(false, true) == 0.0);
}

}  // namespace fh::scene
