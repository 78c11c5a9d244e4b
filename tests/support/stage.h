// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small place for picture tests: floor, walls, a table with things on it, a glass pane, and a mannequin of capsules.
#include <array>
#include <string>
#include <vector>

#include "frame/snapshot.h"
#include "render/skin_upload.h"
#include "scene/place/scene.h"
#include "scene_snapshot.h"
#include "shapes.h"

namespace fh::test {

using math::Vec3;

/// Builds a scene object by object; every object has one part.
struct SceneMaker {
  scene::Scene scene;

  std::uint32_t material(const math::Vec4f& colour, float roughness = 0.7f, float metallic = 0.0f) {
    scene::Material m;
    m.base_colour = colour;
    m.roughness = roughness;
    m.metallic = metallic;
    scene.materials.push_back(m);
    return static_cast<std::uint32_t>(scene.materials.size() - 1);
  }
  std::uint32_t mesh(TriMesh geometry, std::uint32_t material) {
    scene::Mesh m;
    m.bounds = geometry.bounds();
    m.geometry = std::move(geometry);
    m.material = material;
    scene.meshes.push_back(std::move(m));
    return static_cast<std::uint32_t>(scene.meshes.size() - 1);
  }
  core::ObjectId object(std::uint32_t mesh, const math::Pose& pose, const std::string& name = {}) {
    scene::Object o;
    o.id = core::ObjectId{static_cast<std::uint32_t>(scene.objects.size() + 1)};
    o.name = name.empty() ? "object" + std::to_string(o.id.value) : name;
    o.world_from_object = pose;
    o.parts.push_back({mesh, {}, Vec3(1.0)});
    o.bounds = scene.meshes[mesh].bounds;
    scene.objects.push_back(std::move(o));
    return scene.objects.back().id;
  }
};

inline scene::Texture chequered(std::uint32_t side, std::uint32_t squares) {
  scene::Texture t;
  t.width = t.height = side;
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      const bool light = ((x * squares / side) + (y * squares / side)) % 2 == 0;
      const std::uint8_t v = light ? 225 : 150;
      t.rgba.insert(t.rgba.end(), {v, static_cast<std::uint8_t>(v - 8), static_cast<std::uint8_t>(v - 22), 255});
    }
  }
  return t;
}

/// The stage: 6 × 6 m, objects named floor, wall, table, crate, ball, can, pane.
inline scene::Scene make_stage() {
  SceneMaker maker;
  maker.scene.textures.push_back(chequered(256, 12));
  const std::uint32_t floor_paint = maker.material({0.62f, 0.60f, 0.57f, 1.0f}, 0.85f);
  maker.scene.materials[floor_paint].base_colour_texture = 0;
  const std::uint32_t plaster = maker.material({0.78f, 0.76f, 0.71f, 1.0f}, 0.95f);
  const std::uint32_t wood = maker.material({0.52f, 0.33f, 0.18f, 1.0f}, 0.55f);
  const std::uint32_t red = maker.material({0.70f, 0.12f, 0.07f, 1.0f}, 0.45f);
  const std::uint32_t blue = maker.material({0.08f, 0.20f, 0.52f, 1.0f}, 0.30f);
  const std::uint32_t steel = maker.material({0.72f, 0.73f, 0.75f, 1.0f}, 0.28f, 1.0f);
  const std::uint32_t glass = maker.material({0.55f, 0.75f, 0.72f, 0.18f}, 0.05f);
  maker.scene.materials[glass].glass = true;
  const auto at = [](double x, double y, double z, double yaw = 0.0) { return math::standing_at(Vec3(x, y, z), yaw); };
  maker.object(maker.mesh(box_mesh({3.0f, 0.05f, 3.0f}), floor_paint), at(0, -0.05, 0), "floor");
  maker.object(maker.mesh(box_mesh({3.0f, 1.3f, 0.05f}), plaster), at(0, 1.3, -3.05), "wall");
  const std::uint32_t top = maker.mesh(box_mesh({0.7f, 0.02f, 0.4f}), wood);
  const std::uint32_t leg = maker.mesh(box_mesh({0.03f, 0.36f, 0.03f}), wood);
  const core::ObjectId table = maker.object(top, at(0, 0.74, -1.2), "table");
  for (double x : {-0.62, 0.62}) {
    for (double z : {-0.32, 0.32}) {
      maker.scene.objects[table.value - 1].parts.push_back({leg, at(x, -0.38, z), Vec3(1.0)});
    }
  }
  maker.object(maker.mesh(box_mesh({0.25f, 0.25f, 0.25f}), red), at(-1.15, 0.25, -0.7, 0.5), "crate");
  maker.object(maker.mesh(capsule_mesh(0.14f, 0.0f, 32, 20), blue), at(0.25, 0.90, -1.25), "ball");
  maker.object(maker.mesh(cylinder_mesh(0.05f, 0.09f), steel), at(-0.25, 0.85, -1.1), "can");
  maker.object(maker.mesh(box_mesh({0.45f, 0.6f, 0.006f}), glass), at(1.15, 0.6, -0.45, -0.5), "pane");
  maker.scene.lights.push_back({Vec3(-1.6, 2.2, -1.2), {1.0f, 0.86f, 0.66f}, 2.5f, 6.0f});
  maker.scene.sky.direction_to_sun = {-0.75, 0.9, 0.35};
  return maker.scene;
}

