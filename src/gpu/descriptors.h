// SPDX-License-Identifier: Apache-2.0
#pragma once
// Descriptor layouts, one pool, and writing sets: few and long-lived, so no caches.
#include <vulkan/vulkan.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/result.h"
#include "gpu/device.h"
#include "gpu/handle.h"

namespace fh::gpu {

struct Binding {
  VkDescriptorType type;
  VkShaderStageFlags stages;
};

/// Binding i of the layout is bindings[i].
core::Result<DescriptorSetLayout> make_set_layout(Device& device, std::span<const Binding> bindings);
/// Room for `sets` sets of any of our layouts; single sets can be freed.
core::Result<DescriptorPool> make_descriptor_pool(Device& device, std::uint32_t sets);
core::Result<VkDescriptorSet> allocate_set(Device& device, VkDescriptorPool pool, VkDescriptorSetLayout layout);

/// Collects writes to one set and applies them together.
class SetWriter {
 public:
  explicit SetWriter(VkDescriptorSet set) : set_(set) { images_.reserve(8), buffers_.reserve(8); }
  SetWriter& buffer(std::uint32_t binding, VkDescriptorType type, VkBuffer buffer, VkDeviceSize range = VK_WHOLE_SIZE);
  SetWriter& image(std::uint32_t binding, VkImageView view, VkSampler sampler,
                   VkImageLayout layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  void apply(VkDevice device);

 private:
  struct Pending {
    std::uint32_t binding;
    VkDescriptorType type;
    bool is_image;
    std::size_t index;
  };
  VkDescriptorSet set_;
  std::vector<Pending> pending_;
  std::vector<VkDescriptorImageInfo> images_;
  std::vector<VkDescriptorBufferInfo> buffers_;
};

struct SamplerSpec {
  VkFilter filter = VK_FILTER_LINEAR;
  VkSamplerAddressMode address = VK_SAMPLER_ADDRESS_MODE_REPEAT;
  bool mipmaps = false;
  bool anisotropic = false;
  bool compare = false;  // shadow maps, reversed depth
};
core::Result<Sampler> make_sampler(Device& device, const SamplerSpec& spec);

}  // namespace fh::gpu
