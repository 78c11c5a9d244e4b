#include "gpu/swapchain.h"

#include <algorithm>
#include <utility>

#include "gpu/check.h"
#include "gpu/image.h"

namespace fh::gpu {
namespace {

core::Result<Semaphore> make_semaphore(Device& device) {
  VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  VkSemaphore semaphore = VK_NULL_HANDLE;
  FH_VK(vkCreateSemaphore(device.get(), &info, nullptr, &semaphore));
  return Semaphore(device.get(), semaphore);
}

}  // namespace

core::Result<Swapchain> Swapchain::create(Device& device, VkSurfaceKHR surface, bool vertical_sync) {
  Swapchain made;
  made.device_ = &device;
  made.surface_ = surface;
  VkBool32 can_present = VK_FALSE;
  FH_VK(vkGetPhysicalDeviceSurfaceSupportKHR(device.physical(), device.queue_family(), surface, &can_present));
  if (!can_present) return core::fail("the graphics device cannot show pictures in this window; choose another device");
  FH_TRY_VOID(made.choose_format());
  if (!vertical_sync) {
    std::uint32_t count = 0;
    FH_VK(vkGetPhysicalDeviceSurfacePresentModesKHR(device.physical(), surface, &count, nullptr));
    std::vector<VkPresentModeKHR> modes(count);
    FH_VK(vkGetPhysicalDeviceSurfacePresentModesKHR(device.physical(), surface, &count, modes.data()));
    for (const VkPresentModeKHR wish : {VK_PRESENT_MODE_IMMEDIATE_KHR, VK_PRESENT_MODE_MAILBOX_KHR}) {
      if (std::find(modes.begin(), modes.end(), wish) != modes.end()) made.mode_ = wish;
    }
  }
  return made;
}

Swapchain::Swapchain(Swapchain&& other) noexcept
    : device_(other.device_),
      surface_(other.surface_),
      format_(other.format_),
      mode_(other.mode_),
      swapchain_(std::exchange(other.swapchain_, VK_NULL_HANDLE)),
      extent_(other.extent_),
      stale_(other.stale_),
      images_(std::move(other.images_)),
      views_(std::move(other.views_)),
      drawn_(std::move(other.drawn_)),
      acquired_(std::move(other.acquired_)),
      next_acquired_(other.next_acquired_) {}

Swapchain::~Swapchain() {
  destroy();
}

void Swapchain::destroy() {
  if (device_ == nullptr) return;
  vkDeviceWaitIdle(device_->get());
  views_.clear();
  drawn_.clear();
  acquired_.clear();
  if (swapchain_ != VK_NULL_HANDLE)
    vkDestroySwapchainKHR(device_->get(), std::exchange(swapchain_, VK_NULL_HANDLE), nullptr);
}

core::Result<> Swapchain::choose_format() {
  std::uint32_t count = 0;
  FH_VK(vkGetPhysicalDeviceSurfaceFormatsKHR(device_->physical(), surface_, &count, nullptr));
  std::vector<VkSurfaceFormatKHR> formats(count);
  FH_VK(vkGetPhysicalDeviceSurfaceFormatsKHR(device_->physical(), surface_, &count, formats.data()));
  for (const VkSurfaceFormatKHR& f : formats) {
    const bool srgb = f.format == VK_FORMAT_B8G8R8A8_SRGB || f.format == VK_FORMAT_R8G8B8A8_SRGB;
    if (srgb && f.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) {
      format_ = f;
      return {};
    }
  }
  return core::fail("the window offers no sRGB pictures; update the graphics driver");
}

core::Result<bool> Swapchain::rebuild(VkExtent2D wanted) {
  VkSurfaceCapabilitiesKHR can{};
  FH_VK(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device_->physical(), surface_, &can));
  VkExtent2D extent = can.currentExtent;
  if (extent.width == 0xffffffffu) {
    extent = {std::clamp(wanted.width, can.minImageExtent.width, can.maxImageExtent.width),
              std::clamp(wanted.height, can.minImageExtent.height, can.maxImageExtent.height)};
  }
  if (extent.width == 0 || extent.height == 0) return false;  // minimised
  FH_TRY_VOID(device_->wait_idle());
  VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
  info.surface = surface_;
  info.minImageCount = can.minImageCount + 1;
  if (can.maxImageCount > 0) info.minImageCount = std::min(info.minImageCount, can.maxImageCount);
  info.imageFormat = format_.format;
  info.imageColorSpace = format_.colorSpace;
  info.imageExtent = extent;
  info.imageArrayLayers = 1;
  info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  info.preTransform = can.currentTransform;
  info.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  info.presentMode = mode_;
  info.clipped = VK_TRUE;
  info.oldSwapchain = swapchain_;
  VkSwapchainKHR made = VK_NULL_HANDLE;
  FH_VK(vkCreateSwapchainKHR(device_->get(), &info, nullptr, &made));
  views_.clear();
  if (swapchain_ != VK_NULL_HANDLE) vkDestroySwapchainKHR(device_->get(), swapchain_, nullptr);
  swapchain_ = made;
  extent_ = extent;
  FH_TRY_VOID(take_images());
  stale_ = false;
  return true;
}

