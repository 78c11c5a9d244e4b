// SPDX-License-Identifier: Apache-2.0
#include "render/skin_upload.h"

#include <algorithm>

#include "gpu/check.h"
#include "gpu/upload.h"
#include "render/view/shader_data.h"

namespace fh::render {
namespace {

constexpr std::array<float, 2> kDistances{4.0f, 10.0f};  // metres, where the coarser levels begin

struct Upload {
  std::vector<Vertex> vertices;
  std::vector<Influence> influences;
  std::vector<std::uint32_t> indices;
};

SkinLevel append(const math::SkinnedMesh& skin, const std::vector<std::uint16_t>& head, Upload& out) {
  SkinLevel level;
  level.first_vertex = static_cast<std::uint32_t>(out.vertices.size());
  level.vertex_count = static_cast<std::uint32_t>(skin.mesh.positions.size());
  level.first_index = static_cast<std::uint32_t>(out.indices.size());
  for (std::size_t i = 0; i < skin.mesh.positions.size(); ++i) {
    Vertex v;
    v.position = skin.mesh.positions[i];
    v.normal = pack_normal(i < skin.mesh.normals.size() ? skin.mesh.normals[i] : math::Vec3f(0, 1, 0));
    v.uv = i < skin.mesh.uvs.size() ? skin.mesh.uvs[i] : math::Vec2f(0.0f);
    const math::Vec3f colour = i < skin.colours.size() ? skin.colours[i] : math::Vec3f(0.7f);
    const std::uint32_t segment = i < skin.segments.size() ? skin.segments[i] : 0;
    v.colour = (pack_colour(math::Vec4f(colour, 1.0f)) & 0xffffff) | std::min(segment, 255u) << 24;
    out.vertices.push_back(v);
    out.influences.push_back({skin.joints[i], skin.weights[i]});
  }
  const auto in_head = [&](std::size_t t) {
    if (skin.segments.empty()) return false;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint16_t s = skin.segments[skin.mesh.indices[t + k]];
      if (std::find(head.begin(), head.end(), s) == head.end()) return false;
    }
    return true;
  };
  for (const bool want_head : {false, true}) {
    for (std::size_t t = 0; t + 2 < skin.mesh.indices.size(); t += 3) {
      if (in_head(t) != want_head) continue;
      for (std::size_t k = 0; k < 3; ++k) out.indices.push_back(skin.mesh.indices[t + k]);
      (want_head ? level.head_index_count : level.index_count) += 3;
    }
  }
  return level;
}

}  // namespace

const SkinLevel& SkinRange::level_for(float distance) const {
  std::size_t level = 0;
  while (level + 1 < levels.size() && level < kDistances.size() && distance > kDistances[level]) ++level;
  return levels[level];
}

core::Result<SkinStore> SkinStore::create(gpu::Device& device, std::span<const SkinMesh> skins) {
  SkinStore store;
  Upload upload;
  for (const SkinMesh& skin : skins) {
    std::vector<const math::SkinnedMesh*> levels{&skin.mesh};
    for (const auto& coarser : skin.coarser) levels.push_back(&coarser);
    for (const auto* level : levels) {
      const std::size_t n = level->mesh.positions.size();
      if (level->joints.size() != n || level->weights.size() != n) {
        return core::fail("skin {}: {} vertices but {} joint rows and {} weight rows", store.skins_.size(), n,
                          level->joints.size(), level->weights.size());
      }
    }
    SkinRange range;
    for (const std::uint16_t s : skin.mesh.segments)
      range.segment_count = std::max<std::uint32_t>(range.segment_count, s + 1u);
    range.segment_count = std::clamp(range.segment_count, 1u, 256u);
    for (const auto& joints : skin.mesh.joints) {
      for (const std::uint16_t j : joints) range.joint_count = std::max<std::uint32_t>(range.joint_count, j + 1u);
    }
    for (const auto* level : levels) range.levels.push_back(append(*level, skin.head_segments, upload));
    store.skins_.push_back(std::move(range));
  }
  constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  FH_TRY(rest, gpu::make_filled_buffer(device, std::as_bytes(std::span(upload.vertices)), kStorage));
  FH_TRY(influences, gpu::make_filled_buffer(device, std::as_bytes(std::span(upload.influences)), kStorage));
  FH_TRY(indices,
         gpu::make_filled_buffer(device, std::as_bytes(std::span(upload.indices)), VK_BUFFER_USAGE_INDEX_BUFFER_BIT));
  store.rest_ = std::move(rest);
  store.influences_ = std::move(influences);
  store.indices_ = std::move(indices);
  return store;
}

}  // namespace fh::render
