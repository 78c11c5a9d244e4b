// SPDX-License-Identifier: Apache-2.0
#pragma once
// Simple meshes for tests: closed, outward normals, metres.
#include <cmath>

#include "math/mesh.h"
#include "math/trig.h"

namespace fh::test {

using math::TriMesh;
using math::Vec3f;

/// Triangles of a grid of (columns + 1) × (rows + 1) points already in `mesh`, beginning at `first`.
inline void join_grid(TriMesh& mesh, std::uint32_t first, std::uint32_t columns, std::uint32_t rows) {
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      const std::uint32_t a = first + r * (columns + 1) + c, b = a + 1, d = a + columns + 1, e = d + 1;
      mesh.indices.insert(mesh.indices.end(), {a, b, e, a, e, d});
    }
  }
}

inline TriMesh box_mesh(const Vec3f& half) {
  TriMesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    for (float side : {1.0f, -1.0f}) {
      Vec3f n(0.0f), u(0.0f);
      n[axis] = side;
      u[(axis + 1) % 3] = 1.0f;
      const Vec3f v = glm::cross(n, u);
      const auto first = static_cast<std::uint32_t>(mesh.positions.size());
      for (const auto& [s, t] : {std::pair{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}}) {
        mesh.positions.push_back((n + s * u + t * v) * half);
        mesh.normals.push_back(n);
        mesh.uvs.push_back({0.5f + 0.5f * s, 0.5f + 0.5f * t});
      }
      mesh.indices.insert(mesh.indices.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
    }
  }
  return mesh;
}

/// A sphere pulled apart along Y: a capsule of `radius` whose axis is `length` long (0: a sphere).
inline TriMesh capsule_mesh(float radius, float length, std::uint32_t around = 20, std::uint32_t rows = 12) {
  TriMesh mesh;
  for (std::uint32_t r = 0; r <= rows; ++r) {
    const double polar = math::kPi * r / rows;
    for (std::uint32_t c = 0; c <= around; ++c) {
      const double turn = math::kTau * c / around;
      const Vec3f n(std::sin(polar) * std::sin(turn), -std::cos(polar), std::sin(polar) * std::cos(turn));
      const float lift = r * 2 < rows ? -0.5f : 0.5f;
      mesh.positions.push_back(n * radius + Vec3f(0, lift * length, 0));
      mesh.normals.push_back(n);
      mesh.uvs.push_back({float(c) / float(around), float(r) / float(rows)});
    }
  }
  join_grid(mesh, 0, around, rows);
  return mesh;
}

inline TriMesh cylinder_mesh(float radius, float half_height, std::uint32_t around = 32) {
  TriMesh mesh;
  for (float y : {-half_height, half_height}) {
    for (std::uint32_t c = 0; c <= around; ++c) {
      const double turn = math::kTau * c / around;
      const Vec3f n(std::sin(turn), 0.0f, std::cos(turn));
      mesh.positions.push_back(n * radius + Vec3f(0, y, 0));
      mesh.normals.push_back(n);
      mesh.uvs.push_back({float(c) / float(around), y > 0 ? 1.0f : 0.0f});
    }
  }
  join_grid(mesh, 0, around, 1);
  for (float side : {-1.0f, 1.0f}) {
    const auto centre = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.push_back({0, side * half_height, 0});
    for (std::uint32_t c = 0; c <= around; ++c) {
      const double turn = math::kTau * c / around;
      mesh.positions.push_back({radius * std::sin(turn), side * half_height, radius * std::cos(turn)});
    }
    mesh.normals.resize(mesh.positions.size(), {0, side, 0});
    mesh.uvs.resize(mesh.positions.size(), {0.5f, 0.5f});
    for (std::uint32_t c = 0; c < around; ++c) {
      const std::uint32_t a = centre + 1 + c, b = a + 1;
      if (side > 0) {
        mesh.indices.insert(mesh.indices.end(), {centre, a, b});
      } else {
        mesh.indices.insert(mesh.indices.end(), {centre, b, a});
      }
    }
  }
  return mesh;
}

}  // namespace fh::test
