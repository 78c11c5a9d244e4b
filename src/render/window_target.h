#pragma once
// A window as a target. The window's owner tells its size each frame; zero means minimised.
#include <functional>
#include <optional>

#include "gpu/swapchain.h"
#include "render/target.h"

namespace fh::render {

class WindowTarget final : public Target {
 public:
  /// `size_in_pixels` is asked before every frame (glfwGetFramebufferSize). The surface must outlive the target.
  static core::Result<WindowTarget> create(gpu::Device& device, VkSurfaceKHR surface,
                                           std::function<VkExtent2D()> size_in_pixels, bool vertical_sync = true);

  core::Result<std::optional<TargetImage>> begin() override;
  core::Result<> end() override;
  VkExtent2D extent() const { return swapchain_.extent(); }
  VkFormat format() const { return swapchain_.format(); }

 private:
  WindowTarget(gpu::Swapchain swapchain, std::function<VkExtent2D()> size)
      : swapchain_(std::move(swapchain)), size_(std::move(size)) {}

  gpu::Swapchain swapchain_;
  std::function<VkExtent2D()> size_;
  std::optional<gpu::SwapchainImage> current_;
};

}  // namespace fh::render
