// SPDX-License-Identifier: Apache-2.0
#pragma once
// The images between geometry and the finished picture, for one size and number of eyes.
#include <vector>

#include "gpu/descriptors.h"
#include "gpu/device.h"
#include "gpu/image.h"

namespace fh::render {

inline constexpr VkFormat kHdrFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
inline constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT_S8_UINT;
inline constexpr VkFormat kOpennessFormat = VK_FORMAT_R16G16_SFLOAT;

/// What a view sees in one of its mirrors, in the pixels that the mirror covers.
struct ReflectionImage {
  gpu::Image picture;  // resolved, linear
  gpu::DescriptorPool pool;
  VkDescriptorSet set = VK_NULL_HANDLE;  // the eye buffers' set with this picture at binding 3
};

struct EyeBuffers {
  /// `layout`: bindings 0 depth, 1 colour (both multisampled), 2 openness, 3 resolved picture.
  static core::Result<EyeBuffers> create(gpu::Device& device, VkExtent2D extent, std::uint32_t layers,
                                         VkSampleCountFlagBits samples, VkDescriptorSetLayout layout,
                                         VkSampler nearest);
  /// Makes images for so many mirrors in one view. The other images are shared with the view, which is drawn later.
  core::Result<> reserve_reflections(gpu::Device& device, std::size_t count, VkDescriptorSetLayout layout,
                                     VkSampler nearest);

  VkExtent2D extent{};
  std::uint32_t layers = 0;
  gpu::Image colour;    // multisampled, linear; alpha: share of ambient light
  gpu::Image depth;     // multisampled, reversed, with stencil
  gpu::Image openness;  // half size: ambient openness, distance
  gpu::Image picture;   // resolved, linear
  std::vector<ReflectionImage> reflections;
  gpu::DescriptorPool pool;
  VkDescriptorSet set = VK_NULL_HANDLE;
  std::uint64_t last_frame = 0;  // the last frame that drew with them
};

}  // namespace fh::render
