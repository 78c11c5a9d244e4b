// SPDX-License-Identifier: Apache-2.0
#pragma once
// Barriers said in terms of what an image or buffer was used for and will be used for.
#include <vulkan/vulkan.h>

namespace fh::gpu {

enum class Use {
  Nothing,       // contents do not matter
  ColourTarget,  // colour attachment
  DepthTarget,   // depth/stencil attachment
  DepthRead,     // depth attachment without writes, and sampled at the same time
  Sampled,       // read by fragment or compute shaders
  TransferSource,
  TransferTarget,
  Present,
  HostRead,  // buffers
  ComputeWrite,
  VertexRead,  // vertex input, storage reads in vertex shaders
};

struct UseState {
  VkPipelineStageFlags2 stages;
  VkAccessFlags2 access;
  VkImageLayout layout;
};
UseState state_of(Use use);

/// All layers and levels of an image pass from one use to the next. `discard`: the contents may be lost on the way.
void image_barrier(VkCommandBuffer commands, VkImage image, VkImageAspectFlags aspect, Use from, Use to,
                   bool discard = false);
/// One memory barrier for all buffers.
void memory_barrier(VkCommandBuffer commands, Use from, Use to);

}  // namespace fh::gpu
