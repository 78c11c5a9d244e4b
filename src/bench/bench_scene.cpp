// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_scene.h"

#include <fmt/format.h>

#include "core/hash.h"
#include "scene/place/gltf.h"
#include "scene/place/mesh_kit.h"
#include "scene/scenario/scenario.h"

namespace fh::bench {
namespace {

/// 250 balls of about 2 000 triangles each, every one a mesh of its own.
scene::Scene many_balls() {
  scene::Scene scene;
  scene.materials.push_back({});
  for (std::uint32_t i = 0; i < 250; ++i) {
    scene::Mesh mesh;
    mesh.name = fmt::format("ball{}", i);
    scene::append_sphere(mesh.geometry, {}, 0.3 + 0.001 * i, 46);
    mesh.bounds = mesh.geometry.bounds();
    scene::Object object;
    object.id = core::ObjectId{i + 1};
    object.name = mesh.name;
    object.label = mesh.name;
    object.world_from_object.position = {double(i % 16), 1.0, double(i / 16)};
    object.bounds = mesh.bounds;
    scene::Part part;
    part.mesh = i;
    object.parts.push_back(part);
    scene.meshes.push_back(std::move(mesh));
    scene.objects.push_back(std::move(object));
  }
  return scene;
}

std::uint64_t hash_of(const scene::Scene& scene) {
  std::uint64_t hash = 0;
  for (const auto& mesh : scene.meshes) {
    hash = core::hash_bytes(std::as_bytes(std::span(mesh.geometry.positions)), hash);
    hash = core::hash_bytes(std::as_bytes(std::span(mesh.geometry.indices)), hash);
  }
  return hash;
}

core::BenchRow row_of(const char* name, const core::Timing& timing, const scene::Scene& scene) {
  core::BenchRow row;
  row.name = "scene";
  row.case_name = name;
  row.median_us = timing.median_us;
  row.p95_us = timing.p95_us;
  row.n = timing.n;
  row.hash = hash_of(scene);
  row.note = fmt::format("{} triangles, {:.0f} MB of geometry", scene.triangle_count(),
                         double(scene.triangle_count()) * (12 + 16) / 1e6);
  return row;
}

}  // namespace

std::vector<core::BenchRow> bench_scene(const core::BenchSettings& settings) {
  const int samples = settings.quick ? 1 : 5;
  std::vector<core::BenchRow> rows;
  scene::Scene result;

  const auto balls = scene::glb_bytes(many_balls());
  const auto big = core::time_work(samples, 1, [&] {
    result = {};
    core::keep(scene::append_gltf(result, balls, "balls.glb", ".", {}).has_value());
  });
  rows.push_back(row_of("glTF of 500 000 triangles", big, result));

  if (const auto file = scene::find_scenario("workshop")) {
    const auto workshop = core::time_work(samples, 1, [&] {
      if (auto scenario = scene::load_scenario(*file)) result = std::move(scenario->scene);
    });
    rows.push_back(row_of("workshop scenario", workshop, result));
  }
  return rows;
}

}  // namespace fh::bench