/// Adds a mirror of half width and height `half`, whose front (+Z) reflects, on a thin dark board.
inline core::ObjectId add_mirror(scene::Scene& scene, const math::Pose& pose, const math::Vec2f& half,
                                 const math::Vec4f& tint = {0.81f, 0.85f, 0.85f, 1.0f}) {
  SceneMaker maker{std::move(scene)};
  const std::uint32_t silver = maker.material(tint, 0.02f, 1.0f);
  maker.scene.materials[silver].mirror = true;
  const std::uint32_t board = maker.material({0.10f, 0.07f, 0.05f, 1.0f});
  TriMesh glass;
  glass.positions = {{-half.x, -half.y, 0}, {half.x, -half.y, 0}, {half.x, half.y, 0}, {-half.x, half.y, 0}};
  glass.normals.assign(4, {0, 0, 1});
  glass.uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  glass.indices = {0, 1, 2, 0, 2, 3};
  const core::ObjectId id = maker.object(maker.mesh(std::move(glass), silver), pose, "mirror");
  const std::uint32_t back = maker.mesh(box_mesh({half.x + 0.04f, half.y + 0.04f, 0.015f}), board);
  maker.scene.objects[id.value - 1].parts.push_back({back, {math::kIdentity, Vec3(0, 0, -0.02)}, Vec3(1.0)});
  scene = std::move(maker.scene);
  return id;
}

/// Segments of the mannequin, which are also its joints.
enum Segment : std::uint16_t { kTorso, kHead, kLeftArm, kRightArm, kLeftLeg, kRightLeg, kSegments };

struct Limb {
  Segment segment;
  Vec3f centre;
  float radius, length;
  Vec3f colour;
};
inline const std::array<Limb, kSegments>& limbs() {
  static const std::array<Limb, kSegments> kLimbs{{
      {kTorso, {0, 1.18f, 0}, 0.17f, 0.40f, {0.16f, 0.30f, 0.42f}},
      {kHead, {0, 1.64f, 0}, 0.11f, 0.06f, {0.72f, 0.48f, 0.36f}},
      {kLeftArm, {-0.25f, 1.12f, 0}, 0.055f, 0.52f, {0.72f, 0.48f, 0.36f}},
      {kRightArm, {0.25f, 1.12f, 0}, 0.055f, 0.52f, {0.72f, 0.48f, 0.36f}},
      {kLeftLeg, {-0.10f, 0.45f, 0}, 0.085f, 0.73f, {0.12f, 0.12f, 0.14f}},
      {kRightLeg, {0.10f, 0.45f, 0}, 0.085f, 0.73f, {0.12f, 0.12f, 0.14f}},
  }};
  return kLimbs;
}

/// A standing person 1.78 m tall made of capsules; one joint per limb, the shoulder mixed with the torso.
inline render::SkinMesh make_mannequin(std::uint32_t around = 20) {
  render::SkinMesh skin;
  math::SkinnedMesh& body = skin.mesh;
  for (const Limb& limb : limbs()) {
    const TriMesh part = capsule_mesh(limb.radius, limb.length, around, around * 3 / 4);
    const auto first = static_cast<std::uint32_t>(body.mesh.positions.size());
    for (std::size_t i = 0; i < part.positions.size(); ++i) {
      body.mesh.positions.push_back(part.positions[i] + limb.centre);
      body.mesh.normals.push_back(part.normals[i]);
      body.colours.push_back(limb.colour);
      body.segments.push_back(limb.segment);
      body.joints.push_back({limb.segment, kTorso, 0, 0});
      body.weights.push_back({1.0f, 0.0f, 0.0f, 0.0f});
    }
    for (const std::uint32_t i : part.indices) body.mesh.indices.push_back(first + i);
  }
  skin.head_segments = {kHead};
  return skin;
}

/// Adds the mannequin at a place, its right arm raised by `raise` radians about the shoulder.
inline frame::DrawBody& add_mannequin(frame::Snapshot& snapshot, const math::Pose& pose, double raise = 0.0) {
  frame::DrawBody& body = snapshot.bodies.emplace_back();
  body.id = core::BodyId{static_cast<std::uint32_t>(snapshot.bodies.size())};
  body.first_matrix = static_cast<std::uint32_t>(snapshot.skinning.size());
  body.matrix_count = kSegments;
  body.position = pose.point(Vec3(0, 1, 0));
  for (std::uint16_t s = 0; s < kSegments; ++s) {
    math::Pose local;
    if (s == kRightArm) {
      const Vec3 shoulder(0.25, 1.38, 0.0);
      local.rotation = math::from_axis_angle(math::kRight, -raise);
      local.position = shoulder - math::rotate(local.rotation, shoulder);
    }
    const math::Mat4f m = math::to_mat4f(pose * local);
    math::SkinningMatrix rows;
    for (int r = 0; r < 3; ++r) rows.rows[static_cast<std::size_t>(r)] = {m[0][r], m[1][r], m[2][r], m[3][r]};
    snapshot.skinning.push_back(rows);
  }
  return body;
}

}  // namespace fh::test
