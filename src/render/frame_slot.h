// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one frame in flight owns: arrays refilled every frame and the descriptor set that names them.
#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/device.h"
#include "render/view/shader_data.h"

namespace fh::render {

/// Device-side things that never change after loading.
struct SharedBindings {
  VkBuffer materials = VK_NULL_HANDLE;
  VkImageView shadow_map = VK_NULL_HANDLE;
  VkImageView colour_textures = VK_NULL_HANDLE;
  VkImageView data_textures = VK_NULL_HANDLE;
  VkImageView font = VK_NULL_HANDLE;
  VkSampler shadow_sampler = VK_NULL_HANDLE;
  VkSampler texture_sampler = VK_NULL_HANDLE;
  VkSampler linear_sampler = VK_NULL_HANDLE;
};

/// Set 0 of every graphics pipeline.
core::Result<gpu::DescriptorSetLayout> make_frame_layout(gpu::Device& device);

struct FrameSizes {
  std::uint64_t globals = 0, instances = 0, order = 0, commands = 0, segment_colours = 0, matrices = 0, overlay = 0;
  std::uint64_t posed_vertices = 0;  // bytes, all
};

class FrameSlot {
 public:
  static core::Result<FrameSlot> create(gpu::Device& device, VkDescriptorSetLayout layout,
                                        const SharedBindings& shared);

  /// Makes room; writes the descriptor set anew when a buffer was replaced. The device must be done with the slot.
  core::Result<> reserve(const FrameSizes& sizes);
  void flush() const;

  gpu::FrameArray globals, instances, order, commands, segment_colours, matrices, overlay;
  gpu::Buffer posed_vertices;  // written by the skinning pass
  VkDescriptorSet set = VK_NULL_HANDLE;
  bool posed_replaced = true;  // the skinning pass must name the buffers anew

 private:
  explicit FrameSlot(gpu::Device& device);
  void write_set();

  gpu::Device* device_;
  SharedBindings shared_;
  gpu::DescriptorPool pool_;
};

}  // namespace fh::render
