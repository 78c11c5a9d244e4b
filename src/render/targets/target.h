// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a picture goes: an off-screen image, a window, a headset's images. One layer per eye.
#include <vulkan/vulkan.h>

#include <array>
#include <cstdint>
#include <optional>

#include "core/result.h"
#include "gpu/barrier.h"

namespace fh::render {

/// The image to draw this frame, borrowed from the target until end().
struct TargetImage {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;         // 2D array of `layers` layers
  std::array<VkImageView, 2> layer_views{};  // each layer alone; needed where eyes are drawn one after the other
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkExtent2D extent{};
  std::uint32_t layers = 1;
  gpu::Use before = gpu::Use::Nothing;      // layout it comes in; Nothing: contents may be lost
  gpu::Use after = gpu::Use::ColourTarget;  // layout it is left in
  VkSemaphore wait = VK_NULL_HANDLE;        // signalled when the image may be written
  VkSemaphore signal = VK_NULL_HANDLE;      // to be signalled when it is drawn
  VkImage depth_image = VK_NULL_HANDLE;     // optional: receives reversed depth (D32_SFLOAT_S8_UINT, same layers)
  VkImageView depth_view = VK_NULL_HANDLE;
  std::array<VkImageView, 2> depth_layer_views{};
};

class Target {
 public:
  virtual ~Target() = default;
  /// Nothing when there is nothing to draw on now (minimised window).
  virtual core::Result<std::optional<TargetImage>> begin() = 0;
  /// The frame was submitted: show it. Called once for each begin() that gave an image.
  virtual core::Result<> end() = 0;
};

}  // namespace fh::render
