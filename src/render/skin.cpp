#include "render/skin.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "gpu/check.h"
#include "gpu/upload.h"
#include "render/shader_data.h"

namespace fh::render {
namespace {

constexpr std::array<float, 2> kCells{0.03f, 0.07f};     // metres, of levels 1 and 2
constexpr std::array<float, 2> kDistances{4.0f, 10.0f};  // metres, where they begin

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

math::SkinnedMesh simplified(const math::SkinnedMesh& skin, float cell) {
  using Key = std::tuple<std::uint16_t, int, int, int>;
  struct Cluster {
    math::Vec3f sum{0.0f};
    std::uint32_t count = 0, best = 0, vertex = 0;
    float distance = 1e30f;
  };
  std::map<Key, Cluster> clusters;
  std::vector<Cluster*> cluster_of;
  const std::size_t n = skin.mesh.positions.size();
  for (std::size_t i = 0; i < n; ++i) {
    const math::Vec3f p = skin.mesh.positions[i] / cell;
    const std::uint16_t segment = i < skin.segments.size() ? skin.segments[i] : std::uint16_t{0};
    Cluster& c = clusters[{segment, static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y)),
                           static_cast<int>(std::floor(p.z))}];
    c.sum += skin.mesh.positions[i];
    ++c.count;
    cluster_of.push_back(&c);
  }
  for (std::size_t i = 0; i < n; ++i) {
    Cluster& c = *cluster_of[i];
    const float d = glm::length(skin.mesh.positions[i] - c.sum / static_cast<float>(c.count));
    if (d < c.distance) {
      c.distance = d;
      c.best = static_cast<std::uint32_t>(i);
    }
  }
  math::SkinnedMesh out;
  for (auto& [key, c] : clusters) {
    c.vertex = static_cast<std::uint32_t>(out.mesh.positions.size());
    const std::size_t i = c.best;
    out.mesh.positions.push_back(skin.mesh.positions[i]);
    if (!skin.mesh.normals.empty()) out.mesh.normals.push_back(skin.mesh.normals[i]);
    if (!skin.mesh.uvs.empty()) out.mesh.uvs.push_back(skin.mesh.uvs[i]);
    if (!skin.colours.empty()) out.colours.push_back(skin.colours[i]);
    if (!skin.segments.empty()) out.segments.push_back(skin.segments[i]);
    out.joints.push_back(skin.joints[i]);
    out.weights.push_back(skin.weights[i]);
  }
  for (std::size_t t = 0; t + 2 < skin.mesh.indices.size(); t += 3) {
    const std::uint32_t a = cluster_of[skin.mesh.indices[t]]->vertex;
    const std::uint32_t b = cluster_of[skin.mesh.indices[t + 1]]->vertex;
    const std::uint32_t c = cluster_of[skin.mesh.indices[t + 2]]->vertex;
    if (a == b || b == c || c == a) continue;
    out.mesh.indices.insert(out.mesh.indices.end(), {a, b, c});
  }
  return out;
}

const SkinLevel& SkinRange::level_for(float distance) const {
  std::size_t level = 0;
  while (level + 1 < levels.size() && distance > kDistances[level]) ++level;
  return levels[level];
}

core::Result<SkinStore> SkinStore::create(gpu::Device& device, std::span<const Skin> skins) {
  SkinStore store;
  Upload upload;
  for (const Skin& skin : skins) {
    const std::size_t n = skin.mesh.mesh.positions.size();
    if (skin.mesh.joints.size() != n || skin.mesh.weights.size() != n) {
      return core::fail("skin {}: {} vertices but {} joint rows and {} weight rows", store.skins_.size(), n,
                        skin.mesh.joints.size(), skin.mesh.weights.size());
    }
    SkinRange range;
    for (const std::uint16_t s : skin.mesh.segments)
      range.segment_count = std::max<std::uint32_t>(range.segment_count, s + 1u);
    range.segment_count = std::clamp(range.segment_count, 1u, 256u);
    for (const auto& joints : skin.mesh.joints) {
      for (const std::uint16_t j : joints) range.joint_count = std::max<std::uint32_t>(range.joint_count, j + 1u);
    }
    range.levels.push_back(append(skin.mesh, skin.head_segments, upload));
    for (const float cell : kCells) {
      range.levels.push_back(append(simplified(skin.mesh, cell), skin.head_segments, upload));
    }
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
