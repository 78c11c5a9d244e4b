// SPDX-License-Identifier: Apache-2.0
#pragma once
// The window's images: acquire one, draw the world on it, then the panel is laid over it and it is shown.
#include <vulkan/vulkan.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/result.h"
#include "desktop/window.h"

namespace fh::desktop {

/// What draws; owned by the caller, who keeps it longer than anything here.
struct WindowDevice {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;  // with VK_KHR_swapchain
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t queue_family = 0;
};

/// Draw when `ready` is signalled, leave it as colour attachment, signal `drawn`.
struct WindowImage {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;  // 2D array of one layer
  VkExtent2D extent{};
  VkSemaphore ready = VK_NULL_HANDLE, drawn = VK_NULL_HANDLE;
};

class WindowImages {
 public:
  /// `wait_for_display`: pace by the display (a window of its own), or never wait (mirror of a headset).
  static core::Result<std::unique_ptr<WindowImages>> create(const WindowDevice& vulkan, const Window& window,
                                                            bool wait_for_display);
  ~WindowImages();
  WindowImages(const WindowImages&) = delete;
  WindowImages& operator=(const WindowImages&) = delete;

  VkFormat format() const { return format_; }
  /// For the panel's pipeline.
  VkRenderPass panel_pass() const { return pass_; }
  std::uint32_t image_count() const { return static_cast<std::uint32_t>(images_.size()); }
  /// Nothing when the window is minimised. Follows changes of its size.
  core::Result<std::optional<WindowImage>> acquire();
  /// After `drawn` was submitted: `draw_panel` records into a running render pass; then the image is shown.
  core::Result<> present(const std::function<void(VkCommandBuffer)>& draw_panel);

 private:
  struct Picture {
    VkImage image = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
    VkFramebuffer framebuffer = VK_NULL_HANDLE;
    VkSemaphore shown = VK_NULL_HANDLE;  // the panel is done: may be presented
  };
  struct Slot {
    VkCommandBuffer commands = VK_NULL_HANDLE;
    VkSemaphore ready = VK_NULL_HANDLE, drawn = VK_NULL_HANDLE;
    VkFence done = VK_NULL_HANDLE;
  };
  WindowImages(const WindowDevice& vulkan, const Window& window) : vulkan_(vulkan), window_(window) {}
  core::Result<> open(bool wait_for_display);
  core::Result<> make_pass();
  core::Result<> make_slots();
  core::Result<> make_images();
  void drop_images();

  WindowDevice vulkan_;
  const Window& window_;
  VkSurfaceKHR surface_ = VK_NULL_HANDLE;
  VkSwapchainKHR chain_ = VK_NULL_HANDLE;
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  VkColorSpaceKHR colours_ = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
  VkPresentModeKHR mode_ = VK_PRESENT_MODE_FIFO_KHR;
  VkExtent2D extent_{};
  VkRenderPass pass_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  std::vector<Picture> images_;
  std::array<Slot, 2> slots_;
  std::size_t slot_ = 0;
  std::uint32_t current_ = 0;  // image acquired
  bool stale_ = false;         // the window changed: images must be made anew
};

}  // namespace fh::desktop
