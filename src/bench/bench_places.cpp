// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_places.h"

#include <string>

#include "math/trig.h"

namespace fh::bench {
namespace {

const math::Vec3 kLow{-6, 0.3, -5}, kHigh{6, 3.0, 5};

scene::Object& add(scene::Scene& scene, const std::string& name, const math::Pose& pose) {
  scene::Object& object = scene.objects.emplace_back();
  object.id = core::ObjectId{static_cast<std::uint32_t>(scene.objects.size())};
  object.name = name;
  object.world_from_object = pose;
  return object;
}

void add_box(scene::Scene& scene, const std::string& name, const math::Pose& pose, const math::Vec3& half,
             double mass) {
  scene::Object& object = add(scene, name, pose);
  object.mass = mass;
  object.movable = mass > 0.0;
  object.collision.emplace_back().half = half;
}

math::Quat random_rotation(core::Rng& rng) {
  const double w = rng.uniform(-1, 1), x = rng.uniform(-1, 1), y = rng.uniform(-1, 1), z = rng.uniform(-1, 1);
  return math::normalized({w, x, y, z});
}

math::TriMesh wavy_sheet(int n) {
  math::TriMesh mesh;
  for (int z = 0; z <= n; ++z) {
    for (int x = 0; x <= n; ++x) {
      const double u = 12.0 * x / n - 6.0, v = 10.0 * z / n - 5.0;
      mesh.positions.emplace_back(u, 0.15 * math::sin(1.3 * u) * math::cos(1.1 * v) + 0.01 * math::sin(9 * u), v);
    }
  }
  const auto at = [n](int x, int z) { return static_cast<std::uint32_t>(z * (n + 1) + x); };
  for (int z = 0; z < n; ++z) {
    for (int x = 0; x < n; ++x) {
      for (const std::uint32_t corner :
           {at(x, z), at(x, z + 1), at(x + 1, z), at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)}) {
        mesh.indices.push_back(corner);
      }
    }
  }
  return mesh;
}

/// Points on a ball; only their hull is used.
math::TriMesh pebble(core::Rng& rng) {
  math::TriMesh mesh;
  for (int i = 0; i < 24; ++i) {
    const math::Vec3 p = random_point(rng, math::Vec3(-1), math::Vec3(1));
    mesh.positions.emplace_back(math::normalized_or(p, math::kUp));
  }
  mesh.indices = {0, 1, 2};
  return mesh;
}

}  // namespace

math::Vec3 random_point(core::Rng& rng, const math::Vec3& low, const math::Vec3& high) {
  const double x = rng.uniform(low.x, high.x), y = rng.uniform(low.y, high.y);
  return {x, y, rng.uniform(low.z, high.z)};
}

scene::Scene heap_of_boxes(std::uint32_t count) {
  scene::Scene scene;
  add_box(scene, "floor", {math::kIdentity, {0, -0.5, 0}}, {20, 0.5, 20}, 0.0);
  core::Rng rng(7);
  for (std::uint32_t i = 0; i < count; ++i) {
    const math::Vec3 half = random_point(rng, math::Vec3(0.1), math::Vec3(0.25));
    const math::Vec3 shift = random_point(rng, math::Vec3(-0.1), math::Vec3(0.1));
    const math::Vec3 place{0.6 * (i % 10) - 2.7, 0.4 + 0.6 * (i / 100), 0.6 * ((i / 10) % 10) - 2.7};
    add_box(scene, "box" + std::to_string(i), {random_rotation(rng), place + shift}, half,
            800.0 * 8.0 * half.x * half.y * half.z);
  }
  return scene;
}

scene::Scene furnished_hall() {
  scene::Scene scene;
  core::Rng rng(17);
  scene.meshes.emplace_back().geometry = wavy_sheet(160);
  scene::CollisionShape& ground = add(scene, "ground", {}).collision.emplace_back();
  ground.kind = scene::ShapeKind::TriangleMesh;
  for (int i = 0; i < 200; ++i) {
    const math::Pose pose{random_rotation(rng), random_point(rng, kLow, kHigh)};
    add_box(scene, "box" + std::to_string(i), pose, random_point(rng, math::Vec3(0.05), math::Vec3(0.3)), 0.0);
  }
  for (std::uint32_t i = 0; i < 56; ++i) {
    scene.meshes.emplace_back().geometry = pebble(rng);
    const math::Pose pose{random_rotation(rng), random_point(rng, kLow, kHigh)};
    scene::CollisionShape& hull = add(scene, "hull" + std::to_string(i), pose).collision.emplace_back();
    hull.kind = scene::ShapeKind::ConvexHull;
    hull.mesh = i + 1;
    hull.mesh_scale = random_point(rng, math::Vec3(0.1), math::Vec3(0.3));
  }
  return scene;
}

std::vector<math::Ray> random_rays(std::size_t count) {
  core::Rng rng(23);
  std::vector<math::Ray> rays;
  for (std::size_t i = 0; i < count; ++i) {
    const math::Vec3 from = random_point(rng, kLow, kHigh);
    const math::Vec3 to = random_point(rng, {-6, -0.2, -5}, kHigh);
    rays.push_back({from, math::normalized_or(to - from, math::kForward)});
  }
  return rays;
}

std::vector<math::Capsule> random_forearms(std::size_t count) {
  core::Rng rng(29);
  std::vector<math::Capsule> arms;
  for (std::size_t i = 0; i < count; ++i) {
    const math::Vec3 from = random_point(rng, kLow, kHigh);
    const math::Vec3 along = math::normalized_or(random_point(rng, math::Vec3(-1), math::Vec3(1)), math::kUp);
    arms.push_back({{from, from + 0.25 * along}, 0.045});
  }
  return arms;
}

}  // namespace fh::bench
