// SPDX-License-Identifier: Apache-2.0
#include "desktop/window_images.h"

#include <algorithm>

namespace fh::desktop {
namespace {

core::Error error_of(VkResult result, std::string_view call) {
  return {fmt::format("drawing on the window failed: {} gave {}", call.substr(0, call.find('(')),
                      static_cast<int>(result))};
}

#define FH_WINDOW_VK(call)                                                                                            \
  do {                                                                                                                \
    if (const VkResult fh_code = (call); fh_code != VK_SUCCESS) return tl::make_unexpected(error_of(fh_code, #call)); \
  } while (false)

VkSurfaceFormatKHR choose_format(VkPhysicalDevice physical, VkSurfaceKHR surface) {
  std::uint32_t count = 0;
  vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface, &count, nullptr);
  std::vector<VkSurfaceFormatKHR> offered(count);
  vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface, &count, offered.data());
  for (const VkFormat wanted : {VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_SRGB}) {
    for (const auto& format : offered) {
      if (format.format == wanted && format.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) return format;
    }
  }
  return {VK_FORMAT_UNDEFINED, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR};
}

VkPresentModeKHR choose_mode(VkPhysicalDevice physical, VkSurfaceKHR surface, bool wait_for_display) {
  std::uint32_t count = 0;
  vkGetPhysicalDeviceSurfacePresentModesKHR(physical, surface, &count, nullptr);
  std::vector<VkPresentModeKHR> offered(count);
  vkGetPhysicalDeviceSurfacePresentModesKHR(physical, surface, &count, offered.data());
  for (const VkPresentModeKHR wanted : {VK_PRESENT_MODE_MAILBOX_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR}) {
    if (!wait_for_display && std::find(offered.begin(), offered.end(), wanted) != offered.end()) return wanted;
  }
  return VK_PRESENT_MODE_FIFO_KHR;
}

}  // namespace

core::Result<std::unique_ptr<WindowImages>> WindowImages::create(const WindowDevice& vulkan, const Window& window,
                                                                 bool wait_for_display) {
  std::unique_ptr<WindowImages> made(new WindowImages(vulkan, window));
  FH_TRY_VOID(made->open(wait_for_display));
  return made;
}

core::Result<> WindowImages::open(bool wait_for_display) {
  FH_TRY(surface, window_.make_surface(vulkan_.instance));
  surface_ = surface;
  VkBool32 supported = VK_FALSE;
  FH_WINDOW_VK(vkGetPhysicalDeviceSurfaceSupportKHR(vulkan_.physical, vulkan_.queue_family, surface_, &supported));
  if (!supported) return core::fail("the graphics device cannot show pictures on this display; start without --window");
  const VkSurfaceFormatKHR format = choose_format(vulkan_.physical, surface_);
  if (format.format == VK_FORMAT_UNDEFINED) return core::fail("the display takes no 8-bit sRGB pictures");
  format_ = format.format;
  colours_ = format.colorSpace;
  mode_ = choose_mode(vulkan_.physical, surface_, wait_for_display);
  if (auto done = make_pass(); !done) return done;
  if (auto done = make_slots(); !done) return done;
  return make_images();
}

core::Result<> WindowImages::make_pass() {
  VkAttachmentDescription colour{};
  colour.format = format_;
  colour.samples = VK_SAMPLE_COUNT_1_BIT;
  colour.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;  // over the world
  colour.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  colour.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
  colour.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  colour.initialLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
  colour.finalLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
  const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  VkSubpassDescription subpass{};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  subpass.colorAttachmentCount = 1;
  subpass.pColorAttachments = &reference;
  VkSubpassDependency before{};
  before.srcSubpass = VK_SUBPASS_EXTERNAL;
  before.srcStageMask = before.dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
  before.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
  before.dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
  VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
  info.attachmentCount = 1;
  info.pAttachments = &colour;
  info.subpassCount = 1;
  info.pSubpasses = &subpass;
  info.dependencyCount = 1;
  info.pDependencies = &before;
  FH_WINDOW_VK(vkCreateRenderPass(vulkan_.device, &info, nullptr, &pass_));
  return {};
}

core::Result<> WindowImages::make_slots() {
  VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool.queueFamilyIndex = vulkan_.queue_family;
  FH_WINDOW_VK(vkCreateCommandPool(vulkan_.device, &pool, nullptr, &pool_));
  for (Slot& slot : slots_) {
    VkCommandBufferAllocateInfo buffer{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    buffer.commandPool = pool_;
    buffer.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    buffer.commandBufferCount = 1;
    FH_WINDOW_VK(vkAllocateCommandBuffers(vulkan_.device, &buffer, &slot.commands));
    const VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    FH_WINDOW_VK(vkCreateSemaphore(vulkan_.device, &semaphore, nullptr, &slot.ready));
    FH_WINDOW_VK(vkCreateSemaphore(vulkan_.device, &semaphore, nullptr, &slot.drawn));
    VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    fence.flags = VK_FENCE_CREATE_SIGNALED_BIT;
    FH_WINDOW_VK(vkCreateFence(vulkan_.device, &fence, nullptr, &slot.done));
  }
  return {};
}

core::Result<> WindowImages::make_images() {
  stale_ = false;
  VkSurfaceCapabilitiesKHR can{};
  FH_WINDOW_VK(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(vulkan_.physical, surface_, &can));
  const VkExtent2D wanted = window_.pixels();
  extent_ = {std::clamp(wanted.width, can.minImageExtent.width, can.maxImageExtent.width),
             std::clamp(wanted.height, can.minImageExtent.height, can.maxImageExtent.height)};
  if (extent_.width == 0 || extent_.height == 0) {
    stale_ = true;
    return {};
  }
  VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
  info.surface = surface_;
  info.minImageCount = can.maxImageCount ? std::min(can.minImageCount + 1, can.maxImageCount) : can.minImageCount + 1;
  info.imageFormat = format_;
  info.imageColorSpace = colours_;
  info.imageExtent = extent_;
  info.imageArrayLayers = 1;
  info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  info.preTransform = can.currentTransform;
  info.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  info.presentMode = mode_;
  info.clipped = VK_TRUE;
  FH_WINDOW_VK(vkCreateSwapchainKHR(vulkan_.device, &info, nullptr, &chain_));
  std::uint32_t count = 0;
  FH_WINDOW_VK(vkGetSwapchainImagesKHR(vulkan_.device, chain_, &count, nullptr));
  std::vector<VkImage> images(count);
  FH_WINDOW_VK(vkGetSwapchainImagesKHR(vulkan_.device, chain_, &count, images.data()));
  for (const VkImage image : images) {
    Picture& picture = images_.emplace_back();
    picture.image = image;
    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = image;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    view.format = format_;
    view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    FH_WINDOW_VK(vkCreateImageView(vulkan_.device, &view, nullptr, &picture.view));
    VkFramebufferCreateInfo framebuffer{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    framebuffer.renderPass = pass_;
    framebuffer.attachmentCount = 1;
    framebuffer.pAttachments = &picture.view;
    framebuffer.width = extent_.width;
    framebuffer.height = extent_.height;
    framebuffer.layers = 1;
    FH_WINDOW_VK(vkCreateFramebuffer(vulkan_.device, &framebuffer, nullptr, &picture.framebuffer));
    const VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    FH_WINDOW_VK(vkCreateSemaphore(vulkan_.device, &semaphore, nullptr, &picture.shown));
  }
  return {};
}

void WindowImages::drop_images() {
  vkDeviceWaitIdle(vulkan_.device);
  for (const Picture& picture : images_) {
    vkDestroyFramebuffer(vulkan_.device, picture.framebuffer, nullptr);
    vkDestroyImageView(vulkan_.device, picture.view, nullptr);
    vkDestroySemaphore(vulkan_.device, picture.shown, nullptr);
  }
  images_.clear();
  if (chain_ != VK_NULL_HANDLE) vkDestroySwapchainKHR(vulkan_.device, chain_, nullptr);
  chain_ = VK_NULL_HANDLE;
}

core::Result<std::optional<WindowImage>> WindowImages::acquire() {
  const VkExtent2D now = window_.pixels();
  if (now.width == 0 || now.height == 0) return std::optional<WindowImage>{};
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (stale_ || now.width != extent_.width || now.height != extent_.height) {
      drop_images();
      FH_TRY_VOID(make_images());
      if (stale_) return std::optional<WindowImage>{};
    }
    slot_ = (slot_ + 1) % slots_.size();
    Slot& slot = slots_[slot_];
    FH_WINDOW_VK(vkWaitForFences(vulkan_.device, 1, &slot.done, VK_TRUE, UINT64_MAX));
    const VkResult result =
        vkAcquireNextImageKHR(vulkan_.device, chain_, UINT64_MAX, slot.ready, VK_NULL_HANDLE, &current_);
    if (result == VK_ERROR_OUT_OF_DATE_KHR) {
      stale_ = true;
      continue;
    }
    if (result != VK_SUCCESS && result != VK_SUBOPTIMAL_KHR)
      return tl::make_unexpected(error_of(result, "vkAcquireNextImageKHR"));
    stale_ = result == VK_SUBOPTIMAL_KHR;
    return std::optional<WindowImage>(
        {images_[current_].image, images_[current_].view, extent_, slot.ready, slot.drawn});
  }
  return std::optional<WindowImage>{};
}

core::Result<> WindowImages::present(const std::function<void(VkCommandBuffer)>& draw_panel) {
  Slot& slot = slots_[slot_];
  const Picture& picture = images_[current_];
  FH_WINDOW_VK(vkResetFences(vulkan_.device, 1, &slot.done));
  VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  FH_WINDOW_VK(vkBeginCommandBuffer(slot.commands, &begin));
  VkRenderPassBeginInfo pass{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
  pass.renderPass = pass_;
  pass.framebuffer = picture.framebuffer;
  pass.renderArea.extent = extent_;
  vkCmdBeginRenderPass(slot.commands, &pass, VK_SUBPASS_CONTENTS_INLINE);
  if (draw_panel) draw_panel(slot.commands);
  vkCmdEndRenderPass(slot.commands);
  FH_WINDOW_VK(vkEndCommandBuffer(slot.commands));
  const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
  VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
  submit.waitSemaphoreCount = 1;
  submit.pWaitSemaphores = &slot.drawn;
  submit.pWaitDstStageMask = &stage;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &slot.commands;
  submit.signalSemaphoreCount = 1;
  submit.pSignalSemaphores = &picture.shown;
  FH_WINDOW_VK(vkQueueSubmit(vulkan_.queue, 1, &submit, slot.done));
  VkPresentInfoKHR present{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
  present.waitSemaphoreCount = 1;
  present.pWaitSemaphores = &picture.shown;
  present.swapchainCount = 1;
  present.pSwapchains = &chain_;
  present.pImageIndices = &current_;
  const VkResult result = vkQueuePresentKHR(vulkan_.queue, &present);
  if (result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR)
    stale_ = true;
  else if (result != VK_SUCCESS)
    return tl::make_unexpected(error_of(result, "vkQueuePresentKHR"));
  return {};
}

WindowImages::~WindowImages() {
  drop_images();
  for (const Slot& slot : slots_) {
    vkDestroySemaphore(vulkan_.device, slot.ready, nullptr);
    vkDestroySemaphore(vulkan_.device, slot.drawn, nullptr);
    vkDestroyFence(vulkan_.device, slot.done, nullptr);
  }
  if (pool_ != VK_NULL_HANDLE) vkDestroyCommandPool(vulkan_.device, pool_, nullptr);
  if (pass_ != VK_NULL_HANDLE) vkDestroyRenderPass(vulkan_.device, pass_, nullptr);
  if (surface_ != VK_NULL_HANDLE) vkDestroySurfaceKHR(vulkan_.instance, surface_, nullptr);
}

}  // namespace fh::desktop
