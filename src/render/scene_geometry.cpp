// SPDX-License-Identifier: Apache-2.0
#include "render/scene_geometry.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

#include "gpu/check.h"
#include "gpu/upload.h"
#include "render/view/shader_data.h"

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

}  // namespace

bool is_closed(const math::TriMesh& mesh) {
  // Corners are doubled where normals differ, so edges are compared by place, to a tenth of a millimetre.
  using Place = std::tuple<long, long, long>;
  std::map<Place, std::uint32_t> places;
  std::vector<std::uint32_t> merged(mesh.positions.size());
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const math::Vec3f& p = mesh.positions[i];
    const Place place{std::lround(p.x * 1e4f), std::lround(p.y * 1e4f), std::lround(p.z * 1e4f)};
    merged[i] = places.try_emplace(place, static_cast<std::uint32_t>(places.size())).first->second;
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
  for (std::size_t t = 0; t + 2 < mesh.indices.size(); t += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = merged[mesh.indices[t + k]], b = merged[mesh.indices[t + (k + 1) % 3]];
      if (a == b) continue;
      balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  }
  return !balance.empty() &&
         std::all_of(balance.begin(), balance.end(), [](const auto& edge) { return edge.second == 0; });
}

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
    range.closed = range.surface != SurfaceClass::Glass && is_closed(mesh.geometry);
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
  FH_TRY(vertex_buffer,
         gpu::make_filled_buffer(device, std::as_bytes(std::span(vertices)), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT));
  FH_TRY(index_buffer,
         gpu::make_filled_buffer(device, std::as_bytes(std::span(indices)), VK_BUFFER_USAGE_INDEX_BUFFER_BIT));
  geometry.vertices_ = std::move(vertex_buffer);
  geometry.indices_ = std::move(index_buffer);
  return geometry;
}

}  // namespace fh::render
