// SPDX-License-Identifier: Apache-2.0
#include "app/sheets/studio.h"

namespace fh::app {
namespace {

using math::Vec3;

enum StudioMesh : std::uint32_t { kFloor, kBlock };

void add_quad(math::TriMesh& mesh, const math::Vec3f& centre, const math::Vec3f& u, const math::Vec3f& v) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  const math::Vec3f normal = glm::normalize(glm::cross(u, v));
  for (const auto& [a, b] : {std::pair{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}}) {
    mesh.positions.push_back(centre + a * u + b * v);
    mesh.normals.push_back(normal);
    mesh.uvs.push_back({0.0f, 0.0f});
  }
  for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) mesh.indices.push_back(first + i);
}

void add_mesh(scene::Scene& scene, const char* name, math::TriMesh geometry, std::uint32_t material) {
  scene::Mesh mesh;
  mesh.name = name;
  mesh.geometry = std::move(geometry);
  mesh.material = material;
  mesh.bounds = mesh.geometry.bounds();
  scene.meshes.push_back(std::move(mesh));
}

/// A plain studio floor, and a cube of one metre to make blocks of.
scene::Scene studio_scene() {
  scene::Scene scene;
  for (const float grey : {0.63f, 0.48f}) {
    scene::Material material;
    material.name = "plain";
    material.base_colour = {grey - 0.01f, grey, grey + 0.02f, 1.0f};
    material.roughness = 0.95f;
    scene.materials.push_back(material);
  }
  math::TriMesh floor, cube;
  add_quad(floor, {0, 0, 0}, {60, 0, 0}, {0, 0, -60});
  for (const float side : {-0.5f, 0.5f}) {
    add_quad(cube, {side, 0, 0}, {0, side, 0}, {0, 0, 0.5f});
    add_quad(cube, {0, side, 0}, {0, 0, side}, {0.5f, 0, 0});
    add_quad(cube, {0, 0, side}, {side, 0, 0}, {0, 0.5f, 0});
  }
  add_mesh(scene, "floor", std::move(floor), 0);
  add_mesh(scene, "block", std::move(cube), 1);
  return scene;
}

frame::EyeViews studio_camera(const StudioRow& row) {
  constexpr double kDistance = 14.0;
  frame::EyeViews views;
  views.count = 1;
  views.eyes[0] = {{math::kIdentity, Vec3(0.0, row.middle, kDistance)},
                   frame::symmetric_fov(2.0 * math::atan(0.5 * row.tall / kDistance), double(row.width) / row.height)};
  return views;
}

}  // namespace

void add_figure(frame::Snapshot& snapshot, const human::Body& body, const StudioFigure& figure) {
  std::array<math::SkinningMatrix, human::kSkinBoneCount> matrices;
  human::skinning_matrices(body.skeleton, body.binding, figure.posture, matrices);
  const math::Mat3 m = math::to_matrix(figure.studio_from_figure.rotation);
  const Vec3 place = figure.studio_from_figure.position;
  frame::DrawBody draw;
  draw.id = {static_cast<std::uint32_t>(snapshot.bodies.size() + 1)};
  draw.first_matrix = static_cast<std::uint32_t>(snapshot.skinning.size());
  draw.matrix_count = human::kSkinBoneCount;
  draw.position = figure.studio_from_figure.point(figure.posture.world_from_pelvis.position);
  for (const auto& matrix : matrices) {
    math::SkinningMatrix placed;
    for (int row = 0; row < 3; ++row) {
      placed.rows[row] = static_cast<float>(m[0][row]) * matrix.rows[0] +
                         static_cast<float>(m[1][row]) * matrix.rows[1] +
                         static_cast<float>(m[2][row]) * matrix.rows[2];
      placed.rows[row].w += static_cast<float>(place[row]);
    }
    snapshot.skinning.push_back(placed);
  }
  snapshot.bodies.push_back(draw);
}

core::Result<std::unique_ptr<Studio>> Studio::open(const human::Body& body) {
  return open_in(studio_scene(), body);
}

core::Result<std::unique_ptr<Studio>> Studio::open_in(const scene::Scene& place, const human::Body& body) {
  std::unique_ptr<Studio> studio(new Studio(body));
  auto instance = gpu::Instance::create({});
  if (!instance) return core::fail_within("picture", instance.error());
  studio->instance_ = std::move(*instance);
  auto device = gpu::Device::create(*studio->instance_);
  if (!device) return core::fail_within("picture", device.error());
  studio->device_ = std::move(*device);
  const human::Skin skin = human::make_skin(body);
  std::vector<render::SkinMesh> skins;
  skins.push_back({skin.levels[0], {}, {}});  // always the finest, however far the camera stands
  auto renderer = render::Renderer::create(*studio->device_, place, skins);
  if (!renderer) return core::fail_within("picture", renderer.error());
  studio->renderer_ = std::move(*renderer);
  return studio;
}

frame::Snapshot Studio::snapshot(const StudioRow& row) const {
  frame::Snapshot snapshot;
  frame::DrawObject floor;
  floor.id = {1};
  floor.mesh = kFloor;
  snapshot.objects.push_back(floor);
  for (const StudioBox& box : row.boxes) {
    frame::DrawObject block;
    block.id = {static_cast<std::uint32_t>(snapshot.objects.size() + 1)};
    block.mesh = kBlock;
    block.world_from_mesh.position = box.centre;
    block.scale = math::Vec3f(box.size);
    snapshot.objects.push_back(block);
  }
  for (const StudioFigure& figure : row.figures) add_figure(snapshot, body_, figure);
  snapshot.overlay = row.overlay;
  snapshot.sun.direction_to_sun = {0.4, 0.9, 0.7};
  snapshot.sky_zenith = {0.75f, 0.78f, 0.82f};
  snapshot.sky_horizon = {0.85f, 0.86f, 0.88f};
  snapshot.ground = {0.5f, 0.5f, 0.5f};
  return snapshot;
}

core::Result<render::Picture> Studio::draw(const StudioRow& row) {
  return draw(snapshot(row), studio_camera(row), row.width, row.height);
}

core::Result<render::Picture> Studio::draw(const frame::Snapshot& snapshot, const frame::EyeViews& views,
                                           std::uint32_t width, std::uint32_t height) {
  auto target = render::OffscreenTarget::create(*device_, width, height);
  if (!target) return core::fail_within("picture", target.error());
  FH_TRY_VOID(renderer_->draw(snapshot, views, *target));
  return target->read_back();
}

render::Picture stacked(std::span<const render::Picture> rows) {
  render::Picture all;
  for (const render::Picture& row : rows) {
    all.width = row.width;
    all.height += row.height;
    all.rgba.insert(all.rgba.end(), row.rgba.begin(), row.rgba.end());
  }
  return all;
}

}  // namespace fh::app
