// SPDX-License-Identifier: Apache-2.0
#include "gpu/descriptors.h"

#include <algorithm>
#include <array>

#include "gpu/check.h"

namespace fh::gpu {

core::Result<DescriptorSetLayout> make_set_layout(Device& device, std::span<const Binding> bindings) {
  std::vector<VkDescriptorSetLayoutBinding> list;
  for (std::uint32_t i = 0; i < bindings.size(); ++i) {
    list.push_back({i, bindings[i].type, 1, bindings[i].stages, nullptr});
  }
  VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  info.bindingCount = static_cast<std::uint32_t>(list.size());
  info.pBindings = list.data();
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  FH_VK(vkCreateDescriptorSetLayout(device.get(), &info, nullptr, &layout));
  return DescriptorSetLayout(device.get(), layout);
}

core::Result<DescriptorPool> make_descriptor_pool(Device& device, std::uint32_t sets) {
  const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, sets},
                         VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, sets},
                         VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 6 * sets},
                         VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 6 * sets}};
  VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  info.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
  info.maxSets = sets;
  info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  info.pPoolSizes = sizes.data();
  VkDescriptorPool pool = VK_NULL_HANDLE;
  FH_VK(vkCreateDescriptorPool(device.get(), &info, nullptr, &pool));
  return DescriptorPool(device.get(), pool);
}

core::Result<VkDescriptorSet> allocate_set(Device& device, VkDescriptorPool pool, VkDescriptorSetLayout layout) {
  VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  info.descriptorPool = pool;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout;
  VkDescriptorSet set = VK_NULL_HANDLE;
  FH_VK(vkAllocateDescriptorSets(device.get(), &info, &set));
  return set;
}

SetWriter& SetWriter::buffer(std::uint32_t binding, VkDescriptorType type, VkBuffer buffer, VkDeviceSize range) {
  buffers_.push_back({buffer, 0, range});
  pending_.push_back({binding, type, false, buffers_.size() - 1});
  return *this;
}

SetWriter& SetWriter::image(std::uint32_t binding, VkImageView view, VkSampler sampler, VkImageLayout layout) {
  images_.push_back({sampler, view, layout});
  pending_.push_back({binding, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, true, images_.size() - 1});
  return *this;
}

void SetWriter::apply(VkDevice device) {
  std::vector<VkWriteDescriptorSet> writes;
  for (const Pending& pending : pending_) {
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set_;
    write.dstBinding = pending.binding;
    write.descriptorCount = 1;
    write.descriptorType = pending.type;
    if (pending.is_image) {
      write.pImageInfo = &images_[pending.index];
    } else {
      write.pBufferInfo = &buffers_[pending.index];
    }
    writes.push_back(write);
  }
  vkUpdateDescriptorSets(device, static_cast<std::uint32_t>(writes.size()), writes.data(), 0, nullptr);
}

core::Result<Sampler> make_sampler(Device& device, const SamplerSpec& spec) {
  VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
  info.magFilter = spec.filter;
  info.minFilter = spec.filter;
  info.mipmapMode = spec.mipmaps ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
  info.addressModeU = info.addressModeV = info.addressModeW = spec.address;
  info.maxLod = spec.mipmaps ? VK_LOD_CLAMP_NONE : 0.0f;
  info.anisotropyEnable = spec.anisotropic && device.has_anisotropy();
  info.maxAnisotropy = info.anisotropyEnable ? std::min(8.0f, device.limits().maxSamplerAnisotropy) : 1.0f;
  info.compareEnable = spec.compare;
  info.compareOp = VK_COMPARE_OP_GREATER_OR_EQUAL;
  info.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
  VkSampler sampler = VK_NULL_HANDLE;
  FH_VK(vkCreateSampler(device.get(), &info, nullptr, &sampler));
  return Sampler(device.get(), sampler);
}

}  // namespace fh::gpu
