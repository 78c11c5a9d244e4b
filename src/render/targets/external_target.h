// SPDX-License-Identifier: Apache-2.0
#pragma once
// Images that someone else made and shows: a headset's swapchain. The owner acquires and releases them around draw().
#include <vector>

#include "gpu/device.h"
#include "gpu/handle.h"
#include "render/targets/target.h"

namespace fh::render {

/// All images of one kind and size, e.g. those of an OpenXR swapchain.
struct ExternalImages {
  std::vector<VkImage> colour;
  VkFormat format = VK_FORMAT_UNDEFINED;  // an sRGB format
  VkExtent2D extent{};
  std::uint32_t layers = 2;
  std::vector<VkImage> depth;  // empty, or as many as colour: D32_SFLOAT_S8_UINT, receive reversed depth
};

class ExternalTarget final : public Target {
 public:
  static core::Result<ExternalTarget> create(gpu::Device& device, const ExternalImages& images);

  /// Chooses the images that the next draw() writes (xrAcquireSwapchainImage's indices). They are left as colour (and
  /// depth) attachments, as OpenXR wants them back.
  void select(std::uint32_t colour_index, std::uint32_t depth_index = 0);
  core::Result<std::optional<TargetImage>> begin() override;
  core::Result<> end() override { return {}; }

 private:
  struct Views {
    gpu::ImageView all;
    std::array<gpu::ImageView, 2> layers;
  };
  static core::Result<Views> make_views(gpu::Device& device, VkImage image, VkFormat format, VkImageAspectFlags aspect,
                                        std::uint32_t layers);

  ExternalImages images_;
  std::vector<Views> colour_, depth_;
  std::uint32_t colour_index_ = 0, depth_index_ = 0;
};

}  // namespace fh::render
