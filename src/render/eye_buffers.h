#pragma once
// The images between geometry and the finished picture, for one size and number of eyes.
#include "gpu/descriptors.h"
#include "gpu/device.h"
#include "gpu/image.h"

namespace fh::render {

inline constexpr VkFormat kHdrFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
inline constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT_S8_UINT;
inline constexpr VkFormat kOpennessFormat = VK_FORMAT_R16G16_SFLOAT;

struct EyeBuffers {
  /// `layout`: bindings 0 depth, 1 colour (both multisampled), 2 openness, 3 resolved picture.
  static core::Result<EyeBuffers> create(gpu::Device& device, VkExtent2D extent, std::uint32_t layers,
                                         VkSampleCountFlagBits samples, VkDescriptorSetLayout layout,
                                         VkSampler nearest);

  VkExtent2D extent{};
  std::uint32_t layers = 0;
  gpu::Image colour;    // multisampled, linear; alpha: share of ambient light
  gpu::Image depth;     // multisampled, reversed, with stencil
  gpu::Image openness;  // half size: ambient openness, distance
  gpu::Image picture;   // resolved, linear
  gpu::DescriptorPool pool;
  VkDescriptorSet set = VK_NULL_HANDLE;
  std::uint64_t last_frame = 0;  // the last frame that drew with them
};

}  // namespace fh::render