core::Result<> Swapchain::take_images() {
  std::uint32_t count = 0;
  FH_VK(vkGetSwapchainImagesKHR(device_->get(), swapchain_, &count, nullptr));
  images_.resize(count);
  FH_VK(vkGetSwapchainImagesKHR(device_->get(), swapchain_, &count, images_.data()));
  drawn_.clear();
  acquired_.clear();
  for (const VkImage image : images_) {
    FH_TRY(view, make_array_view(device_->get(), image, format_.format, VK_IMAGE_ASPECT_COLOR_BIT, 0, 1));
    views_.push_back(std::move(view));
    FH_TRY(drawn, make_semaphore(*device_));
    drawn_.push_back(std::move(drawn));
    FH_TRY(acquired, make_semaphore(*device_));
    acquired_.push_back(std::move(acquired));
  }
  next_acquired_ = 0;
  return {};
}

core::Result<std::optional<SwapchainImage>> Swapchain::acquire(VkExtent2D wanted) {
  if (wanted.width == 0 || wanted.height == 0) return std::nullopt;
  if (wanted.width != extent_.width || wanted.height != extent_.height) stale_ = true;
  // Twice: the window may change between making the images and asking for one.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (stale_) {
      FH_TRY(ready, rebuild(wanted));
      if (!ready) return std::nullopt;
    }
    SwapchainImage image;
    image.acquired = acquired_[next_acquired_].get();
    const VkResult result = vkAcquireNextImageKHR(device_->get(), swapchain_, 1'000'000'000ull, image.acquired,
                                                  VK_NULL_HANDLE, &image.index);
    if (result == VK_ERROR_OUT_OF_DATE_KHR) {
      stale_ = true;
      continue;
    }
    if (result == VK_TIMEOUT || result == VK_NOT_READY) return std::nullopt;
    if (result != VK_SUCCESS && result != VK_SUBOPTIMAL_KHR) {
      return tl::make_unexpected(error_of(result, "vkAcquireNextImageKHR"));
    }
    if (result == VK_SUBOPTIMAL_KHR) stale_ = true;  // after this picture
    next_acquired_ = (next_acquired_ + 1) % acquired_.size();
    image.image = images_[image.index];
    image.view = views_[image.index].get();
    image.drawn = drawn_[image.index].get();
    return image;
  }
  return std::nullopt;
}

core::Result<> Swapchain::present(const SwapchainImage& image) {
  VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
  info.waitSemaphoreCount = 1;
  info.pWaitSemaphores = &image.drawn;
  info.swapchainCount = 1;
  info.pSwapchains = &swapchain_;
  info.pImageIndices = &image.index;
  const VkResult result = vkQueuePresentKHR(device_->queue(), &info);
  if (result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR) {
    stale_ = true;
    return {};
  }
  if (result != VK_SUCCESS) return tl::make_unexpected(error_of(result, "vkQueuePresentKHR"));
  return {};
}

}  // namespace fh::gpu
