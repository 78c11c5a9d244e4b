// SPDX-License-Identifier: Apache-2.0
#include "gpu/image.h"

#include <vk_mem_alloc.h>

#include <utility>

#include "gpu/check.h"

namespace fh::gpu {

VkImageAspectFlags aspect_of(VkFormat format) {
  switch (format) {
    case VK_FORMAT_D32_SFLOAT:
    case VK_FORMAT_D16_UNORM:
      return VK_IMAGE_ASPECT_DEPTH_BIT;
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
    case VK_FORMAT_D24_UNORM_S8_UINT:
      return VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    default:
      return VK_IMAGE_ASPECT_COLOR_BIT;
  }
}

core::Result<ImageView> make_array_view(VkDevice device, VkImage image, VkFormat format, VkImageAspectFlags aspect,
                                        std::uint32_t first_layer, std::uint32_t layers, std::uint32_t levels) {
  VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
  info.image = image;
  info.viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
  info.format = format;
  info.subresourceRange = {aspect, 0, levels, first_layer, layers};
  VkImageView view = VK_NULL_HANDLE;
  FH_VK(vkCreateImageView(device, &info, nullptr, &view));
  return ImageView(device, view);
}

core::Result<Image> Image::create(Memory& memory, const ImageShape& shape) {
  VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = shape.format;
  info.extent = {shape.extent.width, shape.extent.height, 1};
  info.mipLevels = shape.levels;
  info.arrayLayers = shape.layers;
  info.samples = shape.samples;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = shape.usage;
  VmaAllocationCreateInfo wanted{};
  wanted.usage = VMA_MEMORY_USAGE_AUTO;
  // Pictures the size of the view get their own memory: they come and go with the window.
  if (shape.usage & (VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT)) {
    wanted.flags = VMA_ALLOCATION_CREATE_DEDICATED_MEMORY_BIT;
  }
  Image made;
  made.shape_ = shape;
  made.allocator_ = memory.allocator();
  FH_VK(vmaCreateImage(made.allocator_, &info, &wanted, &made.image_, &made.allocation_, nullptr));
  const VkImageAspectFlags aspect = aspect_of(shape.format);
  FH_TRY(view, make_array_view(memory.device(), made.image_, shape.format, aspect, 0, shape.layers, shape.levels));
  made.view_ = std::move(view);
  if (aspect == (VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT)) {
    FH_TRY(depth, make_array_view(memory.device(), made.image_, shape.format, VK_IMAGE_ASPECT_DEPTH_BIT, 0,
                                  shape.layers, shape.levels));
    made.depth_view_ = std::move(depth);
  }
  return made;
}

Image& Image::operator=(Image&& other) noexcept {
  std::swap(shape_, other.shape_);
  std::swap(allocator_, other.allocator_);
  std::swap(allocation_, other.allocation_);
  std::swap(image_, other.image_);
  std::swap(view_, other.view_);
  std::swap(depth_view_, other.depth_view_);
  return *this;
}

Image::~Image() {
  view_.reset();
  depth_view_.reset();
  if (image_ != VK_NULL_HANDLE) vmaDestroyImage(allocator_, image_, allocation_);
}

}  // namespace fh::gpu
