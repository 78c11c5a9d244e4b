// SPDX-License-Identifier: Apache-2.0
#include "render/scene_geometry.h"

#include <algorithm>
#include <span>

#include "gpu/check.h"
#include "gpu/upload.h"
#include "render/view/shader_data.h"
#include "scene/place/solid_shells.h"

namespace fh::render {
namespace {

SurfaceClass class_of(const scene::Material& material) {
  if (material.glass) return SurfaceClass::Glass;
  return material.double_sided ? SurfaceClass::TwoSided : SurfaceClass::Opaque;
}

void append_vertices(const math::TriMesh& mesh, std::vector<Vertex>& vertices) {
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    Vertex v;
    v.position = mesh.positions[i];
    v.normal = pack_normal(i < mesh.normals.size() ? mesh.normals[i] : math::Vec3f(0, 1, 0));
    v.uv = i < mesh.uvs.size() ? mesh.uvs[i] : math::Vec2f(0.0f);
    v.colour = 0x00ffffff;
    vertices.push_back(v);
  }
}

/// What counts as solid where a section cuts, with what closes its holes.
void add_shells(const scene::Scene& scene, std::vector<MeshRange>& meshes, std::vector<Vertex>& vertices,
                std::vector<std::uint32_t>& indices) {
  const std::vector<scene::SolidShell> shells = scene::solid_shells(scene, scene.objects);
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    meshes[i].closed = shells[i].solid;
    if (shells[i].patches.empty()) continue;
    math::TriMesh patch;
    for (const math::Triangle& t : shells[i].patches) {
      for (const math::Vec3& p : {t.a, t.b, t.c}) {
        patch.indices.push_back(static_cast<std::uint32_t>(patch.positions.size()));
        patch.positions.emplace_back(p);
      }
    }
    meshes[i].first_patch_index = static_cast<std::uint32_t>(indices.size());
    meshes[i].patch_index_count = static_cast<std::uint32_t>(patch.indices.size());
    meshes[i].patch_vertex_offset = static_cast<std::int32_t>(vertices.size());
    append_vertices(patch, vertices);
    indices.insert(indices.end(), patch.indices.begin(), patch.indices.end());
  }
}

}  // namespace

core::Result<SceneGeometry> SceneGeometry::create(gpu::Device& device, const scene::Scene& scene) {
  SceneGeometry geometry;
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
  for (const scene::Mesh& mesh : scene.meshes) {
    MeshRange range;
    range.first_index = static_cast<std::uint32_t>(indices.size());
    range.index_count = static_cast<std::uint32_t>(mesh.geometry.indices.size());
    range.vertex_offset = static_cast<std::int32_t>(vertices.size());
    range.material = mesh.material;
    if (mesh.material < scene.materials.size()) range.surface = class_of(scene.materials[mesh.material]);
    const math::Aabb bounds = mesh.geometry.bounds();
    range.centre = math::Vec3f(bounds.centre());
    for (const math::Vec3f& p : mesh.geometry.positions) {
      range.radius = std::max(range.radius, glm::length(p - range.centre));
    }
    if (mesh.material < scene.materials.size() && scene.materials[mesh.material].mirror) {
      const std::vector<MirrorFace> faces = mirror_faces_of(mesh.geometry);
      range.first_mirror = static_cast<std::uint32_t>(geometry.mirror_faces_.size());
      range.mirror_count = static_cast<std::uint32_t>(faces.size());
      geometry.mirror_faces_.insert(geometry.mirror_faces_.end(), faces.begin(), faces.end());
    }
    append_vertices(mesh.geometry, vertices);
    indices.insert(indices.end(), mesh.geometry.indices.begin(), mesh.geometry.indices.end());
    geometry.meshes_.push_back(range);
  }
  add_shells(scene, geometry.meshes_, vertices, indices);
  FH_TRY(vertex_buffer,
         gpu::make_filled_buffer(device, std::as_bytes(std::span(vertices)), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT));
  FH_TRY(index_buffer,
         gpu::make_filled_buffer(device, std::as_bytes(std::span(indices)), VK_BUFFER_USAGE_INDEX_BUFFER_BIT));
  geometry.vertices_ = std::move(vertex_buffer);
  geometry.indices_ = std::move(index_buffer);
  return geometry;
}

}  // namespace fh::render
