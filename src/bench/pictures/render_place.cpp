// SPDX-License-Identifier: Apache-2.0
#include "bench/pictures/render_place.h"

#include "core/rng.h"

namespace fh::bench {
namespace {

constexpr std::uint32_t kKinds = 40;
constexpr std::uint32_t kJoints = 6;

/// A closed capsule along Y.
math::TriMesh capsule(float radius, float length, std::uint32_t around, std::uint32_t rows) {
  math::TriMesh mesh;
  for (std::uint32_t r = 0; r <= rows; ++r) {
    const double polar = math::kPi * r / rows;
    for (std::uint32_t c = 0; c <= around; ++c) {
      const double turn = math::kTau * c / around;
      const math::Vec3f n(math::sin(polar) * math::sin(turn), -math::cos(polar), math::sin(polar) * math::cos(turn));
      mesh.positions.push_back(n * radius + math::Vec3f(0, r * 2 < rows ? -0.5f * length : 0.5f * length, 0));
      mesh.normals.push_back(n);
      mesh.uvs.push_back(
          {static_cast<float>(c) / static_cast<float>(around), static_cast<float>(r) / static_cast<float>(rows)});
    }
  }
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < around; ++c) {
      const std::uint32_t a = r * (around + 1) + c, d = a + around + 1;
      mesh.indices.insert(mesh.indices.end(), {a, a + 1, d + 1, a, d + 1, d});
    }
  }
  return mesh;
}

struct Limb {
  math::Vec3f centre;
  float radius, length;
};
constexpr Limb kLimbs[kJoints] = {{{0, 1.18f, 0}, 0.17f, 0.40f},       {{0, 1.64f, 0}, 0.11f, 0.06f},
                                  {{-0.25f, 1.12f, 0}, 0.055f, 0.52f}, {{0.25f, 1.12f, 0}, 0.055f, 0.52f},
                                  {{-0.10f, 0.45f, 0}, 0.085f, 0.73f}, {{0.10f, 0.45f, 0}, 0.085f, 0.73f}};

}  // namespace

scene::Scene render_hall() {
  scene::Scene hall;
  core::Rng rng(7);
  for (std::uint32_t k = 0; k < kKinds; ++k) {
    scene::Material material;
    material.base_colour = math::Vec4f(rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.8), 1.0);
    hall.materials.push_back(material);
    scene::Mesh mesh;
    mesh.geometry =
        capsule(static_cast<float>(rng.uniform(0.05, 0.2)), static_cast<float>(rng.uniform(0.0, 0.5)), 12, 9);
    mesh.bounds = mesh.geometry.bounds();
    mesh.material = k;
    hall.meshes.push_back(std::move(mesh));
  }
  scene::Mesh floor;
  floor.geometry.positions = {{-6, 0, 5}, {6, 0, 5}, {6, 0, -5}, {-6, 0, -5}};
  floor.geometry.normals.resize(4, {0, 1, 0});
  floor.geometry.indices = {0, 1, 2, 0, 2, 3};
  floor.bounds = floor.geometry.bounds();
  hall.meshes.push_back(std::move(floor));
  scene::Object ground;
  ground.id = core::ObjectId{1};
  ground.parts.push_back({kKinds, {}, math::Vec3(1.0)});
  ground.bounds = {{-6, 0, -5}, {6, 3, 5}};
  hall.objects.push_back(ground);
  return hall;
}

frame::Snapshot furnished(const scene::Scene&, std::uint32_t objects, std::uint32_t bodies) {
  frame::Snapshot snapshot;
  core::Rng rng(11);
  frame::DrawObject& floor = snapshot.objects.emplace_back();
  floor.id = core::ObjectId{1};
  floor.mesh = kKinds;
  for (std::uint32_t i = 1; i < objects; ++i) {
    frame::DrawObject& object = snapshot.objects.emplace_back();
    object.id = core::ObjectId{i + 1};
    object.mesh = i % kKinds;
    object.world_from_mesh = math::standing_at({rng.uniform(-5.5, 5.5), rng.uniform(0.3, 2.0), rng.uniform(-4.5, 4.5)},
                                               rng.uniform(-3.0, 3.0));
  }
  for (std::uint32_t b = 0; b < bodies; ++b) {
    const math::Pose place = math::standing_at({rng.uniform(-5, 5), 0.0, rng.uniform(-4, 3)}, rng.uniform(-3.0, 3.0));
    frame::DrawBody& body = snapshot.bodies.emplace_back();
    body.id = core::BodyId{b + 1};
    body.first_matrix = static_cast<std::uint32_t>(snapshot.skinning.size());
    body.matrix_count = kJoints;
    body.position = place.point({0, 1, 0});
    const math::Mat4f m = math::to_mat4f(place);
    math::SkinningMatrix rows;
    for (int r = 0; r < 3; ++r) rows.rows[static_cast<std::size_t>(r)] = {m[0][r], m[1][r], m[2][r], m[3][r]};
    snapshot.skinning.insert(snapshot.skinning.end(), kJoints, rows);
  }
  return snapshot;
}

render::SkinMesh capsule_person() {
  render::SkinMesh skin;
  for (std::uint16_t joint = 0; joint < kJoints; ++joint) {
    const math::TriMesh part = capsule(kLimbs[joint].radius, kLimbs[joint].length, 22, 16);
    const auto first = static_cast<std::uint32_t>(skin.mesh.mesh.positions.size());
    for (std::size_t i = 0; i < part.positions.size(); ++i) {
      skin.mesh.mesh.positions.push_back(part.positions[i] + kLimbs[joint].centre);
      skin.mesh.mesh.normals.push_back(part.normals[i]);
      skin.mesh.colours.push_back({0.6f, 0.45f, 0.35f});
      skin.mesh.segments.push_back(joint);
      skin.mesh.joints.push_back({joint, 0, 0, 0});
      skin.mesh.weights.push_back({1.0f, 0.0f, 0.0f, 0.0f});
    }
    for (const std::uint32_t i : part.indices) skin.mesh.mesh.indices.push_back(first + i);
  }
  skin.head_segments = {1};
  return skin;
}

}  // namespace fh::bench
