// SPDX-License-Identifier: Apache-2.0
#pragma once
// The place's meshes on the device: one vertex and one index buffer for all, uploaded once.
#include <cstdint>
#include <vector>

#include "core/result.h"
#include "gpu/buffer.h"
#include "gpu/device.h"
#include "math/vector.h"
#include "render/mirror_faces.h"
#include "scene/place/scene.h"

namespace fh::render {

/// How a mesh is drawn; draws are grouped by it in this order.
enum class SurfaceClass : std::uint8_t { Opaque, TwoSided, Glass };

struct MeshRange {
  std::uint32_t first_index = 0, index_count = 0;
  std::int32_t vertex_offset = 0;
  std::uint32_t material = 0;
  SurfaceClass surface = SurfaceClass::Opaque;
  bool closed = false;  // counts as a solid that a section caps (scene/place/solid_shells.h)
  std::uint32_t first_patch_index = 0, patch_index_count = 0;  // closes its holes where solids are counted
  std::int32_t patch_vertex_offset = 0;
  math::Vec3f centre{0.0f};  // bounding sphere, mesh space
  float radius = 0.0f;
  std::uint32_t first_mirror = 0, mirror_count = 0;  // into SceneGeometry::mirror_faces()
};

class SceneGeometry {
 public:
  static core::Result<SceneGeometry> create(gpu::Device& device, const scene::Scene& scene);

  const std::vector<MeshRange>& meshes() const { return meshes_; }
  const std::vector<MirrorFace>& mirror_faces() const { return mirror_faces_; }
  VkBuffer vertices() const { return vertices_.get(); }
  VkBuffer indices() const { return indices_.get(); }

 private:
  std::vector<MeshRange> meshes_;
  std::vector<MirrorFace> mirror_faces_;
  gpu::Buffer vertices_;
  gpu::Buffer indices_;
};

}  // namespace fh::render
