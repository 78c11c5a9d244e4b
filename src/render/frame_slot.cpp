// SPDX-License-Identifier: Apache-2.0
#include "render/frame_slot.h"

#include <array>

#include "gpu/check.h"

namespace fh::render {
namespace {
constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
}

core::Result<gpu::DescriptorSetLayout> make_frame_layout(gpu::Device& device) {
  constexpr VkShaderStageFlags kBoth = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
  const std::array bindings{
      gpu::Binding{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, kBoth},
      gpu::Binding{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},            // 1 instances
      gpu::Binding{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},            // 2 draw order
      gpu::Binding{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kBoth},                                 // 3 materials
      gpu::Binding{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},            // 4 segment colours
      gpu::Binding{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},  // 5 shadow map
      gpu::Binding{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},  // 6 colour textures
      gpu::Binding{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},  // 7 data textures
      gpu::Binding{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},  // 8 font
      gpu::Binding{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kBoth},                                 // 9 overlay
  };
  return gpu::make_set_layout(device, bindings);
}

FrameSlot::FrameSlot(gpu::Device& device)
    : globals(device.memory(), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT),
      instances(device.memory(), kStorage),
      order(device.memory(), kStorage),
      commands(device.memory(), VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT),
      segment_colours(device.memory(), kStorage),
      matrices(device.memory(), kStorage),
      overlay(device.memory(), kStorage),
      device_(&device) {}

core::Result<FrameSlot> FrameSlot::create(gpu::Device& device, VkDescriptorSetLayout layout,
                                          const SharedBindings& shared) {
  FrameSlot slot(device);
  slot.shared_ = shared;
  FH_TRY(pool, gpu::make_descriptor_pool(device, 2));
  slot.pool_ = std::move(pool);
  FH_TRY(set, gpu::allocate_set(device, slot.pool_.get(), layout));
  slot.set = set;
  return slot;
}

core::Result<> FrameSlot::reserve(const FrameSizes& sizes) {
  bool replaced = false;
  const auto grow = [&](gpu::FrameArray& array, std::uint64_t bytes) -> core::Result<> {
    FH_TRY(grown, array.reserve(bytes));
    replaced |= grown;
    return {};
  };
  FH_TRY_VOID(grow(globals, sizes.globals));
  FH_TRY_VOID(grow(instances, sizes.instances));
  FH_TRY_VOID(grow(order, sizes.order));
  FH_TRY_VOID(grow(commands, sizes.commands));
  FH_TRY_VOID(grow(segment_colours, sizes.segment_colours));
  FH_TRY_VOID(grow(matrices, sizes.matrices));
  FH_TRY_VOID(grow(overlay, sizes.overlay));
  if (!posed_vertices || posed_vertices.size() < sizes.posed_vertices) {
    FH_TRY(larger, gpu::Buffer::create(device_->memory(), sizes.posed_vertices + sizes.posed_vertices / 2,
                                       kStorage | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, gpu::Access::Device));
    posed_vertices = std::move(larger);
    replaced = true;
  }
  if (replaced) {
    write_set();
    posed_replaced = true;
  }
  return {};
}

void FrameSlot::flush() const {
  for (const gpu::FrameArray* array :
       {&globals, &instances, &order, &commands, &segment_colours, &matrices, &overlay}) {
    array->flush();
  }
}

void FrameSlot::write_set() {
  gpu::SetWriter(set)
      .buffer(0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, globals.get(), sizeof(GlobalsData))
      .buffer(1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, instances.get())
      .buffer(2, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, order.get())
      .buffer(3, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, shared_.materials)
      .buffer(4, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, segment_colours.get())
      .image(5, shared_.shadow_map, shared_.shadow_sampler)
      .image(6, shared_.colour_textures, shared_.texture_sampler)
      .image(7, shared_.data_textures, shared_.texture_sampler)
      .image(8, shared_.font, shared_.linear_sampler)
      .buffer(9, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, overlay.get())
      .apply(device_->get());
}

}  // namespace fh::render
