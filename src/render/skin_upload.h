// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bodies' skins on the device, with coarser versions for the distance.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/result.h"
#include "gpu/buffer.h"
#include "gpu/device.h"
#include "math/mesh.h"

namespace fh::render {

/// A body's skin as given to the renderer once; DrawBody::skin counts these.
struct SkinMesh {
  math::SkinnedMesh mesh;
  std::vector<math::SkinnedMesh> coarser;    // at most two, for bodies beyond 4 and 10 m; same joints and segments
  std::vector<std::uint16_t> head_segments;  // left out where DrawBody::hide_head is set
};

struct SkinLevel {
  std::uint32_t first_vertex = 0, vertex_count = 0;
  std::uint32_t first_index = 0, index_count = 0;  // without the head
  std::uint32_t head_index_count = 0;              // right after them
};

struct SkinRange {
  std::vector<SkinLevel> levels;  // fine to coarse
  std::uint32_t segment_count = 0;
  std::uint32_t joint_count = 0;
  /// The level for a body seen from `distance` metres.
  const SkinLevel& level_for(float distance) const;
};

class SkinStore {
 public:
  static core::Result<SkinStore> create(gpu::Device& device, std::span<const SkinMesh> skins);

  const std::vector<SkinRange>& skins() const { return skins_; }
  VkBuffer rest_vertices() const { return rest_.get(); }
  VkBuffer influences() const { return influences_.get(); }
  VkBuffer indices() const { return indices_.get(); }

 private:
  std::vector<SkinRange> skins_;
  gpu::Buffer rest_, influences_, indices_;
};

}  // namespace fh::render
