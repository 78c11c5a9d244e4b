// SPDX-License-Identifier: Apache-2.0
#pragma once
// The same place as plain triangles, and answers found by looking at all of them (bounding boxes only skip).
#include <algorithm>
#include <cmath>
#include <optional>

#include "math/distances.h"
#include "places.h"

namespace oracle {

using namespace fh;

struct Thing {
  core::ObjectId id;
  bool solid = false;  // convex: closed, with an inside
  std::vector<math::Triangle> triangles;
  std::vector<math::Aabb> boxes;
  math::Aabb bounds;

  bool contains(const math::Vec3& p) const {
    if (!solid) return false;
    return std::all_of(triangles.begin(), triangles.end(),
                       [&](const math::Triangle& t) { return glm::dot(t.normal(), p - t.a) <= 0.0; });
  }
};

inline void add_mesh(scene::Scene& scene, const math::TriMesh& geometry) {
  scene::Mesh mesh;
  mesh.name = "mesh" + std::to_string(scene.meshes.size());
  mesh.geometry = geometry;
  mesh.bounds = geometry.bounds();
  scene.meshes.push_back(mesh);
}

/// An icosahedron, split once more when `fine`: convex under any scaling.
inline math::TriMesh ball(bool fine) {
  const float g = 1.618034f;
  math::TriMesh m;
  m.positions = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                 {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  for (auto& p : m.positions) p = glm::normalize(p);
  m.indices = {0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4,  11, 10, 2,  10, 7, 6, 7, 1, 8,
               3, 9,  4, 3, 4, 2, 3, 2, 6, 3, 6, 8,  3, 8,  9,  4, 9, 5, 2, 4,  11, 6,  2,  10, 8,  6, 7, 9, 8, 1};
  if (!fine) return m;
  std::vector<std::uint32_t> split;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const math::Vec3f p = glm::normalize(m.positions[a] + m.positions[b]);
    for (std::uint32_t i = 0; i < m.positions.size(); ++i) {
      if (glm::length(m.positions[i] - p) < 1e-4f) return i;
    }
    m.positions.push_back(p);
    return static_cast<std::uint32_t>(m.positions.size() - 1);
  };
  for (std::size_t i = 0; i < m.indices.size(); i += 3) {
    const std::uint32_t a = m.indices[i], b = m.indices[i + 1], c = m.indices[i + 2];
    const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    for (const std::uint32_t k : {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca}) split.push_back(k);
  }
  m.indices = split;
  return m;
}

/// A wavy sheet of 2 n² triangles over [-1, 1]².
inline math::TriMesh sheet(int n) {
  math::TriMesh m;
  for (int z = 0; z <= n; ++z) {
    for (int x = 0; x <= n; ++x) {
      const double u = 2.0 * x / n - 1.0, v = 2.0 * z / n - 1.0;
      m.positions.emplace_back(u, 0.12 * math::sin(5 * u) * math::cos(4 * v) + 0.03 * math::sin(23 * u * v), v);
    }
  }
  const auto at = [n](int x, int z) { return static_cast<std::uint32_t>(z * (n + 1) + x); };
  for (int z = 0; z < n; ++z) {
    for (int x = 0; x < n; ++x) {
      for (const std::uint32_t k :
           {at(x, z), at(x, z + 1), at(x + 1, z), at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)}) {
        m.indices.push_back(k);
      }
    }
  }
  return m;
}

/// A ring (not convex), as a surface.
inline math::TriMesh ring(int n, int k) {
  math::TriMesh m;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < k; ++j) {
      const math::SinCos a = math::sin_cos(math::kTau * i / n), b = math::sin_cos(math::kTau * j / k);
      m.positions.emplace_back((1 + 0.3 * b.cos) * a.cos, 0.3 * b.sin, (1 + 0.3 * b.cos) * a.sin);
      const int i2 = (i + 1) % n, j2 = (j + 1) % k;
      for (const int q : {i * k + j, i * k + j2, i2 * k + j, i2 * k + j, i * k + j2, i2 * k + j2}) {
        m.indices.push_back(static_cast<std::uint32_t>(q));
      }
    }
  }
  return m;
}

inline scene::Object& add_of_mesh(scene::Scene& scene, const std::string& name, const math::Pose& pose,
                                  scene::ShapeKind kind, std::uint32_t mesh, const math::Vec3& scale) {
  scene::Object& object = places::add_object(scene, name, pose);
  scene::CollisionShape shape;
  shape.kind = kind;
  shape.mesh = mesh;
  shape.mesh_scale = scale;
  object.collision.push_back(shape);
  return object;
}

