// SPDX-License-Identifier: Apache-2.0
#pragma once
// The headset's images: one colour swapchain with a layer per eye and, where the runtime takes depth, one for depth.
#include <openxr/openxr.h>
#include <vulkan/vulkan.h>

#include <array>
#include <memory>
#include <vector>

#include "core/result.h"
#include "xr/instance.h"

namespace fh::xr {

/// An image to draw this frame, borrowed from acquire() to release(). It is in the attachment layout both times.
struct EyeImage {
  VkImage colour = VK_NULL_HANDLE;
  VkImageView colour_view = VK_NULL_HANDLE;  // 2D array, layer 0 the left eye
  VkImage depth = VK_NULL_HANDLE;            // D32_SFLOAT_S8_UINT, reversed; null where the runtime takes none
  VkImageView depth_view = VK_NULL_HANDLE;
  std::array<VkImageView, 2> colour_layers{}, depth_layers{};  // each eye alone
};

class EyeImages {
 public:
  /// `scale`: of the runtime's recommended size. The device must outlive the images.
  static core::Result<std::unique_ptr<EyeImages>> create(const Instance& instance, XrSession session, VkDevice device,
                                                         double scale, bool with_depth);
  ~EyeImages();
  EyeImages(const EyeImages&) = delete;
  EyeImages& operator=(const EyeImages&) = delete;

  VkExtent2D extent() const { return extent_; }  // of one eye
  VkFormat format() const { return format_; }
  bool has_depth() const { return depth_.chain != XR_NULL_HANDLE; }

  /// Waits until the runtime has finished with the image.
  core::Result<EyeImage> acquire();
  core::Result<> release();
  /// Which part of the swapchain an eye's picture is in.
  XrSwapchainSubImage colour_part(std::uint32_t eye) const;
  XrSwapchainSubImage depth_part(std::uint32_t eye) const;

 private:
  struct Chain {
    XrSwapchain chain = XR_NULL_HANDLE;
    std::vector<VkImage> images;
    std::vector<VkImageView> views;
    std::vector<std::array<VkImageView, 2>> layers;
  };
  EyeImages() = default;
  core::Result<> make(Chain& out, XrSession session, VkFormat format, bool depth);
  core::Result<std::uint32_t> acquire(const Chain& chain) const;
  XrSwapchainSubImage part(const Chain& chain, std::uint32_t eye) const;

  VkDevice device_ = VK_NULL_HANDLE;
  VkExtent2D extent_{};
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  Chain colour_, depth_;
};

}  // namespace fh::xr
