#pragma once
// The images of a window. Follows the window's size; a window without size has no images.
#include <vulkan/vulkan.h>

#include <optional>
#include <vector>

#include "core/result.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/handle.h"

namespace fh::gpu {

struct SwapchainImage {
  std::uint32_t index = 0;
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  VkSemaphore acquired = VK_NULL_HANDLE;  // signalled when it may be drawn
  VkSemaphore drawn = VK_NULL_HANDLE;     // to be signalled when it is drawn
};

class Swapchain {
 public:
  /// `surface` belongs to the caller and must outlive the swapchain; the device needs VK_KHR_swapchain.
  static core::Result<Swapchain> create(Device& device, VkSurfaceKHR surface, bool vertical_sync = true);
  Swapchain(Swapchain&& other) noexcept;
  Swapchain& operator=(Swapchain&&) = delete;
  ~Swapchain();

  /// The next image, after following a change of the window's size to `wanted` pixels (used where the surface leaves
  /// the size to us); nothing while the window is minimised or could not be followed yet.
  core::Result<std::optional<SwapchainImage>> acquire(VkExtent2D wanted);
  core::Result<> present(const SwapchainImage& image);
  VkFormat format() const { return format_.format; }
  VkExtent2D extent() const { return extent_; }

 private:
  Swapchain() = default;
  core::Result<> choose_format();
  core::Result<bool> rebuild(VkExtent2D wanted);
  core::Result<> take_images();
  void destroy();

  Device* device_ = nullptr;
  VkSurfaceKHR surface_ = VK_NULL_HANDLE;
  VkSurfaceFormatKHR format_{};
  VkPresentModeKHR mode_ = VK_PRESENT_MODE_FIFO_KHR;
  VkSwapchainKHR swapchain_ = VK_NULL_HANDLE;
  VkExtent2D extent_{};
  bool stale_ = true;
  std::vector<VkImage> images_;
  std::vector<ImageView> views_;
  std::vector<Semaphore> drawn_;  // one per image: presenting may still wait for it
  std::vector<Semaphore> acquired_;
  std::size_t next_acquired_ = 0;
};

}  // namespace fh::gpu
