// SPDX-License-Identifier: Apache-2.0
#pragma once
// An image, its memory and one view of all of it (2D array), move-only.
#include <vulkan/vulkan.h>

#include <cstdint>

#include "core/result.h"
#include "gpu/handle.h"
#include "gpu/memory.h"

namespace fh::gpu {

struct ImageShape {
  VkFormat format = VK_FORMAT_R8G8B8A8_SRGB;
  VkExtent2D extent{1, 1};
  std::uint32_t layers = 1;
  std::uint32_t levels = 1;
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
  VkImageUsageFlags usage = 0;
};

class Image {
 public:
  static core::Result<Image> create(Memory& memory, const ImageShape& shape);
  Image() = default;
  Image(Image&& other) noexcept { *this = std::move(other); }
  Image& operator=(Image&& other) noexcept;
  ~Image();

  VkImage get() const { return image_; }
  /// All layers and levels as a 2D array; depth formats: the depth aspect, with stencil when there is one.
  VkImageView view() const { return view_.get(); }
  /// Depth formats: the depth aspect alone, for sampling.
  VkImageView depth_view() const { return depth_view_ ? depth_view_.get() : view_.get(); }
  const ImageShape& shape() const { return shape_; }
  explicit operator bool() const { return image_ != VK_NULL_HANDLE; }

 private:
  ImageShape shape_;
  VmaAllocator allocator_ = VK_NULL_HANDLE;
  VmaAllocation allocation_ = VK_NULL_HANDLE;
  VkImage image_ = VK_NULL_HANDLE;
  ImageView view_;
  ImageView depth_view_;
};

VkImageAspectFlags aspect_of(VkFormat format);
core::Result<ImageView> make_array_view(VkDevice device, VkImage image, VkFormat format, VkImageAspectFlags aspect,
                                        std::uint32_t first_layer, std::uint32_t layers, std::uint32_t levels = 1);

}  // namespace fh::gpu