/// About 12 × 5 × 10 m of boxes, hulls and meshes; some movable.
inline scene::Scene random_place(std::uint64_t seed) {
  scene::Scene scene;
  add_mesh(scene, ball(false));
  add_mesh(scene, ball(true));
  add_mesh(scene, sheet(36));
  add_mesh(scene, ring(24, 12));
  core::Rng rng(seed);
  add_of_mesh(scene, "ground", places::at(0, 0, 0), scene::ShapeKind::TriangleMesh, 2, {6, 1.5, 5});
  const math::Vec3 low{-6, 0.2, -5}, high{6, 4.5, 5};
  for (int i = 0; i < 60; ++i) {
    const math::Pose pose{places::random_rotation(rng), places::random_point(rng, low, high)};
    const math::Vec3 half = places::random_point(rng, math::Vec3(0.05), math::Vec3(0.5));
    places::add_box(scene, "box" + std::to_string(i), pose, half, i % 3 == 0 ? 5.0 : 0.0);
  }
  for (std::uint32_t i = 0; i < 30; ++i) {
    const math::Pose pose{places::random_rotation(rng), places::random_point(rng, low, high)};
    const math::Vec3 scale = places::random_point(rng, math::Vec3(0.15), math::Vec3(0.6));
    scene::Object& hull =
        add_of_mesh(scene, "hull" + std::to_string(i), pose, scene::ShapeKind::ConvexHull, i % 2, scale);
    hull.movable = i % 3 == 0;
    hull.mass = hull.movable ? 3.0 : 0.0;
  }
  for (int i = 0; i < 8; ++i) {
    const math::Pose pose{places::random_rotation(rng), places::random_point(rng, low, high)};
    const math::Vec3 scale = places::random_point(rng, math::Vec3(0.3), math::Vec3(1.0));
    add_of_mesh(scene, "ring" + std::to_string(i), pose, scene::ShapeKind::TriangleMesh, 3, scale);
  }
  return scene;
}

inline std::vector<math::Triangle> box_triangles(const math::Pose& pose, const math::Vec3& half) {
  std::vector<math::Triangle> result;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      math::Vec3 n(0.0), u(0.0), v(0.0);
      n[axis] = side * half[axis];
      u[(axis + 1) % 3] = half[(axis + 1) % 3];
      v[(axis + 2) % 3] = side * half[(axis + 2) % 3];
      const math::Vec3 a = n - u - v, b = n + u - v, c = n + u + v, d = n - u + v;
      result.push_back({pose.point(a), pose.point(b), pose.point(c)});
      result.push_back({pose.point(a), pose.point(c), pose.point(d)});
    }
  }
  return result;
}

class Place {
 public:
  Place(const scene::Scene& scene, const physics::World& world) {
    for (const scene::Object& object : scene.objects) {
      Thing thing;
      thing.id = object.id;
      for (const scene::CollisionShape& shape : object.collision) {
        const math::Pose pose = world.pose(object.id) * shape.object_from_shape;
        thing.solid = shape.kind != scene::ShapeKind::TriangleMesh;
        if (shape.kind == scene::ShapeKind::Box) {
          thing.triangles = box_triangles(pose, shape.half);
        } else {
          const math::TriMesh& mesh = scene.meshes[shape.mesh].geometry;
          for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
            const math::Triangle t = mesh.triangle(i);
            thing.triangles.push_back({pose.point(t.a * shape.mesh_scale), pose.point(t.b * shape.mesh_scale),
                                       pose.point(t.c * shape.mesh_scale)});
          }
        }
      }
      for (const math::Triangle& t : thing.triangles) {
        math::Aabb box;
        box.add(t.a);
        box.add(t.b);
        box.add(t.c);
        thing.boxes.push_back(box);
        thing.bounds.add(box);
      }
      things_.push_back(std::move(thing));
    }
  }

  const std::vector<Thing>& things() const { return things_; }

  bool inside_a_solid(const math::Vec3& p) const {
    return std::any_of(things_.begin(), things_.end(), [&](const Thing& t) { return t.contains(p); });
  }

  struct Hit {
    core::ObjectId id;
    double distance;
    std::uint32_t triangle;
  };
  /// The nearest hit of each thing, nearest first.
  std::vector<Hit> cast(const math::Ray& ray, double range) const {
    std::vector<Hit> hits;
    for (const Thing& thing : things_) {
      if (!math::hit(ray, thing.bounds)) continue;
      Hit best{thing.id, range, 0};
      bool found = false;
      for (std::uint32_t i = 0; i < thing.triangles.size(); ++i) {
        const auto distance = math::hit(ray, thing.triangles[i]);
        if (distance && *distance <= best.distance) {
          best = {thing.id, *distance, i};
          found = true;
        }
      }
      if (found) hits.push_back(best);
    }
    std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.distance < b.distance; });
    return hits;
  }

 private:
  std::vector<Thing> things_;
};

inline double gap(const math::Aabb& a, const math::Aabb& b) {
  return glm::length(glm::max(glm::max(b.low - a.high, a.low - b.high), math::Vec3(0.0)));
}

/// A probe for distances: sphere and capsule by closed forms, box and hull by their own triangles.
struct Probe {
  physics::ConvexPart part;
  std::vector<math::Triangle> triangles;  // box, hull
  math::Capsule capsule;                  // sphere, capsule
  math::Aabb box;
  math::Vec3 middle{0.0};

  bool contains(const math::Vec3& p) const {
    return !triangles.empty() && std::all_of(triangles.begin(), triangles.end(), [&](const math::Triangle& t) {
      return glm::dot(t.normal(), p - t.a) <= 0.0;
    });
  }
  double distance(const math::Triangle& t) const {
    if (triangles.empty()) return math::nearest(capsule, t).distance;
    if (contains(t.a)) return 0.0;
    double best = 1e30;
    for (const math::Triangle& mine : triangles) best = std::fmin(best, math::nearest(mine, t).distance);
    return best;
  }
  double distance(const Thing& thing, double limit) const {
    if (thing.contains(middle)) return 0.0;
    double best = limit;
    for (std::size_t i = 0; i < thing.triangles.size() && best > 0.0; ++i) {
      if (gap(box, thing.boxes[i]) <= best) best = std::fmin(best, distance(thing.triangles[i]));
    }
    return best;
  }
};

}  // namespace oracle
