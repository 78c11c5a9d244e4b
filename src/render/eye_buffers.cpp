#include "render/eye_buffers.h"

#include "gpu/check.h"

namespace fh::render {

core::Result<EyeBuffers> EyeBuffers::create(gpu::Device& device, VkExtent2D extent, std::uint32_t layers,
                                            VkSampleCountFlagBits samples, VkDescriptorSetLayout layout,
                                            VkSampler nearest) {
  EyeBuffers made;
  made.extent = extent;
  made.layers = layers;
  constexpr VkImageUsageFlags kColourUse = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
  gpu::ImageShape shape;
  shape.extent = extent;
  shape.layers = layers;
  shape.samples = samples;
  shape.format = kHdrFormat;
  shape.usage = kColourUse;
  FH_TRY(colour, gpu::Image::create(device.memory(), shape));
  made.colour = std::move(colour);
  shape.format = kDepthFormat;
  shape.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
  FH_TRY(depth, gpu::Image::create(device.memory(), shape));
  made.depth = std::move(depth);
  shape.samples = VK_SAMPLE_COUNT_1_BIT;
  shape.format = kHdrFormat;
  shape.usage = kColourUse;
  FH_TRY(picture, gpu::Image::create(device.memory(), shape));
  made.picture = std::move(picture);
  shape.format = kOpennessFormat;
  shape.extent = {(extent.width + 1) / 2, (extent.height + 1) / 2};
  FH_TRY(openness, gpu::Image::create(device.memory(), shape));
  made.openness = std::move(openness);

  FH_TRY(pool, gpu::make_descriptor_pool(device, 1));
  made.pool = std::move(pool);
  FH_TRY(set, gpu::allocate_set(device, made.pool.get(), layout));
  made.set = set;
  gpu::SetWriter(set)
      .image(0, made.depth.depth_view(), nearest, VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL)
      .image(1, made.colour.view(), nearest)
      .image(2, made.openness.view(), nearest)
      .image(3, made.picture.view(), nearest)
      .apply(device.get());
  return made;
}

}  // namespace fh::render
