// SPDX-License-Identifier: Apache-2.0
#include "render/targets/eye_buffers.h"

#include "gpu/check.h"

namespace fh::render {
namespace {

constexpr VkImageUsageFlags kColourUse = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;

void write_set(gpu::Device& device, const EyeBuffers& buffers, const gpu::Image& picture, VkSampler nearest,
               VkDescriptorSet set) {
  gpu::SetWriter(set)
      .image(0, buffers.depth.depth_view(), nearest, VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL)
      .image(1, buffers.colour.view(), nearest)
      .image(2, buffers.openness.view(), nearest)
      .image(3, picture.view(), nearest)
      .apply(device.get());
}

}  // namespace

core::Result<EyeBuffers> EyeBuffers::create(gpu::Device& device, VkExtent2D extent, std::uint32_t layers,
                                            VkSampleCountFlagBits samples, VkDescriptorSetLayout layout,
                                            VkSampler nearest) {
  EyeBuffers made;
  made.extent = extent;
  made.layers = layers;
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
  write_set(device, made, made.picture, nearest, set);
  return made;
}

core::Result<> EyeBuffers::reserve_reflections(gpu::Device& device, std::size_t count, VkDescriptorSetLayout layout,
                                               VkSampler nearest) {
  while (reflections.size() < count) {
    ReflectionImage made;
    FH_TRY(image, gpu::Image::create(device.memory(), picture.shape()));
    made.picture = std::move(image);
    FH_TRY(own_pool, gpu::make_descriptor_pool(device, 1));
    made.pool = std::move(own_pool);
    FH_TRY(own_set, gpu::allocate_set(device, made.pool.get(), layout));
    made.set = own_set;
    write_set(device, *this, made.picture, nearest, own_set);
    reflections.push_back(std::move(made));
  }
  return {};
}

}  // namespace fh::render
