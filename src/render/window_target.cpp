#include "render/window_target.h"

#include "gpu/check.h"

namespace fh::render {

core::Result<WindowTarget> WindowTarget::create(gpu::Device& device, VkSurfaceKHR surface,
                                                std::function<VkExtent2D()> size_in_pixels, bool vertical_sync) {
  FH_TRY(swapchain, gpu::Swapchain::create(device, surface, vertical_sync));
  return WindowTarget(std::move(swapchain), std::move(size_in_pixels));
}

core::Result<std::optional<TargetImage>> WindowTarget::begin() {
  FH_TRY(acquired, swapchain_.acquire(size_()));
  current_ = acquired;
  if (!acquired) return std::nullopt;
  TargetImage image;
  image.image = acquired->image;
  image.view = acquired->view;
  image.layer_views[0] = acquired->view;
  image.format = swapchain_.format();
  image.extent = swapchain_.extent();
  image.after = gpu::Use::Present;
  image.wait = acquired->acquired;
  image.signal = acquired->drawn;
  return image;
}

core::Result<> WindowTarget::end() {
  if (!current_) return {};
  const gpu::SwapchainImage image = *current_;
  current_.reset();
  return swapchain_.present(image);
}

}  // namespace fh::render
