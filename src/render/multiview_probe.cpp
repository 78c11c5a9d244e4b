// SPDX-License-Identifier: Apache-2.0
#include "render/multiview_probe.h"

#include <shaders/embedded.h>
#include "gpu/barrier.h"
#include "gpu/buffer.h"
#include "gpu/check.h"
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "gpu/upload.h"

namespace fh::render {
namespace {

constexpr VkExtent2D kSize{16, 16};
constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;

void record(VkCommandBuffer commands, VkPipeline pipeline, const gpu::Image& image, const gpu::Buffer& buffer) {
  using gpu::Use;
  gpu::image_barrier(commands, image.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::Nothing, Use::ColourTarget);
  VkRenderingAttachmentInfo colour{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
  colour.imageView = image.view();
  colour.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
  colour.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  colour.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
  rendering.renderArea = {{0, 0}, kSize};
  rendering.layerCount = 1;
  rendering.viewMask = 0b11;
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachments = &colour;
  vkCmdBeginRendering(commands, &rendering);
  const VkViewport viewport{0.0f, 0.0f, static_cast<float>(kSize.width), static_cast<float>(kSize.height), 0.0f, 1.0f};
  vkCmdSetViewport(commands, 0, 1, &viewport);
  vkCmdSetScissor(commands, 0, 1, &rendering.renderArea);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  vkCmdDraw(commands, 3, 1, 0, 0);
  vkCmdEndRendering(commands);
  gpu::image_barrier(commands, image.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::ColourTarget, Use::TransferSource);
  VkBufferImageCopy copy{};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 1};
  copy.imageExtent = {kSize.width, kSize.height, 1};
  vkCmdCopyImageToBuffer(commands, image.get(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer.get(), 1, &copy);
  gpu::memory_barrier(commands, Use::TransferTarget, Use::HostRead);
}

}  // namespace

core::Result<bool> multiview_works(gpu::Device& device) {
  gpu::ImageShape shape;
  shape.format = kFormat;
  shape.extent = kSize;
  shape.layers = 2;
  shape.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  FH_TRY(image, gpu::Image::create(device.memory(), shape));
  const std::uint64_t bytes = std::uint64_t{4} * kSize.width * kSize.height;
  FH_TRY(buffer, gpu::Buffer::create(device.memory(), bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, gpu::Access::HostRead));
  FH_TRY(layout, gpu::make_pipeline_layout(device, {}, 0, 0));
  gpu::GraphicsPipelineSpec spec;
  spec.vertex = shaders::probe_vert;
  spec.fragment = shaders::probe_frag;
  spec.layout = layout.get();
  spec.colour_format = kFormat;
  spec.view_mask = 0b11;
  spec.cull = VK_CULL_MODE_NONE;
  spec.depth_test = false;
  spec.depth_write = false;
  FH_TRY(pipeline, gpu::make_pipeline(device, spec));
  FH_TRY_VOID(
      gpu::run_once(device, [&](VkCommandBuffer commands) { record(commands, pipeline.get(), image, buffer); }));
  buffer.invalidate();
  for (std::uint64_t i = 0; i < bytes; ++i) {
    if (buffer.data()[i] != std::byte{0xff}) return false;
  }
  return true;
}

}  // namespace fh::render
