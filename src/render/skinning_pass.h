// SPDX-License-Identifier: Apache-2.0
#pragma once
// Poses all bodies of a frame by one compute pass; later passes read plain vertices.
#include <array>
#include <span>

#include "gpu/descriptors.h"
#include "gpu/frame_ring.h"
#include "gpu/pipeline.h"
#include "render/frame_slot.h"
#include "render/skin_upload.h"

namespace fh::render {

struct SkinningJob {
  std::uint32_t first_rest = 0;    // into the rest vertices
  std::uint32_t first_posed = 0;   // into FrameSlot::posed_vertices
  std::uint32_t count = 0;         // vertices
  std::uint32_t first_matrix = 0;  // into FrameSlot::matrices
};

class SkinningPass {
 public:
  static core::Result<SkinningPass> create(gpu::Device& device, const SkinStore& skins);
  /// Other skins from now on; FrameSlot::posed_replaced must be set for all slots. Not while the device works.
  void use(const SkinStore& skins);
  /// Records the jobs and the barrier after which the posed vertices may be drawn.
  void record(VkCommandBuffer commands, std::uint32_t slot_index, FrameSlot& slot, std::span<const SkinningJob> jobs);

 private:
  gpu::Device* device_ = nullptr;
  VkBuffer rest_ = VK_NULL_HANDLE, influences_ = VK_NULL_HANDLE;
  gpu::DescriptorSetLayout set_layout_;
  gpu::PipelineLayout layout_;
  gpu::Pipeline pipeline_;
  gpu::DescriptorPool pool_;
  std::array<VkDescriptorSet, gpu::kFramesInFlight> sets_{};
};

}  // namespace fh::render
